import { expect, it } from 'vitest'
import {
  editorSigners,
  formatRoles,
  haveUnknownRole,
  recordsToInput,
  templateZones,
  toSignerId,
} from '#components/templates/template-zones.ts'
import type { FieldRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

type Role = TemplateRecord['roles'][number]

const makeRoles = (...names: string[]) => names.map((name) => ({ name, role: 'signer' }) as Role)
const opened = { roles: makeRoles('Tenant', 'Landlord') }

it.each([
  ['reordered', makeRoles('Landlord', 'Tenant'), true],
  ['added', makeRoles('Broker', 'Tenant', 'Landlord'), false],
  ['removed', makeRoles('Tenant'), false],
  ['renamed', makeRoles('Renter', 'Landlord'), false],
  ['made a copy recipient', [...makeRoles('Tenant'), { name: 'Landlord', role: 'cc' } as Role], false],
])('the roles that have fields are compared whatever their order: %s', (_, roles, areSame) => {
  expect(formatRoles({ roles }) === formatRoles(opened)).toBe(areSame)
})

it('knows the fields whose role the template no longer has', () => {
  const layout = { type: 'text', page: 1, options: [], validation: {}, layout: {} }
  const fields = [
    { ...layout, id: 1, role: 'Landlord', document_id: 7 },
  ] as unknown as TemplateRecord['fields']
  const { zones } = templateZones({ fields }, null)
  expect(haveUnknownRole(zones, opened)).toBe(false)
  expect(haveUnknownRole(zones, { roles: makeRoles('Tenant') })).toBe(true)
})

it('the signers of the editor are the roles that have fields', () => {
  const roles = [...makeRoles('Tenant'), { name: 'HR', role: 'cc' } as Role]
  expect(editorSigners({ roles }).map(({ name }) => name)).toEqual(['Tenant'])
})

it('the signer ids of roles differ, and are safe integers', () => {
  const names = [
    ...Array.from({ length: 1000 }, (_, index) => `Role ${index}`),
    ...['Aa', 'BB', '丁', '七', 'x'.repeat(255), `${'x'.repeat(254)}y`],
  ]
  const ids = names.map(toSignerId)
  expect(new Set(ids).size).toBe(names.length)
  expect(ids.every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true)
})

it('keeps the decimals of a calculated number when the roles are saved', () => {
  const validation = { min_decimals: 4, max_decimals: 4 }
  const stored = { id: 1, document_id: 7, signer_id: 3, type: 'number', formula: '{{Rent}} / 3', validation }
  const roles = [{ id: 3, ...makeRoles('Tenant')[0]! }]
  expect(recordsToInput([stored as unknown as FieldRecord], roles, new Set([7]))).toMatchObject([
    { role: 'Tenant', formula: stored.formula, validation },
  ])
})
