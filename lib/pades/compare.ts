import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'

/** The reference as a key for maps and sets. */
export function refKey(ref: PdfRef): string {
  return `${ref.objectNumber} ${ref.generation}`
}

/** Whether two objects say the same: references by number, strings and streams by their bytes, dictionaries in any order. */
export function equalObjects(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.type !== b.type) return false
  if (a instanceof PdfRef && b instanceof PdfRef) return refKey(a) === refKey(b)
  if (a instanceof PdfString && b instanceof PdfString) return Buffer.compare(a.bytes, b.bytes) === 0
  if (a instanceof PdfNumber && b instanceof PdfNumber) return a.value === b.value
  if (a instanceof PdfName && b instanceof PdfName) return a.value === b.value
  if (a instanceof PdfBool && b instanceof PdfBool) return a.value === b.value
  if (a instanceof PdfArray && b instanceof PdfArray) {
    return a.length === b.length && a.toArray().every((item, index) => equalObjects(item, b.at(index)))
  }
  if (a instanceof PdfStream && b instanceof PdfStream && Buffer.compare(a.data, b.data) !== 0) return false
  if (a instanceof PdfDict && b instanceof PdfDict) {
    return a.size === b.size && [...a].every(([key, value]) => equalObjects(value, b.get(key)))
  }
  return a.type === 'null'
}
