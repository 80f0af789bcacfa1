import type { Metadata } from 'next'
import { ChapterPage } from '#components/developers/chapter-page.tsx'
import { setPageStatus } from '#lib/core/request'
import { allChapters } from '../chapters.ts'

interface Props {
  params: Promise<{ chapter: string }>
}

async function findChapter({ params }: Props) {
  const { chapter: slug } = await params
  return (await allChapters()).find((chapter) => chapter.slug === slug)
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const chapter = await findChapter(props)
  return { title: chapter ? `${chapter.name} · Developers` : 'Developers' }
}

export default async function Page(props: Props) {
  const chapter = await findChapter(props)
  if (!chapter) {
    setPageStatus(404)
    return <h1 className="heading text-3xl">Page not found</h1>
  }
  return <ChapterPage chapter={chapter} />
}
