import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, hasSafeNumbers, type Json } from './json.ts'

describe('canonicalJson', () => {
  it('orders members by name at every depth, and leaves the order of arrays', () => {
    expect(canonicalJson({ b: [2, { z: 1, a: null }], a: 'é"' })).toBe(
      '{"a":"é\\"","b":[2,{"a":null,"z":1}]}',
    )
  })

  it('does not depend on the order in which members were written, and loses nothing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (input) => {
        const value = input as Record<string, Json>
        const reversed = Object.fromEntries(Object.entries(value).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})

it.each([
  ['{"deals": [{"id": 9007199254740993}]}', false],
  ['[1e400]', false],
  [
    '{"id": 9007199254740991, "place": [48.858370099999995, -2.5e-7], "text": "9007199254740993", "none": null}',
    true,
  ],
])('hasSafeNumbers of %s is %s', (json, expected) => {
  expect(hasSafeNumbers(JSON.parse(json))).toBe(expected)
})
