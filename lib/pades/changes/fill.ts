import { type PdfDict, PdfRef } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import type { FormField } from './form-tree.ts'
import type { FillKind } from './messages.ts'
import type { Finding } from './modifications.ts'
import { holdsSignature } from './signature-fields.ts'
import type { Revision } from './timeline.ts'

/**
 * Entries of a field or widget dictionary that filling in and signing may change: the value, also as rich text and as
 * places in a list (ISO 32000-2, tables 228 and 233), what it looks like, and the date of the change.
 */
const fillableEntries = new Set(['V', 'RV', 'I', 'TI', 'AP', 'AS', 'F', 'Ff', 'DA', 'Q', 'M'])

/**
 * @param changedKeys the entries of the field that differ
 * @param isStamp whether it holds a document time stamp that does not show
 */
export function getFillKind(
  field: FormField,
  changedKeys: string[],
  isStamp: boolean,
  after: Revision,
): FillKind {
  if (!changedKeys.includes('V')) return 'field_appearance'
  if (field.type !== 'Sig') return 'field_filled'
  if (isStamp) return 'time_stamp_added'
  return holdsSignature(field, after) ? 'signature_added' : 'field_appearance'
}

/** Whether filling in may change the entry of a field; /Type may only be added. */
export function isFillable(key: string, fieldBefore: PdfDict | null, fieldAfter: PdfDict | null): boolean {
  if (key === 'Type') return !fieldBefore?.has(key) && fieldAfter?.getName(key)?.value === 'Annot'
  return fillableEntries.has(key)
}

/** Numbers of the dictionaries through which fields refer to their appearances (ISO 32000-2, table 170). */
export function appearanceNumbers({ resolve }: Revision, fields: ReadonlyMap<string, FormField>): number[] {
  return [...fields.values()].flatMap(({ ref }) => {
    const appearance = asDict(resolve(ref))?.get('AP')
    const states = asDict(appearance instanceof PdfRef ? resolve(appearance) : appearance)
    const values = [appearance, ...['N', 'R', 'D'].map((key) => states?.get(key))]
    return values.flatMap((value) => (value instanceof PdfRef ? [value.objectNumber] : []))
  })
}

/**
 * Filling in a field also changes its appearance: it is reported once. A signature field is not filled in: another field
 * may have its name.
 */
export function mergeFills(findings: Finding[]): Finding[] {
  const isFilled = ({ kind }: Finding) => kind === 'field_filled'
  const filledNames = new Set(findings.filter(isFilled).map(({ fieldName }) => fieldName))
  return findings.filter(
    ({ kind, permitted, fieldName, isSignatureField }) =>
      kind !== 'field_appearance' || !permitted || isSignatureField || !filledNames.has(fieldName),
  )
}
