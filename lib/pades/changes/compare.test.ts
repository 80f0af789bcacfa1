import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { equalObjects, refKey } from './compare.ts'

const stream = (text: string, type = 'X') =>
  new PdfStream([['Type', PdfName.of(type)]], new TextEncoder().encode(text))

/** Two ways to write each value, then values that differ from it. */
const values: [name: string, a: PdfObject, b: PdfObject, others: PdfObject[]][] = [
  ['a number', PdfNumber.of(1), PdfNumber.of(1), [PdfNumber.of(2), PdfNumber.of(1.5), PdfName.of('1')]],
  ['a name', PdfName.of('A'), PdfName.of('A'), [PdfName.of('B'), PdfString.fromString('A')]],
  ['a truth', PdfBool.TRUE, PdfBool.of(true), [PdfBool.FALSE, PdfNumber.of(1)]],
  ['null', PdfNull.instance, PdfNull.instance, [PdfNumber.of(0), PdfBool.FALSE]],
  [
    'a string, literal or hexadecimal',
    new PdfString(new Uint8Array([65, 66]), 'literal'),
    new PdfString(new Uint8Array([65, 66]), 'hex'),
    [PdfString.fromString('AC'), PdfString.fromString('ABC'), PdfString.fromString('')],
  ],
  ['a reference', PdfRef.of(3, 0), PdfRef.of(3), [PdfRef.of(3, 1), PdfRef.of(4, 0), PdfNumber.of(3)]],
  [
    'an array',
    PdfArray.of(PdfNumber.of(1), PdfName.of('A')),
    PdfArray.of(PdfNumber.of(1), PdfName.of('A')),
    [PdfArray.of(PdfName.of('A'), PdfNumber.of(1)), PdfArray.of(PdfNumber.of(1)), new PdfArray([])],
  ],
  [
    'a dictionary in any order',
    PdfDict.of({ A: PdfNumber.of(1), B: PdfNumber.of(2) }),
    PdfDict.of({ B: PdfNumber.of(2), A: PdfNumber.of(1) }),
    [
      PdfDict.of({ A: PdfNumber.of(1) }),
      PdfDict.of({ A: PdfNumber.of(1), B: PdfNumber.of(3) }),
      PdfDict.of({ A: PdfNumber.of(1), C: PdfNumber.of(2) }),
      PdfDict.of({ A: PdfNumber.of(1), B: PdfNumber.of(2), C: PdfNumber.of(2) }),
    ],
  ],
  [
    'a stream',
    stream('data'),
    stream('data'),
    [stream('date'), stream('data', 'Y'), PdfDict.of({ Type: PdfName.of('X') })],
  ],
  [
    'what is nested',
    PdfDict.of({ A: PdfArray.of(PdfDict.of({ B: PdfRef.of(1) })) }),
    PdfDict.of({ A: PdfArray.of(PdfDict.of({ B: PdfRef.of(1) })) }),
    [
      PdfDict.of({ A: PdfArray.of(PdfDict.of({ B: PdfRef.of(2) })) }),
      PdfDict.of({ A: PdfArray.of(PdfDict.of({})) }),
    ],
  ],
]

describe('equalObjects', () => {
  test.each(values)('%s equals an equal value', (_, a, b) => {
    expect(equalObjects(a, b)).toBe(true)
    expect(equalObjects(b, a)).toBe(true)
    expect(equalObjects(a, a)).toBe(true)
  })

  test.each(values)('%s equals no other value', (_, a, __, others) => {
    for (const other of others) {
      expect(equalObjects(a, other)).toBe(false)
      expect(equalObjects(other, a)).toBe(false)
    }
    expect(equalObjects(a, undefined)).toBe(false)
    expect(equalObjects(undefined, a)).toBe(false)
  })

  test('two absent values are equal', () => {
    expect(equalObjects(undefined, undefined)).toBe(true)
  })

  test('values of different types are never equal', () => {
    for (const [index, [, a]] of values.entries()) {
      for (const [position, [, , b]] of values.entries())
        if (position !== index) expect(equalObjects(a, b)).toBe(false)
    }
  })
})

test('refKey distinguishes generations', () => {
  expect(refKey(PdfRef.of(12, 3))).toBe('12 3')
  expect(refKey(PdfRef.of(1, 23))).not.toBe(refKey(PdfRef.of(12, 3)))
})
