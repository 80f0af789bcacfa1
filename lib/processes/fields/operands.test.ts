import { describe, expect, test, vi } from 'vitest'
import { tellOperandsApart } from './operands.ts'

const field = (documentIndex: number, label: string | null, formula: string | null = null) => ({
  documentIndex,
  label,
  formula,
})

describe('tellOperandsApart', () => {
  test('numbers the labels that formulas of several documents refer to', () => {
    const fields = [0, 1].flatMap((index) => [
      field(index, 'Rent'),
      field(index, 'Place'),
      field(index, 'Total', 'SUM({{Rent}}, 2)'),
    ])
    const apart = tellOperandsApart(fields, ({ documentIndex }) => documentIndex)
    expect(apart.map(({ label }) => label)).toEqual([
      'Rent (1)',
      'Place',
      'Total',
      'Rent (2)',
      'Place',
      'Total',
    ])
    expect(apart[2]!.formula).toBe('SUM({{Rent (1)}}, 2)')
    expect(apart[5]!.formula).toBe('SUM({{Rent (2)}}, 2)')
  })

  test('finds labels whose letters the formula has composed', () => {
    const [composed, apart] = ['NFC', 'NFD'].map((form) => 'Größe'.normalize(form))
    const fields = [field(0, apart!), field(1, composed!), field(1, 'Total', `{{${apart}}} * 2`)]
    const [first, second, total] = tellOperandsApart(fields, ({ documentIndex }) => documentIndex)
    expect([first!.label, second!.label]).toEqual([`${composed} (1)`, `${composed} (2)`])
    expect(total!.formula).toBe(`{{${composed} (2)}} * 2`)
  })

  test('composes each label a few times only, however many fields and formulas there are', () => {
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const countFor = (count: number) => {
      const numbers = Array.from({ length: count }, (_, index) => index)
      const fields = numbers.flatMap((number) => [
        field(0, `F${number}`),
        field(0, `T${number}`, `{{F${number}}} * 2`),
      ])
      normalize.mockClear()
      tellOperandsApart(fields, ({ documentIndex }) => documentIndex)
      return normalize.mock.calls.length
    }
    expect(countFor(200)).toBeLessThanOrEqual(2 * countFor(100))
    normalize.mockRestore()
  })

  test('keeps labels that are clear', () => {
    const fields = [field(0, 'Rent'), field(0, 'Total', '{{Rent}} * 2'), field(1, 'Other'), field(1, null)]
    expect(tellOperandsApart(fields, ({ documentIndex }) => documentIndex)).toEqual(fields)
  })
})
