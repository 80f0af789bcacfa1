import { z } from 'zod'
import type { NewKey } from '#components/api-keys/queries.ts'
import { type Scope, scopes } from '#lib/core/roles'

/** The lifetimes of a key in days; empty means unlimited. */
export const lifetimes = [
  { days: '30', label: '30 days' },
  { days: '90', label: '90 days' },
  { days: '365', label: 'A year' },
  { days: '', label: 'Until revoked' },
]

const sensitive: Scope[] = [
  'vault:retention',
  'folders',
  'webhooks',
  'users',
  'api-keys',
  'privacy',
  'signing-links',
  'admins',
]

/** The scopes selected by default: those that a program needs to send documents. */
export const documentsOnly = scopes.filter((scope) => !sensitive.includes(scope))

export const KeyInput = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120, 'At most 120 characters.'),
  lifetime: z.string(),
  scopes: z.array(z.enum(scopes)).min(1, 'Choose at least one.'),
  addresses: z.string(),
  testMode: z.boolean(),
})
export type KeyInput = z.infer<typeof KeyInput>

/** The form as API input. */
export function asNewKey(
  { name, lifetime, scopes: granted, addresses, testMode }: KeyInput,
  now: Date,
): NewKey {
  const days = Number(lifetime)
  return {
    name,
    expires_at: days > 0 ? new Date(now.getTime() + days * 86_400_000).toISOString() : null,
    scopes: granted,
    allowed_ips: addresses.split(/[\s,;]+/).filter(Boolean),
    test_mode: testMode,
  }
}

/** The form control of an API error's field. */
export function pathOf(field: string): keyof KeyInput {
  const [member] = field.split('.')
  if (member === 'expires_at') return 'lifetime'
  if (member === 'allowed_ips') return 'addresses'
  return member === 'scopes' ? 'scopes' : 'name'
}
