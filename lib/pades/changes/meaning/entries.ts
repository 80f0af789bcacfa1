import { type PdfDict, PdfName } from '@libpdf/core'

/** Whether the entry of a dictionary means the same in two versions of it, although it is written in another way. */
export type SameTest = (key: string, before: PdfDict, after: PdfDict) => boolean

/** For annotations, widgets among them: /Type is optional, and has one value only (ISO 32000-2, table 166). */
export const isSameInAnnotation: SameTest = (key, before, after) => {
  if (key !== 'Type') return false
  const type = after.get('Type')
  return before.has('Subtype') && !before.has('Type') && type instanceof PdfName && type.value === 'Annot'
}
