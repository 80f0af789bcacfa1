import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { FieldErrors } from '#lib/core/errors'
import { isSameText } from '#lib/core/text/characters'
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
    expect(apply({ [apart]: '2' }, [text(composed), text(apart)]).values).toEqual([null, '2'])
    // What one field is called exactly is not the other's.
    for (const [label, name] of [
      [composed, apart],
      [apart, composed],
    ] as const) {
      const fields = [text(label), text('Size', name)]
      expect(apply({ [name]: '2' }, fields)).toEqual({ values: [null, '2'], errors: [] })
      expect(apply({ [label]: '1' }, fields)).toEqual({ values: ['1', null], errors: [] })
    }
  })

  it('a value that no field gets is given if a field with its name has the same one', () => {
    const names = fc.constantFrom('a', 'e\u0301', '\u00e9', 'b')
    const someFields = fc.array(fc.tuple(fc.option(names), fc.option(names, { nil: undefined })))
    const check = (named: [string | null, string | undefined][], values: Record<string, string>) => {
      const fields = named.map(([label, name]) => text(label, name))
      const keys = apply(Object.fromEntries(Object.keys(values).map((key) => [key, key])), fields).values
      const isGiven = ([key, value]: [string, string]) =>
        keys.includes(key) ||
        named.some(
          ([, name = ''], index) => isSameText(name, key) && keys[index] && values[keys[index]] === value,
        )
      const refused = Object.entries(values).filter((entry) => !isGiven(entry))
      expect(apply(values, fields).errors).toEqual(refused.map(([key]) => `values.${key}`))
    }
    fc.assert(fc.property(someFields, fc.dictionary(names, fc.constantFrom('1', '2')), check))
  })

  it('composes each name a few times only, however many fields there are', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const countFor = (count: number) => {
      const labels = Array.from({ length: count }, (_, index) => `Field ${index}`)
      normalize.mockClear()
      apply(
        Object.fromEntries(labels.map((label) => [label, '1'])),
        labels.map((label, index) => text(label, `f${index}`)),
      )
      return normalize.mock.calls.length
    }
    expect(countFor(200)).toBeLessThanOrEqual(2 * countFor(100))
    normalize.mockRestore()
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
