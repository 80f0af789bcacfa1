import { expect, it } from 'vitest'
import { toLinkControl, toLinkForm, toLinkInput } from './link-model.ts'

const signers = ['Tenant', 'Landlord'].map((role) => ({ role, name: role, email: `${role}@example.com` }))
const roles = signers.map(({ role }) => ({ name: role })) as Parameters<typeof toLinkControl>[2]

it('sends the people of the other roles, and no limits for empty controls', () => {
  expect(toLinkInput({ role: 'Tenant', limit: null, end: '', signers })).toEqual({
    ...{ role: 'Tenant', limit: null, expires_at: null },
    signers: [signers[1]],
  })
})

it('shows earlier input under the roles of its people, of which the template has others now', () => {
  const rolesNow = ['Guarantor', 'Landlord', 'Tenant'].map((name) => ({
    name,
    role: 'signer',
  })) as typeof roles
  const [tenant, landlord] = signers
  const input = { role: 'Tenant', limit: 3, end: '2030-05-01', signers: [tenant!, landlord!] }
  expect(toLinkForm(rolesNow, input)).toEqual({
    ...input,
    signers: [{ role: 'Guarantor', name: '', email: '' }, landlord, tenant],
  })
  expect(toLinkForm(rolesNow, { ...input, role: 'Gone' }).role).toBe('Guarantor')
})

it('sends a limit as a number, and the end of a day of this time zone', () => {
  const input = toLinkInput({ role: 'Tenant', limit: 12, end: '2030-05-01', signers })
  expect([input.limit, new Date(input.expires_at!).getDate()]).toEqual([12, 1])
})

it('shows an error at the control of its person', () => {
  expect(toLinkControl('signers.0.email', 'Tenant', roles)).toBe('signers.1.email')
  expect(toLinkControl('signers.0.email', 'Landlord', roles)).toBe('signers.0.email')
  expect([toLinkControl('expires_at', '', roles), toLinkControl('limit', '', roles)]).toEqual([
    'end',
    'limit',
  ])
})
