import { PdfArray, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { decodeStream, decodeText } from '../file/objects.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/** An option of a choice field: the value in the form's data, and the text that people see. */
export interface Choice {
  exported: string
  text: string
}

/** /Opt: texts, or pairs of an export value and a text (ISO 32000-2, table 234). */
export function readChoices(options: PdfObject | undefined, resolve: Resolve): Choice[] {
  if (!(options instanceof PdfArray)) return []
  return options.toArray().flatMap((option) => {
    const value = option instanceof PdfRef ? resolve(option) : option
    const [exported, text] =
      value instanceof PdfArray
        ? [value.at(0, resolve), value.at(1, resolve)].map(decodeTextString)
        : [decodeTextString(value), decodeTextString(value)]
    return typeof exported === 'string' && text ? [{ exported, text }] : []
  })
}

/** The text that people see for a value, which may be an export value or a text of the user's own. */
export function shownChoice(value: string, choices: readonly Choice[]): string {
  return choices.find(({ exported }) => exported === value)?.text ?? value
}

/** The text of a text string or text stream (ISO 32000-2, 7.9.3); null for any other object, or where it cannot be decoded. */
export function decodeTextString(object: PdfObject | null | undefined): string | null {
  if (object instanceof PdfString) return decodeText(object)
  if (!(object instanceof PdfStream)) return null
  try {
    return decodeText(PdfString.fromBytes(decodeStream(object)))
  } catch {
    return null
  }
}
