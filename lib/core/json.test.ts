import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, type Json } from './json.ts'

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
