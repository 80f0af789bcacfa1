import type { PDF, PdfDict } from '@libpdf/core'
import { isSameText } from '#lib/core/text/characters'
import { cleanLine } from '#lib/core/text/clean'
import { resolver } from '#lib/pdf/check/inspect'
import { type Choice, decodeTextString } from '#lib/pdf/fields/choices'
import { parseFieldName, topFields } from '#lib/pdf/fields/fields'
import { isTimeStamp } from '#lib/pdf/fields/locks'
import { findStored } from '#lib/pdf/fields/value-format'
import { loadPdf } from '#lib/pdf/file/load'
import type { ReadField } from '#lib/pdf/import/read-field'
import { isNumberField, readFormattedNumber } from '#lib/pdf/import/scripts'
import { readValue } from '#lib/pdf/import/values'
import { listSignedFields } from './changes/signature-fields.ts'
import { toRevision } from './changes/timeline.ts'
import type { IncrementalFile } from './increment.ts'

/** The value of a text field or list in a process. */
export interface GivenText {
  text: string
  /** The number of which the text is the notation. */
  number: string | undefined
  /** Whether nobody changed what was imported or preset: then a number may be in the author's notation. */
  isKept: boolean
}

/** Whether a certified file has another signature than the certification, which is the first one. */
export function isSignedByOthers(pdf: PDF): boolean {
  return listEnds(pdf).length > 1
}

/** Where each signature of a file ends that is no document time stamp. */
function listEnds(pdf: PDF): number[] {
  const signed = listSignedFields(toRevision(pdf))
  return signed.flatMap(({ value, end }) => (isTimeStamp(value, resolver(pdf)) ? [] : [end]))
}

/** Whether somebody has signed a certified file after its author, before its newest process was prepared. */
export async function isSignedBefore({ bytes, pdf }: IncrementalFile): Promise<boolean> {
  // The certification is the first signature.
  const [, second] = listEnds(pdf)
    .filter((end) => !Number.isNaN(end))
    .sort((one, other) => one - other)
  if (second === undefined) return false
  const signed = await loadPdf(bytes.subarray(0, second)).catch(() => null)
  return signed === null || countSeals(signed) < countSeals(pdf)
}

/** The seal fields of the processes in a file, one for each. */
function countSeals(pdf: PDF): number {
  return topFields(pdf).filter(({ name }) => parseFieldName(name)?.role === 'seal').length
}

/** The dictionaries that have the value of a field: those of its name, and widgets with a value of their own. */
export function listHolders({ widgets, unseen }: ReadField): PdfDict[] {
  const holders = [...widgets, ...unseen].flatMap(({ dict, field }) =>
    dict.has('V') ? [field, dict] : [field],
  )
  return [...new Set(holders)]
}

/** Whether a dictionary of the field has the value, be it in another notation. */
export function hasText(
  pdf: PDF,
  { scripts }: ReadField,
  holder: PdfDict,
  choices: readonly Choice[],
  { text, number, isKept }: GivenText,
): boolean {
  const [first, ...others] = findStored(pdf, holder)
  if (others.length > 0) return false
  const stored = decodeTextString(first) ?? ''
  const choice =
    choices.find(({ exported }) => exported === stored) ?? choices.find((option) => option.text === stored)
  if (choice) return cleanLine(choice.text) === cleanLine(text)
  const shown = readValue(first)
  if (number !== undefined && isNumberField(scripts))
    return isSameNumber(readFormattedNumber(scripts, shown), number)
  return isSameText(shown ?? '', text) || (isKept && isSameNumber(shown, number))
}

/** Whether two plain numbers are equal but for zeros at the end of the decimals. */
function isSameNumber(one: string | null, other: string | undefined): boolean {
  const withoutZeros = (number: string) =>
    number.includes('.') ? number.replace(/0+$/, '').replace(/\.$/, '') : number
  return one !== null && other !== undefined && withoutZeros(one) === withoutZeros(other)
}
