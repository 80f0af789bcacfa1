import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson, findUnsafeNumbers, type Json } from './json.ts'

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
  ['{"deals": [{"id": 9007199254740993}, {"id": 7, "other": -1e21}]}', ['x.deals.0.id', 'x.deals.1.other']],
  ['[1e400]', ['x.0']],
  ['9007199254740993', ['x']],
  [
    '{"id": 9007199254740991, "place": [48.858370099999995, -2.5e-7], "text": "9007199254740993", "none": null}',
    [],
  ],
])('findUnsafeNumbers of %s are %j', (json, expected) => {
  expect(findUnsafeNumbers('x', JSON.parse(json))).toEqual(expected)
})

it('findUnsafeNumbers leaves out those that are stored at the same path', () => {
  const stored: Json = { id: 2 ** 53, list: [2 ** 60, { none: null }], text: 'a' }
  expect(findUnsafeNumbers('x', stored, stored)).toEqual([])
  const changed: Json = {
    list: [2 ** 61, { none: 2 ** 60 }, 2 ** 60],
    text: [2 ** 53],
    id: 2 ** 53,
    length: 2 ** 53,
  }
  expect(findUnsafeNumbers('x', changed, stored)).toEqual([
    'x.list.0',
    'x.list.1.none',
    'x.list.2',
    'x.text.0',
    'x.length',
  ])
})
