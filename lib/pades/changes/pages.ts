import { PdfArray, type PdfObject, PdfRef } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import type { Revision } from './timeline.ts'

/** The page tree (ISO 32000-2, 7.7.3) of a revision by object numbers. */
export interface PageTree {
  /** In their order. */
  pages: ReadonlySet<number>
  /** The nodes above the pages. */
  nodes: ReadonlySet<number>
}

export function pageTree({ catalog, resolve }: Revision): PageTree {
  const [pages, nodes] = [new Set<number>(), new Set<number>()]
  const queue: PdfObject[] = [catalog.get('Pages')].filter((root) => root !== undefined)
  for (let next = queue.pop(); next; next = queue.pop()) {
    const number = next instanceof PdfRef ? next.objectNumber : 0
    const node = nodes.has(number) ? null : asDict(next instanceof PdfRef ? resolve(next) : next)
    const kids = node?.get('Kids', resolve)
    if (kids instanceof PdfArray) {
      if (number > 0) nodes.add(number)
      for (const kid of kids.toArray().toReversed()) queue.push(kid)
    } else if (node) pages.add(number)
  }
  return { pages, nodes }
}

/** How the pages or their order changed, as a sentence; null where they did not. */
export function findPageChange(treeBefore: PageTree, treeAfter: PageTree): string | null {
  const [before, after] = [[...treeBefore.pages], [...treeAfter.pages]]
  if (before.length !== after.length) return 'Pages were added or removed after signing.'
  const isSame = before.every((page, index) => page === after[index])
  return isSame ? null : 'Pages were replaced after signing.'
}
