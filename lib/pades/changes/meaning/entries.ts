import { PdfBool, PdfDict, PdfName, PdfNumber } from '@libpdf/core'
import type { SameTest } from '../compare.ts'
import { equalTexts } from './texts.ts'

/**
 * Entries of fields and annotations with text strings (ISO 32000-2, tables 166, 172 and 226). Values and options are none of
 * them: readers choose an appearance or an option by their bytes.
 */
const annotationTexts = new Set(['Contents', 'NM', 'Subj', 'T', 'TM', 'TU'])

/** For fields and annotations: /Type of these is optional, and has one value only (ISO 32000-2, table 166). */
export const isSameInAnnotation: SameTest = (key, before, after) => {
  if (annotationTexts.has(key)) return equalTexts(before.get(key), after.get(key))
  if (key !== 'Type') return false
  const type = after.get('Type')
  return !before.has('Type') && type instanceof PdfName && type.value === 'Annot'
}

export const isSameInCatalog: SameTest = (key, before, after) =>
  key === 'Lang' && equalTexts(before.get(key), after.get(key))

/** For the form: an entry with its default value is as good as none (ISO 32000-2, table 224). */
export const isSameInForm: SameTest = (key, before, after) =>
  [before, after].every((form) => {
    const value = form.get(key)
    if (value === undefined) return ['NeedAppearances', 'Q', 'DR'].includes(key)
    if (key === 'NeedAppearances') return value instanceof PdfBool && !value.value
    if (key === 'Q') return value instanceof PdfNumber && value.value === 0
    return key === 'DR' && value instanceof PdfDict && value.size === 0
  })
