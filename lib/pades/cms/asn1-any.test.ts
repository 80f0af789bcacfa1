import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dotted, encoded, isTagged, parse, readChildren, readElements, readOctets } from './asn1.ts'
import { verifyCms } from './cms-verify.ts'
import {
  asn1Null,
  boolean,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tagged,
} from './der.ts'
import { parseCommonName } from './names.ts'

const bytes = fc.uint8Array({ maxLength: 40 })
const identifier = fc
  .tuple(
    fc.constantFrom('1.2', '2.5', '0.9', '2.16'),
    fc.array(fc.nat(2 ** 20), { minLength: 1, maxLength: 6 }),
  )
  .map(([root, arcs]) => [root, ...arcs].join('.'))
const { anyElement } = fc.letrec<{ anyElement: Uint8Array }>((tie) => ({
  anyElement: fc.oneof(
    { maxDepth: 4 },
    bytes.map(octetString),
    bytes.map(integer),
    fc.boolean().map(boolean),
    identifier.map(objectIdentifier),
    fc.constant(asn1Null),
    fc.array(tie('anyElement'), { maxLength: 4 }).map((parts) => sequence(...parts)),
    fc.array(tie('anyElement'), { maxLength: 4 }).map((parts) => setOf(...parts)),
    fc.tuple(fc.nat(15), tie('anyElement')).map(([number, inner]) => tagged(number, inner)),
  ),
}))

describe('what is encoded', () => {
  test('is read with the bytes that it was encoded to, at any depth', () => {
    fc.assert(
      fc.property(fc.array(anyElement, { maxLength: 5 }), (parts) => {
        const whole = sequence(...parts)
        expect(Buffer.from(encoded(parse(whole)))).toEqual(whole)
        expect(readElements(whole).map((part) => Buffer.from(part))).toEqual(
          parts.map((part) => Buffer.from(part)),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('is read to its end only: bytes after it are ignored', () => {
    fc.assert(
      fc.property(anyElement, bytes, (wholeFile, trailingBytes) => {
        expect(Buffer.from(encoded(parse(Buffer.concat([wholeFile, trailingBytes]))))).toEqual(
          Buffer.from(wholeFile),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('has its octets and its identifier', () => {
    fc.assert(
      fc.property(bytes, identifier, (octets, oid) => {
        expect(Buffer.from(readOctets(parse(octetString(octets)))!)).toEqual(Buffer.from(octets))
        expect(dotted(parse(objectIdentifier(oid)))).toBe(oid)
        expect(readOctets(parse(objectIdentifier(oid)))).toBeUndefined()
        expect(dotted(parse(octetString(octets)))).toBe('')
      }),
      { numRuns: 200 },
    )
  })

  test('has its tag', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.nat(15), anyElement, (number, other, inner) => {
        const parsed = parse(tagged(number, inner))
        expect(isTagged(parsed, number)).toBe(true)
        expect(isTagged(parsed, other)).toBe(number === other)
        expect(readChildren(parsed)).toHaveLength(1)
      }),
    )
    expect(isTagged(parse(sequence()), 0)).toBe(false)
    expect(isTagged(undefined, 0)).toBe(false)
  })

  test('a set is the same in any order of its members', () => {
    fc.assert(
      fc.property(fc.array(anyElement, { minLength: 1, maxLength: 5 }), (parts) => {
        expect(setOf(...parts.toReversed())).toEqual(setOf(...parts))
        const members = readElements(setOf(...parts))
        for (const [index, member] of members.entries())
          if (index > 0) expect(Buffer.compare(members[index - 1]!, member)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 200 },
    )
  })

  test('indefinite and overlong lengths are read as BER, and never beyond the end', () => {
    expect(Buffer.from(readOctets(parse(Buffer.from('04820003010203', 'hex')))!)).toEqual(
      Buffer.from([1, 2, 3]),
    )
    for (const hex of ['', '04', '0405010203', '0484ffffffff', '30800403', '3003040501', 'ff'])
      expect(() => readChildren(parse(Buffer.from(hex, 'hex'))), hex).toThrow()
    expect(element(0x04, Buffer.alloc(70_000))).toHaveLength(70_005)
  })
})

describe('bytes that are no signature', () => {
  const signed = {
    digest: (algorithm: string) => createHash(algorithm).digest(),
    read: () => Buffer.alloc(0),
  }
  const filters = fc.constantFrom(
    'ETSI.CAdES.detached',
    'adbe.pkcs7.detached',
    'ETSI.RFC3161',
    'adbe.x509.rsa_sha1',
    '',
  )

  test('have faults in place of an error, whatever they are', () => {
    fc.assert(
      fc.property(fc.oneof(anyElement, bytes), filters, (contents, filter) => {
        const cmsVerdict = verifyCms(contents, filter, signed)
        expect(cmsVerdict.faults.length).toBeGreaterThan(0)
        expect(cmsVerdict.signatureOk && cmsVerdict.digestOk).toBe(false)
        for (const fault of cmsVerdict.faults) expect(fault).toMatch(/^[A-Z]/)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the common name of a subject as node:crypto prints it', () => {
  test.each([
    ['CN=Ada', 'Ada'],
    ['C=GB\nO=Org\nCN=Ada Lovelace', 'Ada Lovelace'],
    ['CN=First\nCN=Second', 'Second'],
    ['CN=A\\, B', 'A, B'],
    ['CN=A\\\\B', 'A\\B'],
    ['CN=a\\+b\\=c', 'a+b=c'],
    ['CN=', ''],
    ['CN=Jane Doe + serialNumber=7', 'Jane Doe'],
    ['C=GB\nserialNumber=7 + CN=Jane Doe + GN=Jane\nO=Org', 'Jane Doe'],
    ['CN=A \\+ CN=B', 'A + CN=B'],
    ['O=Org\nC=GB + ST=Kent', 'O=Org, C=GB + ST=Kent'],
    ['O=Org\nC=GB', 'Org, C=GB'.replace('Org', 'O=Org')],
    ['xCN=Ada', 'xCN=Ada'],
    ['', ''],
    ['CN=张伟', '张伟'],
  ])('%j is %j', (subject, name) => {
    expect(parseCommonName(subject)).toBe(name)
  })
})
