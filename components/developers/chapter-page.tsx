import { Operation } from '#components/developers/operation.tsx'
import { Prose } from '#components/developers/prose.tsx'
import type { Chapter } from '#lib/reference/operation-view'

export function ChapterPage({ chapter: { name, text, operations } }: { chapter: Chapter }) {
  return (
    <>
      <h1 className="heading text-3xl sm:text-4xl">{name}</h1>
      <p className="mt-3 mb-8 max-w-2xl text-lg text-ink-soft">
        <Prose>{text}</Prose>
      </p>
      {operations.map((operation) => (
        <Operation key={operation.id} operation={operation} />
      ))}
    </>
  )
}
