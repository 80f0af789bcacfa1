import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, readChildren, readElements } from './asn1.ts'
import { asn1Null, octetString, sequence } from './der.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('reading ASN.1', () => {
  it('returns the elements as encoded', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (contents) => {
        const parts = contents.map((bytes) => octetString(bytes))
        expect(readElements(sequence(...parts)).map(hex)).toEqual(parts.map(hex))
      }),
    )
  })

  it('works in a view into larger memory', () => {
    const memory = Buffer.concat([Buffer.alloc(7, 0xff), sequence(asn1Null), Buffer.alloc(7, 0xff)])
    expect(readElements(memory.subarray(7, 11)).map(hex)).toEqual(['0500'])
  })

  it.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['a length that leads out of the bytes', '30030500'],
    ['an inner length that does', '3003040401'],
    ['a length of more bytes than a number has', '3088ffffffffffffffff'],
    ['a length that is cut off', '308201'],
  ])('refuses %s', (_case, text) => {
    expect(() => readChildren(parse(Buffer.from(text, 'hex')))).toThrow()
  })

  it('throws nothing but Error for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        try {
          readChildren(parse(bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(Error)
        }
      }),
    )
  })
})
