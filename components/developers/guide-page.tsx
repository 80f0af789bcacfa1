import { CodeBlock } from '#components/developers/code-block.tsx'
import type { Call } from '#components/developers/first-calls.ts'
import type { Guide } from '#components/developers/guides/guide.ts'
import { guides } from '#components/developers/guides.ts'
import { Code, Prose } from '#components/developers/prose.tsx'

/** All guides on one page. */
export function GuidePage({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <h1 className="heading text-3xl sm:text-4xl">For developers</h1>
      <p className="mt-4 max-w-2xl text-lg text-ink-soft">
        Everything the dashboard does, your program can do too: the same routes, the same rules. The API uses
        JSON over HTTP at <Code>{`${baseUrl}/api/v1`}</Code> and is described in{' '}
        <a href="/api/v1/openapi.json" className="text-accent underline underline-offset-2">
          OpenAPI 3.1
        </a>
        .
      </p>
      {guides.map((guide) => (
        <GuideText key={guide.id} guide={guide} />
      ))}
    </>
  )
}

function GuideText({ guide: { id, title, paragraphs, samples, calls = [] } }: { guide: Guide }) {
  return (
    <section id={id} className="scroll-mt-20 border-t border-rule py-10 first-of-type:mt-10">
      <h2 className="heading text-2xl">{title}</h2>
      <div className="mt-3 flex max-w-2xl flex-col gap-3 text-ink-soft">
        {paragraphs.map((text) => (
          <p key={text}>
            <Prose>{text}</Prose>
          </p>
        ))}
      </div>
      {samples ? (
        <div className="mt-5 max-w-3xl">
          <CodeBlock name={title} examples={samples} />
        </div>
      ) : null}
      {calls.length > 0 ? (
        <ol className="mt-8 flex max-w-3xl flex-col gap-9">
          {calls.map((call, index) => (
            <CallText key={call.title} call={call} number={calls.length > 1 ? index + 1 : null} />
          ))}
        </ol>
      ) : null}
    </section>
  )
}

function CallText({ call, number }: { call: Call; number: number | null }) {
  const { title, text, curl, typescript, keep } = call
  const examples = [{ label: 'curl', code: curl }]
  if (typescript) examples.push({ label: 'TypeScript', code: typescript })
  return (
    <li>
      <h3 className="flex items-baseline gap-3 font-serif text-xl">
        {number ? <span className="text-accent italic">{number}</span> : null}
        {title}
      </h3>
      <p className="mt-1 mb-3 max-w-2xl text-ink-soft">
        <Prose>{text}</Prose>
      </p>
      <CodeBlock name={title} examples={examples} />
      {keep ? (
        <p className="mt-2 text-sm text-ink-soft">
          Save from the response:{' '}
          {keep.map(({ name, from }, index) => (
            <span key={name}>
              {index > 0 ? ', ' : ''}
              <Code>{from}</Code> as <Code>{name}</Code>
            </span>
          ))}
          .
        </p>
      ) : null}
    </li>
  )
}
