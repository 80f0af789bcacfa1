import { describe, expect, it } from 'vitest'
import type { FieldErrors } from '#lib/core/errors'
import { applyPresets, checkedBefore } from './presets.ts'

const layout = { width: 200, height: 20, fontSize: null, alignment: 'left' as const }
const text = (label: string | null, name?: string) => ({
  ...{ type: 'text' as const, label, value: null, auto: false, formula: null, imported: true, name },
  ...{ options: null, required: false, readOnly: false, validation: {}, ...layout },
})

describe('values by label or by name in the file', () => {
  const fields = [text('Landlord', 'Name'), text('Name', 'Name_2'), text(null, 'Deposit')]
  const apply = (values: Record<string, string>, of: object[] = fields) => {
    const errors: FieldErrors = {}
    const applied = applyPresets(
      of as unknown as Parameters<typeof applyPresets>[0],
      values,
      errors,
      checkedBefore,
    )
    return { values: applied.map(({ value }) => value), errors: Object.keys(errors) }
  }

  it('a label counts before the name that another field has in the file', () => {
    const both = apply({ Name: 'Tenant', Landlord: 'Owner' })
    expect(both).toEqual({ values: ['Owner', 'Tenant', null], errors: [] })
    expect(apply({ Name: 'Tenant' })).toEqual({ values: [null, 'Tenant', null], errors: [] })
    expect(apply({ Name_2: 'Tenant', Deposit: '900' })).toEqual({
      values: [null, 'Tenant', '900'],
      errors: [],
    })
  })

  it('letters are composed or not', () => {
    const [composed, apart] = ['Gr\u00f6\u00dfe', 'Gro\u0308\u00dfe'] as const
    for (const [key, own] of [
      [composed, apart],
      [apart, composed],
    ] as const)
      for (const field of [text(own), text(null, own)])
        expect(apply({ [key]: '42' }, [field])).toEqual({ values: ['42'], errors: [] })
    // Where both are labels, each has its own value.
    const both = apply({ [composed]: '1', [apart]: '2' }, [text(composed), text(apart)])
    expect(both).toEqual({ values: ['1', '2'], errors: [] })
  })

  it('a field may be named twice, with one value', () => {
    expect(apply({ Name: 'Tenant', Name_2: 'Tenant' })).toEqual({
      values: [null, 'Tenant', null],
      errors: [],
    })
  })

  it('no value is dropped without an error', () => {
    expect(apply({ Name: 'Tenant', Name_2: 'Other', Rent: '1' })).toEqual({
      values: [null, 'Tenant', null],
      errors: ['values.Name_2', 'values.Rent'],
    })
  })
})
