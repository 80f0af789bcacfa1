import type { PDF, PdfDict } from '@libpdf/core'
import { cleanLine } from '#lib/core/text/clean'
import { type Choice, decodeTextString } from '#lib/pdf/fields/choices'
import { findStored } from '#lib/pdf/fields/value-format'
import type { ReadField } from '#lib/pdf/import/read-field'
import { isNumberField, readFormattedNumber } from '#lib/pdf/import/scripts'
import { readValue } from '#lib/pdf/import/values'

/** The value of a text field or list in a process. */
export interface GivenText {
  text: string
  /** The number of which the text is the notation. */
  number: string | undefined
  /** Whether nobody changed what was imported or preset: then a number may be in the author's notation. */
  isKept: boolean
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
  return shown === text || (isKept && isSameNumber(shown, number))
}

/** Whether two plain numbers are equal but for zeros at the end of the decimals. */
function isSameNumber(one: string | null, other: string | undefined): boolean {
  const withoutZeros = (number: string) =>
    number.includes('.') ? number.replace(/0+$/, '').replace(/\.$/, '') : number
  return one !== null && other !== undefined && withoutZeros(one) === withoutZeros(other)
}
