import type { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { NewKey } from '#components/api-keys/queries.ts'
import { addDays } from '#lib/core/clock'
import { type Scope, scopes } from '#lib/core/roles'

type Translate = ReturnType<typeof useTranslations<'apiKeys.form'>>

/** The lifetimes of a key in days; empty means unlimited. */
export const lifetimes = ['30', '90', '365', '']

export function lifetimeText(t: Translate, days: string): string {
  if (days === '') return t('lifetimes.unlimited')
  return days === '365' ? t('lifetimes.year') : t('lifetimes.days', { days })
}

/** Scopes that a program which only sends documents does not need. */
const extraScopes: Scope[] = [
  'vault:retention',
  'folders',
  'webhooks',
  'users',
  'api-keys',
  'audit:read',
  'privacy',
  'signing-links',
  'admins',
]

/** The scopes selected by default: those that a program needs to send documents. */
export const defaultScopes = scopes.filter((scope) => !extraScopes.includes(scope))

export const keyInput = (t: Translate) =>
  z.object({
    name: z.string().trim().min(1, t('nameMissing')).max(120, t('nameTooLong')),
    lifetime: z.string(),
    scopes: z.array(z.enum(scopes)).min(1, t('scopesMissing')),
    addresses: z.string(),
    testMode: z.boolean(),
  })
export type KeyInput = z.infer<ReturnType<typeof keyInput>>

/** The form as API input. */
export function asNewKey({ name, lifetime, scopes, addresses, testMode }: KeyInput, now: Date): NewKey {
  const days = Number(lifetime)
  return {
    name,
    expires_at: days > 0 ? addDays(now, days).toISOString() : null,
    scopes,
    allowed_ips: addresses.split(/[\s,;]+/).filter(Boolean),
    test_mode: testMode,
  }
}

/** The form control that shows the error of an API field, such as `allowed_ips.1`. */
export function toControlName(field: string): keyof KeyInput {
  const [member] = field.split('.')
  if (member === 'expires_at') return 'lifetime'
  if (member === 'allowed_ips') return 'addresses'
  return member === 'scopes' ? 'scopes' : 'name'
}
