import { describe, expect, it } from 'vitest'
import { asNewKey, documentsOnly, KeyInput, lifetimes, pathOf } from './key-model.ts'

const now = new Date('2026-11-21T12:00:00Z')
const input = (input: Partial<KeyInput> = {}): KeyInput => ({
  name: 'Shop',
  lifetime: '30',
  scopes: ['documents:read'],
  addresses: '',
  testMode: false,
  ...input,
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

  it('accepts an unlimited lifetime', () => {
    expect(asNewKey(input({ lifetime: '' }), now).expires_at).toBeNull()
    expect(lifetimes.map(({ days }) => asNewKey(input({ lifetime: days }), now).expires_at)).toHaveLength(4)
  })

  it('reads addresses with any separator', () => {
    const addresses = ' 203.0.113.7\n198.51.100.0/24, 2001:db8::/32 ;192.0.2.1\n\n'
    expect(asNewKey(input({ addresses }), now).allowed_ips).toEqual([
      '203.0.113.7',
      '198.51.100.0/24',
      '2001:db8::/32',
      '192.0.2.1',
    ])
  })
})

describe('KeyWish', () => {
  it('requires a name and a scope', () => {
    const errors = KeyInput.safeParse(input({ name: ' ', scopes: [] })).error?.issues
    expect(errors?.map((issue) => issue.path.join('.'))).toEqual(['name', 'scopes'])
  })
})

it('does not preselect users, keys or signing links', () => {
  expect(documentsOnly).toContain('processes:write')
  expect(documentsOnly).not.toContain('users')
  expect(documentsOnly).not.toContain('signing-links')
})

it.each([
  ['expires_at', 'lifetime'],
  ['allowed_ips.1', 'addresses'],
  ['scopes.0', 'scopes'],
  ['name', 'name'],
  ['body', 'name'],
])('an error of %s is shown at %s', (field, control) => {
  expect(pathOf(field)).toBe(control)
})
