import { describe, expect, it } from 'vitest'
import type { TemplateRole } from '#db/schema/templates'
import type { FieldErrors } from '#lib/core/errors'
import type { UseTemplate } from './input.ts'
import { assignRoles, copyName, inOrder } from './rules.ts'

const role = (name: string, order = 1): TemplateRole => ({ name, order, type: 'sequential', role: 'signer' })
const person = (name: string, of: string): UseTemplate['signers'][number] => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  role: of,
})

describe('the name of a duplicate', () => {
  it.each([
    ['Lease', 'Lease (copy)'],
    ['Lease (copy)', 'Lease (copy) (copy)'],
    ['x'.repeat(248), `${'x'.repeat(248)} (copy)`],
    ['x'.repeat(249), `${'x'.repeat(247)}… (copy)`],
    ['x'.repeat(255), `${'x'.repeat(247)}… (copy)`],
    [`${'x'.repeat(246)}😀${'x'.repeat(7)}`, `${'x'.repeat(246)}… (copy)`],
  ])('%s', (name, copy) => {
    expect(copyName(name)).toBe(copy)
    expect(copyName(name).length).toBeLessThanOrEqual(255)
  })
})

describe('the order of roles', () => {
  const input = (name: string, order?: number) => ({
    name,
    order,
    type: 'sequential' as const,
    role: 'signer' as const,
  })

  it('is the position where none is given', () => {
    expect(inOrder([input('A'), input('B')]).map(({ name, order }) => [name, order])).toEqual([
      ['A', 1],
      ['B', 2],
    ])
  })

  it('is stable for equal orders', () => {
    const roles = inOrder([input('A', 5), input('B', 2), input('C', 5), input('D', 0)])
    expect(roles.map(({ name }) => name)).toEqual(['D', 'B', 'A', 'C'])
  })
})

describe('people for roles', () => {
  const errorsOf = (roles: TemplateRole[], people: UseTemplate['signers']) => {
    const errors: FieldErrors = {}
    return { people: assignRoles(roles, people, errors), errors }
  }

  it('are in the order of the roles, in any order of the input', () => {
    const { people, errors } = errorsOf(
      [role('Tenant'), role('Landlord', 2)],
      [person('Lou', 'Landlord'), person('Ada', 'Tenant')],
    )
    expect(errors).toEqual({})
    expect(people).toEqual([
      { ...person('Ada', 'Tenant'), order: 1, type: 'sequential', role: 'signer' },
      { ...person('Lou', 'Landlord'), order: 2, type: 'sequential', role: 'signer' },
    ])
  })

  it('get the role’s type and order, not its name', () => {
    const { people } = errorsOf([{ ...role('HR'), role: 'cc', type: 'parallel' }], [person('Hal', 'HR')])
    expect(people[0]).toMatchObject({ role: 'cc', type: 'parallel' })
  })

  it('are all reported as missing at once', () => {
    expect(errorsOf([role('A'), role('B'), role('C')], [person('Bob', 'B')]).errors).toEqual({
      signers: ['The role “A” needs a person.', 'The role “C” needs a person.'],
    })
  })

  it('are refused for unknown and repeated roles', () => {
    const people = [person('Ada', 'A'), person('Bob', 'a'), person('Eve', 'A')]
    expect(errorsOf([role('A')], people).errors).toEqual({
      'signers.1.role': ['The template has no role “a”.'],
      'signers.2.role': ['The role “A” appears twice.'],
    })
  })

  it('are empty without roles', () => {
    expect(errorsOf([], [])).toEqual({ people: [], errors: {} })
  })
})
