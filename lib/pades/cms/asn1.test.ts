import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, readChildren, readEitherTime, readElements, readTime } from './asn1.ts'
import { asn1Null, element, octetString, sequence } from './der.ts'

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

describe('reading times', () => {
  const utcTime = (text: string) => readEitherTime(parse(element(0x17, Buffer.from(text))))?.toISOString()
  const time = (text: string) => {
    const parsed = parse(element(0x18, Buffer.from(text)))
    expect(readEitherTime(parsed)).toEqual(readTime(parsed))
    return readTime(parsed)?.toISOString()
  }

  it('takes the forms of certificates and time stamps', () => {
    expect(utcTime('491231235959Z')).toBe('2049-12-31T23:59:59.000Z')
    expect(utcTime('500101000000Z')).toBe('1950-01-01T00:00:00.000Z')
    expect(time('20500101000000Z')).toBe('2050-01-01T00:00:00.000Z')
    expect(time('20240229120000.1234Z')).toBe('2024-02-29T12:00:00.123Z')
  })

  it.each([
    ...['20240101120000+0200', '20240101120000', '202401011200Z', '2024010112Z', '20240101120000,5Z'],
    ...['20240101120000.Z', '20240230120000Z', '20240101240000Z', '20241301120000Z', '20240101120060Z', ''],
  ])('refuses the GeneralizedTime “%s”', (text) => {
    expect(time(text)).toBeUndefined()
  })

  it.each(['240101120000+0200', '240101120000', '2401011200Z', '240101120000.5', '240230120000Z', 'Z'])(
    'refuses the UTCTime “%s”',
    (text) => {
      expect(utcTime(text)).toBeUndefined()
    },
  )
})
