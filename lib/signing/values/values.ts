import type { AttachmentRow } from '#db/schema/processes-links'
import type { FieldErrors } from '#lib/core/errors'
import { formatDayIn } from '#lib/core/text/format-day'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { applyLogic } from '#lib/processes/fields/field-logic'
import { isDayOfSigning, normalizeValue, toStoredValue } from '#lib/processes/fields/field-rules'
import { formatValue } from '#lib/processes/fields/format-value'
import type { PatternMatcher } from '#lib/processes/fields/patterns'
import { plainNumber, readValue } from '#lib/processes/fields/read-value'
import type { FindOverflow } from '#lib/processes/fields/text-fits'
import { findValueError } from '#lib/processes/fields/value-error'
import type { FieldRow } from '#lib/processes/present'
import type { SigningSession } from '../load.ts'
import type { ValueInput } from './schema.ts'

/** The final values of a signer's fields by field id, without signatures and initials. */
export type FilledValues = Map<number, string>

/** The signer's own data for empty fields; `today` is the day in their time zone. */
interface SignerData {
  id: number
  name: string
  email: string
  today: string
  /** The language of the process, by which numbers and dates are read. */
  documentLocale: string
}

type Field = Pick<
  FieldRow,
  | 'id'
  | 'signerId'
  | 'type'
  | 'required'
  | 'label'
  | 'value'
  | 'options'
  | 'readOnly'
  | 'auto'
  | 'validation'
  | 'condition'
  | 'formula'
> &
  Partial<Pick<FieldRow, 'editable' | 'imported'>>

/** The data of all signers of a link. */
export function toSignerData(
  { process, sharers }: Pick<SigningSession, 'process' | 'sharers'>,
  timeZone: string,
  time: Date,
): SignerData[] {
  const today = formatDayIn(timeZone, time)
  return sharers.map(({ id, name, email }) => ({
    ...{ id, name, email, today },
    documentLocale: process.options.locale,
  }))
}

/**
 * The final values of the fields of a link's signers; conditions and formulas refer to fields of the same signer. Omitted
 * values default to the preset ones; empty name and email fields get the signer's own data, and dates that must be the day
 * of signing that day in the signer's time zone. Hidden fields are empty, whatever was sent; those of which the sender has
 * fixed the value have none.
 * @returns the values by field id, or all errors at once: of a submitted value by `values.<index>.value`, of another
 * field by `fields.<index>`, its position in `fields`, which is that in the state of the signing session.
 */
export function fillFields<F extends Field>(
  fields: F[],
  inputs: ValueInput[],
  signers: SignerData[],
  time: Date,
  matches: PatternMatcher,
  findOverflow: FindOverflow<F> = () => null,
): { filled: FilledValues; errors: FieldErrors } {
  const errors: FieldErrors = {}
  const { documentLocale } = signers[0]!
  const submitted = valuesByField(fields, inputs, documentLocale, errors)
  const filledValues: FilledValues = new Map()
  const isAccepted = (field: Field, text: string) => findValueError(field, text, time, matches) === null
  const logic = signers.map((signer) =>
    applyLogic(
      fields.filter(({ signerId }) => signerId === signer.id),
      documentLocale,
      (field) => {
        const value = submitted.has(field.id) ? (submitted.get(field.id) ?? '') : field.value
        if (value !== null) return toStoredValue(field, value)
        const own = normalizeValue(field.type, ownValue(field, signer))
        // The signer's own data must not stop them where the sender's rule does not accept it.
        return own !== '' && isAccepted(field, own) ? own : normalizeValue(field.type, '')
      },
    ),
  )
  const isOwn = (field: Field, text: string) =>
    signers.some(
      (signer) =>
        signer.id === field.signerId && normalizeValue(field.type, ownValue(field, signer)) === text,
    )
  const hidden = new Set(logic.flatMap((ofSigner) => [...ofSigner.hidden]))
  const values = new Map(logic.flatMap((ofSigner) => [...ofSigner.values]))
  for (const [index, field] of fields.entries()) {
    if (field.type === 'signature' || field.type === 'initials') continue
    const text = values.get(field.id)!
    const isFixed = field.readOnly || field.formula !== null || hidden.has(field.id)
    const isUnclear = submitted.get(field.id) === null
    const error = isUnclear
      ? unclearMessage(field.type, documentLocale)
      : (findValueError(field, text, time, matches) ??
        (isFixed || isOfFile(field, text) || isOwn(field, text) || isShortest(field, text)
          ? null
          : findOverflow(field, text)))
    if (error && !isFixed) errors[errorPath(index, inputs, field)] = [error]
    // The sender's own text stays stored for copies of the process: whether it is shown, its condition says.
    else if (!hidden.has(field.id) || !isFixedText(field)) filledValues.set(field.id, text)
  }
  return { filled: filledValues, errors }
}

/** Whether the sender asks for as many characters. */
function isShortest({ validation }: Field, text: string): boolean {
  return Array.from(text).length <= Number(validation.min_length ?? 0)
}

/** Whether the value is that which the author's file had in its form: it shows as much as it did. */
function isOfFile(field: Field, text: string): boolean {
  return field.imported === true && field.value !== null && toStoredValue(field, field.value) === text
}

const isFixedText = ({ readOnly, auto, formula }: Field) => readOnly && !auto && formula === null

function errorPath(index: number, inputs: ValueInput[], field: Field): string {
  const inputIndex = inputs.findIndex(({ field_id }) => field_id === field.id)
  return inputIndex < 0 ? `fields.${index}` : `values.${inputIndex}.value`
}

/**
 * The submitted values by field id: numbers and dates in their plain form, null when they are not understood. A value
 * for a field that the signer does not fill is an error; files are left out.
 */
function valuesByField(
  fields: Field[],
  inputs: ValueInput[],
  locale: string,
  errors: FieldErrors,
): Map<number, string | null> {
  const fieldById = new Map(fields.map((field) => [field.id, field]))
  const values = new Map<number, string | null>()
  for (const [index, { field_id, value }] of inputs.entries()) {
    const field = fieldById.get(field_id)
    const path = `values.${index}.field_id`
    if (!field) errors[path] = [errorText('api.notAFieldOfSigner')]
    else if (values.has(field_id)) errors[path] = [errorText('api.fieldAppearsTwice')]
    else if (field.type === 'signature') errors[path] = [errorText('api.signatureNotAValue')]
    else if (field.type === 'initials') errors[path] = [errorText('api.initialsNotAValue')]
    else if (field.type === 'attachment') continue
    else if (field.readOnly) errors[path] = [errorText('api.fieldReadOnly')]
    else if (field.formula) errors[path] = [errorText('api.fieldCalculated')]
    else if (field.auto) errors[path] = [errorText('api.fieldFilledAutomatically')]
    else if (value !== null) values.set(field_id, plainValue(field.type, value, locale))
  }
  return values
}

/** Errors of files that are not those that the signer was shown. */
export function findFileErrors(
  fields: Field[],
  inputs: ValueInput[],
  added: Pick<AttachmentRow, 'fieldId' | 'sha256'>[],
): FieldErrors {
  const files = new Set(fields.filter(({ type }) => type === 'attachment').map(({ id }) => id))
  const errors: FieldErrors = {}
  for (const [index, { field_id, value }] of inputs.entries()) {
    const hash = added.find(({ fieldId }) => fieldId === field_id)?.sha256 ?? ''
    if (files.has(field_id) && value !== null && value !== hash)
      errors[`values.${index}.value`] = [errorText('signing.fileChanged')]
  }
  return errors
}

/** Errors of values for fields that the signer does not fill; whether the values are valid is not checked. */
export function findInputErrors(fields: Field[], inputs: ValueInput[]): FieldErrors {
  const errors: FieldErrors = {}
  const files = new Set(fields.filter(({ type }) => type === 'attachment').map(({ id }) => id))
  for (const [index, { field_id }] of inputs.entries())
    if (files.has(field_id)) errors[`values.${index}.field_id`] = [errorText('api.attachmentNotAValue')]
  valuesByField(fields, inputs, 'en', errors)
  return errors
}

/** The plain form of a submitted value; null when it is not understood. */
function plainValue(type: Field['type'], value: string | number | boolean, locale: string): string | null {
  if (typeof value === 'number') return plainNumber(value) ?? (type === 'number' ? null : String(value))
  return readValue(type, String(value), locale)
}

function unclearMessage(type: Field['type'], locale: string): ErrorText {
  return type === 'number'
    ? errorText('values.mustBeNumberLike', { example: formatValue('number', '12345.67', locale) })
    : errorText('values.mustBeDateLike', { example: '2026-03-31' })
}

function ownValue(field: Field, signer: SignerData): string {
  if (field.readOnly) return ''
  if (isDayOfSigning(field)) return signer.today
  if (field.type === 'name') return signer.name
  return field.type === 'email' ? signer.email : ''
}
