import * as asn1js from 'asn1js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bitString,
  boolean,
  contentsOf,
  ecdsaSignature,
  element,
  elementsIn,
  integer,
  nothing,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tagged,
  time,
  utf8String,
} from './der.ts'

// asn1js shares no code with what writes.
function read(der: Uint8Array<ArrayBuffer>) {
  const { result, offset } = asn1js.fromBER(der)
  expect(offset).toBe(der.length)
  return result
}

const hex = (der: Uint8Array) => Buffer.from(der).toString('hex')
const blocksOf = (der: Uint8Array<ArrayBuffer>) =>
  (read(der) as asn1js.Constructed).valueBlock.value as asn1js.BaseBlock[]

describe('lengths (X.690, 8.1.3)', () => {
  it.each([
    [0, '0400'],
    [1, '0401'],
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_535, '0482ffff'],
    [65_536, '0483010000'],
  ])('of %i bytes', (length, head) => {
    const der = octetString(new Uint8Array(length))
    expect(hex(der).slice(0, head.length)).toBe(head)
    expect(der).toHaveLength(head.length / 2 + length)
  })
})

describe('whole numbers', () => {
  it.each([
    ['00', '020100'],
    ['', '020100'],
    ['7f', '02017f'],
    ['80', '02020080'],
    ['0000ff', '020200ff'],
    ['0100', '02020100'],
  ])('0x%s', (given, wanted) => {
    expect(hex(integer(Buffer.from(given, 'hex')))).toBe(wanted)
  })

  it('are read as they were, and never negative', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 160n }), (value) => {
        const digits = value.toString(16)
        const der = integer(Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'))
        expect((read(der) as asn1js.Integer).toBigInt()).toBe(value)
      }),
    )
  })
})

describe('object identifiers', () => {
  it.each(['1.2.840.113549.1.7.2', '2.5.4.3', '0.4.0.194121.2.1', '2.16.840.1.101.3.4.2.1', '2.999.3'])(
    '%s',
    (dotted) => {
      expect((read(objectIdentifier(dotted)) as asn1js.ObjectIdentifier).getValue()).toBe(dotted)
    },
  )
})

describe('times (RFC 5280, 4.1.2.5)', () => {
  it.each([
    ['2026-03-01T10:00:00.999Z', 0x17, '260301100000Z'],
    ['2049-12-31T23:59:59Z', 0x17, '491231235959Z'],
    ['2050-01-01T00:00:00Z', 0x18, '20500101000000Z'],
  ])('%s', (at, tag, text) => {
    const der = time(new Date(at))
    expect(der[0]).toBe(tag)
    expect(contentsOf(der).toString()).toBe(text)
  })
})

describe('the others', () => {
  it('are read as what they are', () => {
    const der = sequence(
      boolean(true),
      boolean(false),
      nothing,
      utf8String('Žofie 张伟'),
      bitString(Buffer.of(6), 1),
    )
    const [yes, no, none, text, bits] = blocksOf(der)
    expect((yes as asn1js.Boolean).getValue()).toBe(true)
    expect((no as asn1js.Boolean).getValue()).toBe(false)
    expect(none).toBeInstanceOf(asn1js.Null)
    expect((text as asn1js.Utf8String).getValue()).toBe('Žofie 张伟')
    expect((bits as asn1js.BitString).valueBlock.unusedBits).toBe(1)
  })

  it('are tagged for their context', () => {
    const [block] = blocksOf(sequence(tagged(3, octetString(Buffer.of(1)))))
    expect(block!.idBlock).toMatchObject({ tagClass: 3, tagNumber: 3, isConstructed: true })
  })

  it('stand in a set in the order of their encodings (X.690, 11.6)', () => {
    const [small, large, long] = [
      octetString(Buffer.of(1)),
      octetString(Buffer.of(2)),
      octetString(Buffer.of(0, 0)),
    ]
    expect(hex(setOf(long, large, small))).toBe(hex(element(0x31, small, large, long)))
  })
})

describe('an ECDSA signature (RFC 3279, 2.2.3)', () => {
  it('is r and s, each without what stands before its first digit', () => {
    const rAndS = Buffer.concat([Buffer.alloc(31), Buffer.of(0x80), Buffer.alloc(32, 0x7f)])
    const [r, s] = elementsIn(ecdsaSignature(rAndS))
    expect(hex(r!)).toBe('02020080')
    expect(s).toHaveLength(34)
  })
})

describe('reading', () => {
  it('finds the elements that were put in', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (contents) => {
        const parts = contents.map((bytes) => octetString(bytes))
        const found = elementsIn(sequence(...parts))
        expect(found.map(hex)).toEqual(parts.map(hex))
        expect(found.map((part) => hex(contentsOf(part)))).toEqual(contents.map(hex))
      }),
    )
  })

  it('works in a view into larger memory', () => {
    const memory = Buffer.concat([Buffer.alloc(7, 0xff), sequence(nothing), Buffer.alloc(7, 0xff)])
    expect(elementsIn(memory.subarray(7, 11)).map(hex)).toEqual(['0500'])
  })

  it.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['a length that leads out of the bytes', '3003' + '0500'],
    ['an inner length that does', '3003' + '040401'],
    ['no definite length', '3080' + '0500' + '0000'],
    ['a length of more bytes than a number has', '3088' + 'ffffffffffffffff'],
    ['a length that is cut off', '3082' + '01'],
  ])('refuses %s', (_case, given) => {
    expect(() => elementsIn(Buffer.from(given, 'hex'))).toThrow(RangeError)
  })

  it('never fails otherwise, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          elementsIn(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }),
    )
  })
})
