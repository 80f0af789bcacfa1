import { applyLogic } from '#lib/processes/fields/field-logic'
import { normalizeValue } from '#lib/signing/values/field-rules'
import type { Signing, SigningField, SubmittedMark } from './shapes.ts'

/** The signer's unsubmitted values, saved in the browser. */
export interface Draft {
  values: Record<number, string>
  signature: SubmittedMark | null
  initials: SubmittedMark | null
}

export const emptyDraft: Draft = { values: {}, signature: null, initials: null }

export const isSignatureOrInitials = (field: SigningField) =>
  field.type === 'signature' || field.type === 'initials'

/** The signing data with today in the fields that get the day of signing; the signer cannot change them. */
export function withAutomaticDates(signing: Signing, today: string): Signing {
  const fields = signing.fields.map((field) =>
    field.auto && field.value === null ? { ...field, value: today, read_only: true } : field,
  )
  return { ...signing, fields }
}

/** The signing data without hidden fields and with the calculated values, which the signer cannot change. */
export function withLogic(signing: Signing, draft: Draft, today: string): Signing {
  const { hidden, values } = applyLogic(signing.fields, (field) =>
    isSignatureOrInitials(field)
      ? ''
      : normalizeValue(field.type, currentValue(field, draft, signing, today)),
  )
  const fields = signing.fields
    .filter((field) => !hidden.has(field.id))
    .map((field) =>
      field.formula === null ? field : { ...field, value: values.get(field.id)!, read_only: true },
    )
  return { ...signing, fields }
}

/** The signer's fields in reading order: document, page, line, column. */
export function stepsOf(signing: Pick<Signing, 'documents' | 'fields'>): SigningField[] {
  const fields = signing.fields.filter((field) => !field.read_only)
  return signing.documents.flatMap((document) => {
    const documentFields = fields.filter((field) => field.document_id === document.id)
    const pages = [...new Set(documentFields.map((field) => field.page))].sort((a, b) => a - b)
    return pages.flatMap((page) => readingOrder(documentFields.filter((field) => field.page === page)))
  })
}

/** Sorts the fields of a page by line: fields share a line when they overlap vertically by half of the lower one. */
function readingOrder(fields: SigningField[]): SigningField[] {
  const lines: SigningField[][] = []
  for (const field of fields.toSorted((a, b) => a.y - b.y || a.id - b.id)) {
    const line = lines.at(-1)
    if (line?.[0] && sharesLine(line[0], field)) line.push(field)
    else lines.push([field])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.x - b.x || a.id - b.id))
}

function sharesLine(a: SigningField, b: SigningField): boolean {
  const overlap = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return overlap >= Math.min(a.height, b.height) / 2
}

/** The initial value of a field: the sender's, else the signer's own data. */
export function prefillOf(field: SigningField, signer: Signing['signer'], today: string): string {
  if (field.value !== null) return field.value
  if (field.type === 'name') return signer.name
  if (field.type === 'email') return signer.email
  if (field.type === 'date') return today
  return ''
}

export function currentValue(field: SigningField, draft: Draft, signing: Signing, today: string): string {
  return draft.values[field.id] ?? prefillOf(field, signing.signer, today)
}

export function isFilled(field: SigningField, draft: Draft, signing: Signing, today: string): boolean {
  if (field.type === 'signature') return draft.signature !== null
  if (field.type === 'initials') return draft.initials !== null
  const value = currentValue(field, draft, signing, today).trim()
  return field.type === 'checkbox' ? value === 'true' : value !== ''
}

/** The next open step after `current`, wrapping around; null when none is open. */
export function nextStep(
  steps: SigningField[],
  open: ReadonlySet<number>,
  current: number | null,
): SigningField | null {
  const currentIndex = steps.findIndex((field) => field.id === current)
  const fromCurrent = [...steps.slice(currentIndex + 1), ...steps.slice(0, currentIndex + 1)]
  return fromCurrent.find((field) => open.has(field.id)) ?? null
}

/** "Ana María Moreau" → "AMM": at most four letters, in any script. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/[\s\-‐]+/u)
  return words
    .map((word) => [...word].find((letter) => /\p{L}/u.test(letter)) ?? '')
    .join('')
    .slice(0, 4)
    .toUpperCase()
}

/** The day in the local time zone as `2026-03-31`. */
export function localDate(date: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
}
