import { PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { pageTree } from '../changes/pages.ts'
import type { Revision, Step, TouchedObjects } from '../changes/timeline.ts'

/** The numbers of a page, from 1, in two revisions; null where one of them does not have it. */
export interface PagePair {
  before: number | null
  after: number | null
}

/** Entries that lead away from what a page shows: to other pages, fields and actions. */
const elsewhere = new Set(['Parent', 'P', 'Popup', 'Dest', 'A', 'AA', 'B', 'IRT', 'StructParents'])

/** The pages that a step may have changed to the eye: added, removed, or with a changed object that they draw. */
export function findTouchedPages({ before, after, touched }: Step): PagePair[] {
  const [pagesBefore, pagesAfter] = [[...pageTree(before).pages], [...pageTree(after).pages]]
  const placeBefore = new Map(pagesBefore.map((page, index) => [page, index]))
  const kept = new Set(pagesAfter)
  const isEveryPage = [before, after].some(({ catalog, resolve }) =>
    reaches({ resolve }, catalog.get('OCProperties'), touched),
  )
  const pairs: PagePair[] = []
  for (const [index, page] of pagesAfter.entries()) {
    const place = placeBefore.get(page)
    if (place !== undefined) {
      const isTouched =
        isEveryPage || [before, after].some((revision) => reaches(revision, PdfRef.of(page), touched))
      if (isTouched) pairs.push({ before: place + 1, after: index + 1 })
      continue
    }
    const replaced = pagesBefore[index]
    const isReplaced = replaced !== undefined && !kept.has(replaced)
    if (isReplaced) kept.add(replaced)
    pairs.push({ before: isReplaced ? index + 1 : null, after: index + 1 })
  }
  const removed = pagesBefore.flatMap((page, index) => (kept.has(page) ? [] : [index + 1]))
  return [...pairs, ...removed.map((number) => ({ before: number, after: null }))]
}

/** Whether an object, or one that it refers to, was touched. */
function reaches(
  { resolve }: Pick<Revision, 'resolve'>,
  root: PdfObject | undefined,
  touched: TouchedObjects,
): boolean {
  const visited = new Set<number>()
  const queue = root ? [root] : []
  for (let object = queue.pop(); object; object = queue.pop()) {
    if (object instanceof PdfRef) {
      const { objectNumber } = object
      if (touched.has(objectNumber)) return true
      const target = visited.has(objectNumber) ? null : resolve(object)
      visited.add(objectNumber)
      if (target) queue.push(target)
    } else if (object instanceof PdfArray) queue.push(...object.toArray())
    else if (object instanceof PdfDict)
      for (const [{ value: key }, value] of object) if (!elsewhere.has(key)) queue.push(value)
  }
  return false
}
