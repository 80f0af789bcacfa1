import { describe, expect, it } from 'vitest'
import type { TemplateRole } from '#db/schema/templates'
import { englishMessages, type FieldErrors } from '#lib/core/errors'
import type { UseTemplate } from './input.ts'
import { assignRoles, sortRoles } from './rules.ts'

const role = (name: string, order = 1): TemplateRole => ({ name, order, type: 'sequential', role: 'signer' })
const personFor = (name: string, roleName: string): UseTemplate['signers'][number] => ({
  name,
  email: `${name.toLowerCase()}@example.com`,
  role: roleName,
})

describe('sortRoles', () => {
  const input = (name: string, order?: number) => ({
    name,
    order,
    type: 'sequential' as const,
    role: 'signer' as const,
  })

  it('uses the position as the default order', () => {
    expect(sortRoles([input('A'), input('B')]).map(({ name, order }) => [name, order])).toEqual([
      ['A', 1],
      ['B', 2],
    ])
  })

  it('keeps the position of roles with equal orders', () => {
    const roles = sortRoles([input('A', 5), input('B', 2), input('C', 5), input('D', 0)])
    expect(roles.map(({ name }) => name)).toEqual(['D', 'B', 'A', 'C'])
  })
})

describe('assignRoles', () => {
  const assign = (roles: TemplateRole[], people: UseTemplate['signers']) => {
    const errors: FieldErrors = {}
    return { people: assignRoles(roles, people, errors), errors: englishMessages(errors) }
  }

  it('returns the people in the order of the roles, not of the input', () => {
    const { people, errors } = assign(
      [role('Tenant'), role('Landlord', 2)],
      [personFor('Lou', 'Landlord'), personFor('Ada', 'Tenant')],
    )
    expect(errors).toEqual({})
    expect(people).toEqual([
      { ...personFor('Ada', 'Tenant'), order: 1, type: 'sequential', role: 'signer' },
      { ...personFor('Lou', 'Landlord'), order: 2, type: 'sequential', role: 'signer' },
    ])
  })

  it('gives people the type and kind of their role', () => {
    const { people } = assign([{ ...role('HR'), role: 'cc', type: 'parallel' }], [personFor('Hal', 'HR')])
    expect(people[0]).toMatchObject({ role: 'cc', type: 'parallel' })
  })

  it('reports all roles without a person at once', () => {
    expect(assign([role('A'), role('B'), role('C')], [personFor('Bob', 'B')]).errors).toEqual({
      signers: ['The role “A” needs a person.', 'The role “C” needs a person.'],
    })
  })

  it('refuses unknown and repeated roles', () => {
    const people = [personFor('Ada', 'A'), personFor('Bob', 'a'), personFor('Eve', 'A')]
    expect(assign([role('A')], people).errors).toEqual({
      'signers.1.role': ['The template has no role “a”.'],
      'signers.2.role': ['The role “A” appears twice.'],
    })
  })

  it('returns nothing for a template without roles', () => {
    expect(assign([], [])).toEqual({ people: [], errors: {} })
  })
})
