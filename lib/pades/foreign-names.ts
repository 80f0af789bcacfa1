import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject } from '@libpdf/core'
import { PadesError } from './error.ts'

/**
 * @libpdf/core reads names as text, and would write those that are not ASCII with other bytes: a page's fonts would be
 * called by names that its content does not know. Asked before the first increment, the only one that changes objects
 * of the author.
 * @throws PadesError `no_increment`.
 */
export function refuseForeignNames(pdf: PDF): void {
  for (const [ref, object] of pdf.context.registry.getLoadedObjects()) {
    if (isChanged(object) && hasForeignName(object)) {
      const number = ref.objectNumber
      throw new PadesError(
        'no_increment',
        `Object ${number} has names that cannot be written again unchanged.`,
      )
    }
  }
}

function isChanged(object: PdfObject): boolean {
  if (object instanceof PdfArray) return object.dirty || object.toArray().some(isChanged)
  return object instanceof PdfDict && (object.dirty || [...object].some(([, value]) => isChanged(value)))
}

function hasForeignName(object: PdfObject): boolean {
  if (object instanceof PdfName) return /[^\x21-\x7e]/.test(object.value)
  if (object instanceof PdfArray) return object.toArray().some(hasForeignName)
  return (
    object instanceof PdfDict &&
    [...object].some(([key, value]) => hasForeignName(key) || hasForeignName(value))
  )
}
