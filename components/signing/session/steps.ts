import type { SignerLocale } from '#lib/core/locales'
import { trimText } from '#lib/core/text/clean'
import { getInitial } from '#lib/core/text/initial'
import { applyLogic } from '#lib/processes/fields/field-logic'
import { findRuleViolation, isDayOfSigning, normalizeValue } from '#lib/processes/fields/field-rules'
import { formatFieldValue, formatNumber } from '#lib/processes/fields/format-value'
import { readValue } from '#lib/processes/fields/read-value'
import type { Signing, SigningField, SubmittedMark } from '../shapes.ts'
import {
  findReadings,
  findRegional,
  formatClearly,
  isRead,
  listReadingLocales,
  parseEntry,
} from './readings.ts'

/** The signer's unsubmitted values, saved in the browser. */
export interface SignerInput {
  /** Numbers and dates in their plain form; empty for one that is not understood. */
  values: Record<number, string>
  /** Numbers and dates as they were typed, until the field is left; those that are not understood stay. */
  typed: Record<number, string>
  signature: SubmittedMark | null
  initials: SubmittedMark | null
}

export const emptyInput: SignerInput = { values: {}, typed: {}, signature: null, initials: null }

export const isSignatureOrInitials = (field: SigningField) =>
  field.type === 'signature' || field.type === 'initials'

/** Whether the field has a value that is sent with the signature: not marks and files. */
export const isTyped = (field: SigningField) => !isSignatureOrInitials(field) && field.type !== 'attachment'

/**
 * The signing data with the language of the page, in which the signer types, in place of the stored one.
 * @param browserLanguages BCP 47, the preferred one first
 */
export function withPageLanguage(
  signing: Signing,
  locale: SignerLocale,
  browserLanguages: readonly string[] = [],
): Signing {
  const regional = findRegional(signing.process.locale, locale, browserLanguages)
  return { ...signing, signer: { ...signing.signer, locale }, regional }
}

/** The signing data with today in the fields that get the day of signing; the signer cannot change them. */
export function withAutomaticDates(signing: Signing, today: string): Signing {
  const fields = signing.fields.map((field) =>
    field.auto && field.value === null ? { ...field, value: today, read_only: true } : field,
  )
  return { ...signing, fields }
}

/** The signing data without hidden fields and with the calculated values, which the signer cannot change. */
export function withLogic(signing: Signing, input: SignerInput, today: string): Signing {
  // Conditions and formulas refer to fields of the same signer.
  const logic = signing.signers.map(({ id }) =>
    applyLogic(
      signing.fields.filter(({ signer_id }) => signer_id === id),
      signing.process.locale,
      (field) =>
        isSignatureOrInitials(field)
          ? ''
          : normalizeValue(field.type, getValue(field, input, signing, today)),
    ),
  )
  const hidden = new Set(logic.flatMap((ofSigner) => [...ofSigner.hidden]))
  const values = new Map(logic.flatMap((ofSigner) => [...ofSigner.values]))
  const fields = signing.fields
    .filter((field) => !hidden.has(field.id))
    .map((field) =>
      field.formula === null ? field : { ...field, value: values.get(field.id)!, read_only: true },
    )
  return { ...signing, fields }
}

/** The signer's fields in reading order: document, page, line, column. */
export function listSteps(signing: Pick<Signing, 'documents' | 'fields'>): SigningField[] {
  const fields = signing.fields.filter((field) => !field.read_only)
  return signing.documents.flatMap((document) => {
    const documentFields = fields.filter((field) => field.document_id === document.id)
    const pages = [...new Set(documentFields.map((field) => field.page))].sort((a, b) => a - b)
    return pages.flatMap((page) => readingOrder(documentFields.filter((field) => field.page === page)))
  })
}

/** The fields that are on a page, or have further places or buttons there, in reading order. */
export function listPageFields(fields: SigningField[], page: number): SigningField[] {
  const boxes = fields.flatMap((field) => {
    const { id, x, y, height, layout } = field
    if (field.page === page) return [{ field, id, x, y, height }]
    const place = layout.widgets?.find((widget) => widget.page === page)
    return place ? [{ field, id, x: x + place.dx, y: y + place.dy, height: place.height }] : []
  })
  return readingOrder(boxes).map(({ field }) => field)
}

type Box = Pick<SigningField, 'id' | 'x' | 'y' | 'height'>

/** Sorts the fields of a page by line: fields share a line when they overlap vertically by half of the lower one. */
function readingOrder<Field extends Box>(fields: Field[]): Field[] {
  const lines: Field[][] = []
  for (const field of fields.toSorted((a, b) => a.y - b.y || a.id - b.id)) {
    const line = lines.at(-1)
    if (line?.[0] && sharesLine(line[0], field)) line.push(field)
    else lines.push([field])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.x - b.x || a.id - b.id))
}

function sharesLine(a: Box, b: Box): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return overlap >= Math.min(a.height, b.height) / 2
}

/** The initial value of a field: the sender's, else the signer's own data. */
function getPrefill(field: SigningField, { signer, signers }: Signing, today: string): string {
  if (field.value !== null) return field.value
  // Who shares the link has the same address, and may have another name.
  const { name } = signers.find(({ id }) => id === field.signer_id) ?? signer
  const own = ownValue(field, { name, email: signer.email }, today)
  // The signer's own data is left out where the sender's rule does not accept it, as the server does.
  return own !== '' && findRuleViolation(field, own, new Date(today)) === null ? own : ''
}

function ownValue(
  field: SigningField,
  { name, email }: Pick<Signing['signer'], 'name' | 'email'>,
  today: string,
): string {
  if (field.type === 'name') return name
  if (field.type === 'email') return email
  return isDayOfSigning(field) ? today : ''
}

export function getValue(field: SigningField, input: SignerInput, signing: Signing, today: string): string {
  // The file is at the service, where another device may have changed it.
  if (field.type === 'attachment') return field.value ?? ''
  return input.values[field.id] ?? getPrefill(field, signing, today)
}

/** What the control of a text field shows: a number or date as it is typed, afterwards as it will be printed. */
export function getShownText(
  field: SigningField,
  input: SignerInput,
  signing: Signing,
  today: string,
): string {
  const value = getValue(field, input, signing, today)
  return input.typed[field.id] ?? formatFieldValue(field, value, signing.process.locale)
}

/**
 * What the control of a text field shows while it is used: a number that the language of the page or region writes
 * otherwise has no groups, which that could read as decimals once a digit is changed.
 */
export function getEditedText(
  field: SigningField,
  input: SignerInput,
  signing: Signing,
  today: string,
): string {
  const text = getShownText(field, input, signing, today)
  if (field.type !== 'number' || field.read_only || input.typed[field.id] !== undefined) return text
  const value = getValue(field, input, signing, today)
  const isWrittenAlike = (locale: string) => formatFieldValue(field, value, locale) === text
  if (listReadingLocales(signing).every(isWrittenAlike)) return text
  const ungrouped = formatNumber(value, signing.process.locale, false)
  return findReadings(field, ungrouped, signing) ? formatClearly(field, value, signing) : ungrouped
}

/** The input with what the signer typed or chose in a field. */
export function withEntry(
  input: SignerInput,
  field: SigningField,
  text: string,
  signing: Signing,
): SignerInput {
  const value = parseEntry(field, text, signing) ?? ''
  const typed = isRead(field) ? { ...input.typed, [field.id]: text } : input.typed
  return { ...input, values: { ...input.values, [field.id]: value }, typed }
}

/** The input after a field was left: a number or date that is understood is shown as it will be printed. */
export function withoutTyped(input: SignerInput, field: SigningField): SignerInput {
  if (input.typed[field.id] === undefined || isNotUnderstood(field, input)) return input
  const { [field.id]: _, ...typed } = input.typed
  return { ...input, typed }
}

/**
 * The input after the language of the page changed: a text that was refused is taken if the new language reads it. One that
 * has two readings stays in question until it is typed again.
 */
export function readAgain(input: SignerInput, signing: Signing): SignerInput {
  return signing.fields.reduce((before, field) => {
    const text = before.typed[field.id] ?? ''
    if (!isNotUnderstood(field, before) || readValue(field.type, text, signing.process.locale) !== null)
      return before
    if (parseEntry(field, text, signing) === null) return before
    return withoutTyped(withEntry(before, field, text, signing), field)
  }, input)
}

/** Whether the text in a number or date field is none, or not a clear one. */
export function isNotUnderstood(field: SigningField, input: SignerInput): boolean {
  return input.values[field.id] === '' && trimText(input.typed[field.id] ?? '') !== ''
}

export function isFilled(field: SigningField, input: SignerInput, signing: Signing, today: string): boolean {
  if (field.type === 'signature') return input.signature !== null
  if (field.type === 'initials') return input.initials !== null
  if (isNotUnderstood(field, input)) return true
  const value = trimText(getValue(field, input, signing, today))
  return field.type === 'checkbox' ? value === 'true' : value !== ''
}

/** The next open step after `current`, wrapping around; null when none is open. */
export function findNextStep(
  steps: SigningField[],
  open: ReadonlySet<number>,
  current: number | null,
): SigningField | null {
  const currentIndex = steps.findIndex((field) => field.id === current)
  const fromCurrent = [...steps.slice(currentIndex + 1), ...steps.slice(0, currentIndex + 1)]
  return fromCurrent.find((field) => open.has(field.id)) ?? null
}

/** "Ana María Moreau" → "AMM": at most four letters, in any script. */
export function toInitials(name: string): string {
  const initials = name.split(/[\s\-‐]+/u).map(getInitial)
  return initials
    .filter((initial) => initial !== '')
    .slice(0, 4)
    .join('')
}

/** The day in a time zone as `2026-03-31`. */
export function localDate(date: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(date)
  const find = (type: string) => parts.find((part) => part.type === type)?.value
  return `${find('year')}-${find('month')}-${find('day')}`
}
