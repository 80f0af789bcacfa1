import type { Part } from '#components/developers/contents.tsx'
import { guides } from '#components/developers/guides.ts'
import type { Chapter } from '#lib/reference/operation-view'

/** The table of contents: the guides, then a part for each chapter. */
export function tableOfContents(chapters: Chapter[]): Part[] {
  const guidesPart = {
    name: 'Guides',
    href: '/developers',
    entries: guides.map(({ id, title, paragraphs }) => ({
      href: `/developers#${id}`,
      label: title,
      keywords: paragraphs.join(' '),
    })),
  }
  const apiChapters = chapters.map(({ name, slug, operations }) => ({
    name,
    href: `/developers/${slug}`,
    entries: operations.map(({ id, method, path, summary, scope }) => ({
      href: `/developers/${slug}#${id}`,
      label: summary,
      method,
      keywords: `${path} ${name} ${scope ?? ''}`,
    })),
  }))
  return [guidesPart, ...apiChapters]
}
