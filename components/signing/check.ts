import type { SigningField } from './shapes.ts'
import { isMark } from './steps.ts'
import type { Strings } from './strings/en.ts'
import { fill } from './strings/languages.tsx'

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** Why a value cannot be taken, in the signer's words; null when it can. The server has the last word. */
export function faultOf(field: SigningField, value: string, t: Strings): string | null {
  if (isMark(field) || field.read_only) return null
  const text = value.trim()
  if (field.type === 'checkbox') return field.required && text !== 'true' ? t.requiredMissing : null
  if (!text) return field.required ? t.requiredMissing : null
  const rules = field.validation
  if (field.type === 'number') {
    if (!/^[+-]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text)) return t.notNumber
    const amount = Number(text.replace(',', '.'))
    const min = number(rules.min)
    const max = number(rules.max)
    if (min !== null && amount < min) return fill(t.tooSmall, { count: min })
    if (max !== null && amount > max) return fill(t.tooLarge, { count: max })
    return null
  }
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return t.notEmail
  if (field.type === 'date') return dayFault(field, text, t)
  const least = number(rules.min_length)
  const most = number(rules.max_length)
  if (least !== null && [...text].length < least) return fill(t.tooShort, { count: least })
  if (most !== null && [...text].length > most) return fill(t.tooLong, { count: most })
  return null
}

const DAY_MS = 86_400_000

/** The day of signing, unless the sender gave bounds or wrote the date. */
function dayFault({ validation, value }: SigningField, text: string, t: Strings): string | null {
  if (!isDay(text)) return t.notDate
  const { min_date: first, max_date: last } = validation
  if (typeof first === 'string' && text < first) return fill(t.dayTooEarly, { day: first })
  if (typeof last === 'string' && text > last) return fill(t.dayTooLate, { day: last })
  if (first !== undefined || last !== undefined || text === value) return null
  const today = Date.parse(new Date().toISOString().slice(0, 10))
  return Math.abs(Date.parse(text) - today) <= DAY_MS ? null : t.notToday
}

/** `2026-02-30` is none, though `Date` takes it for one in March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text
}
