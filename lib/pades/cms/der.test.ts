import * as asn1js from 'asn1js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asn1Null,
  boolean,
  ecdsaSignature,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tagged,
} from './der.ts'

// asn1js shares no code with the encoder.
function read(der: Uint8Array<ArrayBuffer>) {
  const { result, offset } = asn1js.fromBER(der)
  expect(offset).toBe(der.length)
  return result
}

const hex = (der: Uint8Array) => Buffer.from(der).toString('hex')
const getBlocks = (der: Uint8Array<ArrayBuffer>) =>
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
  ])('0x%s', (text, expected) => {
    expect(hex(integer(Buffer.from(text, 'hex')))).toBe(expected)
  })

  it('round-trip, and are never negative', () => {
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

describe('other types', () => {
  it('are decoded by asn1js', () => {
    const der = sequence(boolean(true), boolean(false), asn1Null)
    const [yes, no, none] = getBlocks(der)
    expect((yes as asn1js.Boolean).getValue()).toBe(true)
    expect((no as asn1js.Boolean).getValue()).toBe(false)
    expect(none).toBeInstanceOf(asn1js.Null)
  })

  it('have context-specific tags', () => {
    const [block] = getBlocks(sequence(tagged(3, octetString(Buffer.of(1)))))
    expect(block!.idBlock).toMatchObject({ tagClass: 3, tagNumber: 3, isConstructed: true })
  })

  it('are sorted by encoding in a set (X.690, 11.6)', () => {
    const [small, large, long] = [
      octetString(Buffer.of(1)),
      octetString(Buffer.of(2)),
      octetString(Buffer.of(0, 0)),
    ]
    expect(hex(setOf(long, large, small))).toBe(hex(element(0x31, small, large, long)))
  })
})

describe('an ECDSA signature (RFC 3279, 2.2.3)', () => {
  it('is r and s without leading zeros', () => {
    const rAndS = Buffer.concat([Buffer.alloc(31), Buffer.of(0x80), Buffer.alloc(32, 0x7f)])
    const [r, s] = getBlocks(ecdsaSignature(rAndS)).map(({ valueBeforeDecodeView }) => valueBeforeDecodeView)
    expect(hex(r!)).toBe('02020080')
    expect(s).toHaveLength(34)
  })
})
