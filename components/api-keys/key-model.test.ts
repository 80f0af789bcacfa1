import { createTranslator } from 'use-intl'
import { describe, expect, it } from 'vitest'
import en from '#messages/en/dashboard.json'
import {
  asNewKey,
  defaultScopes,
  type KeyInput,
  keyInput,
  lifetimes,
  lifetimeText,
  toControlName,
} from './key-model.ts'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'apiKeys.form' })
const now = new Date('2026-11-21T12:00:00Z')
const input = (changes: Partial<KeyInput> = {}): KeyInput => ({
  name: 'Shop',
  lifetime: '30',
  scopes: ['documents:read'],
  addresses: '',
  testMode: false,
  ...changes,
})

it('has a text for each lifetime', () => {
  const texts = lifetimes.map((days) => lifetimeText(t, days))
  expect(texts).toEqual(['30 days', '90 days', '1 year', 'Never'])
})

describe('asNewKey', () => {
  it('uses the member names of the API', () => {
    expect(asNewKey(input(), now)).toEqual({
      name: 'Shop',
      expires_at: '2026-12-21T12:00:00.000Z',
      scopes: ['documents:read'],
      allowed_ips: [],
      test_mode: false,
    })
  })

  it('sets no expiry for an unlimited lifetime', () => {
    expect(asNewKey(input({ lifetime: '' }), now).expires_at).toBeNull()
  })

  it('splits addresses at spaces, lines, commas and semicolons', () => {
    const addresses = ' 203.0.113.7\n198.51.100.0/24, 2001:db8::/32 ;192.0.2.1\n\n'
    expect(asNewKey(input({ addresses }), now).allowed_ips).toEqual([
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:db8::/32',
      '192.0.2.1',
    ])
  })
})

describe('keyInput', () => {
  it('requires a name and a scope', () => {
    const errors = keyInput(t).safeParse(input({ name: ' ', scopes: [] })).error?.issues
    expect(errors?.map((issue) => issue.path.join('.'))).toEqual(['name', 'scopes'])
  })
})

it('preselects neither users nor signing links', () => {
  expect(defaultScopes).toContain('processes:write')
  expect(defaultScopes).not.toContain('users')
  expect(defaultScopes).not.toContain('signing-links')
})

it.each([
  ['expires_at', 'lifetime'],
  ['allowed_ips.1', 'addresses'],
  ['scopes.0', 'scopes'],
  ['name', 'name'],
  ['body', 'name'],
])('shows an error of the API field %s at the control %s', (field, control) => {
  expect(toControlName(field)).toBe(control)
})
