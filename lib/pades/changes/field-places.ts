import { type PdfArray, PdfNumber, PdfRef } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import { decodeText } from '#lib/pdf/file/objects'
import { mapFields } from './form-tree.ts'
import type { Modification } from './modifications.ts'
import { pageTree } from './pages.ts'
import type { Revision } from './timeline.ts'

/** Adds the labels and pages of the fields that were changed, as the last revision has them. */
export function addFieldPlaces(revision: Revision, modifications: Modification[]): void {
  const changed = Map.groupBy(
    modifications.filter(({ fieldName }) => fieldName !== undefined),
    ({ fieldName }) => fieldName!,
  )
  if (changed.size === 0) return
  const { resolve } = revision
  const pages = [...pageTree(revision).pages]
  for (const { name, ref } of mapFields(revision).values()) {
    const named = changed.get(name)
    const field = named ? asDict(resolve(ref)) : null
    if (!named || !field) continue
    const tooltip = field.getString('TU', resolve)
    const label = tooltip && decodeText(tooltip).trim()
    const parent = field.get('P')
    const isShown = readNumbers(field.getArray('Rect', resolve)).some((number) => number !== 0)
    const index = isShown && parent instanceof PdfRef ? pages.indexOf(parent.objectNumber) : -1
    const page = index < 0 ? undefined : index + 1
    for (const modification of named) {
      // Of several widgets the first one counts.
      modification.label ??= label || undefined
      modification.page ??= page
    }
  }
}

function readNumbers(array: PdfArray | undefined): number[] {
  return array?.toArray().map((item) => (item instanceof PdfNumber ? item.value : 0)) ?? []
}
