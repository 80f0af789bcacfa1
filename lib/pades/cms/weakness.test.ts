import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { type CmsRecipe, cmsOver } from '../fixtures/cms.ts'
import { computeDigest } from './algorithms.ts'
import { verifyCms } from './cms-verify.ts'
import { element, integer, objectIdentifier, octetString, sequence } from './der.ts'

const pkcs7 = 'adbe.pkcs7.detached'
const content = Buffer.from('The rent is 100 EUR.')
const over = (bytes: Uint8Array) => ({
  digest: (algorithm: string) => computeDigest(algorithm, bytes),
  read: () => bytes,
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const rsa1024 = generateKeyPairSync('rsa', { modulusLength: 1024 })
const dsa = generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 })
const dsa1024 = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 })
const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const p192 = generateKeyPairSync('ec', { namedCurve: 'prime192v1' })
const brainpool = generateKeyPairSync('ec', { namedCurve: 'brainpoolP256r1' })
const ed448 = generateKeyPairSync('ed448')
const ed25519 = generateKeyPairSync('ed25519')

const hashIds: Record<string, string> = {
  md5: '1.2.840.113549.2.5',
  ripemd160: '1.3.36.3.2.1',
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
  'sha512-256': '2.16.840.1.101.3.4.2.6',
  shake256: '2.16.840.1.101.3.4.2.12',
}

const plain = (id: number, hash: string) =>
  ({ hash, signatureId: `0.4.0.127.0.7.1.1.4.1.${id}`, dsaEncoding: 'ieee-p1363' }) as const

type Case = Pick<CmsRecipe, 'hash' | 'signatureId' | 'dsaEncoding'>
const cases: [
  string,
  { publicKey: CmsRecipe['publicKey']; privateKey: CmsRecipe['privateKey'] },
  Case,
  string | null,
  string | null,
][] = [
  ['RSA with SHA-256', rsa, { hash: 'sha256', signatureId: '1.2.840.113549.1.1.11' }, null, null],
  ['RSA with SHA-512/256', rsa, { hash: 'sha512-256', signatureId: '1.2.840.113549.1.1.1' }, null, null],
  ['RSA with MD5', rsa, { hash: 'md5', signatureId: '1.2.840.113549.1.1.4' }, 'MD5', null],
  ['RSA with SHA-1', rsa, { hash: 'sha1', signatureId: '1.3.14.3.2.29' }, 'SHA-1', null],
  ['RSA with RIPEMD-160', rsa, { hash: 'ripemd160', signatureId: '1.3.36.3.3.1.2' }, 'RIPEMD-160', null],
  ['RSA of 1,024 bits', rsa1024, { hash: 'sha256', signatureId: '1.2.840.113549.1.1.1' }, null, 'RSA 1024'],
  ['DSA', dsa, { hash: 'sha256', signatureId: '2.16.840.1.101.3.4.3.2' }, 'DSA', null],
  ['DSA named by its key', dsa, { hash: 'sha512', signatureId: '1.2.840.10040.4.1' }, 'DSA', null],
  [
    'DSA of 1,024 bits',
    dsa1024,
    { hash: 'sha1', signatureId: '1.2.840.10040.4.3' },
    'SHA-1, DSA',
    'DSA 1024',
  ],
  ['plain ECDSA with SHA-256', p256, plain(3, 'sha256'), null, null],
  ['plain ECDSA with SHA-512', brainpool, plain(5, 'sha512'), null, null],
  ['plain ECDSA with RIPEMD-160', p256, plain(6, 'ripemd160'), 'RIPEMD-160', null],
  ['ECDSA named by its key', p256, { hash: 'sha384', signatureId: '1.2.840.10045.2.1' }, null, null],
  ['ECDSA of 192 bits', p192, { hash: 'sha256', signatureId: '1.2.840.10045.4.3.2' }, null, 'EC 192'],
  ['Ed448', ed448, { hash: 'shake256', signatureId: '1.3.101.113' }, null, null],
  ['Ed25519', ed25519, { hash: 'sha512', signatureId: '1.3.101.112' }, null, null],
]

function recipe(keys: Pick<CmsRecipe, 'publicKey' | 'privateKey'>, chosen: Case): CmsRecipe {
  return { ...keys, ...chosen, hashId: hashIds[chosen.hash]! }
}

describe('a signature by other software', () => {
  test.each(cases)('%s is intact, and its weakness is named', (_, keys, chosen, weakAlgorithm, weakKey) => {
    const der = cmsOver(content, recipe(keys, chosen))
    expect(verifyCms(der, pkcs7, over(content))).toMatchObject({
      ...{ digestOk: true, signatureOk: true, faults: [], unsupported: null, trailingBytes: 0 },
      ...{ weakAlgorithm, weakKey },
    })
    expect(verifyCms(der, pkcs7, over(Buffer.from('900 EUR'))).digestOk).toBe(false)
  })

  test('with any bit of its value changed is not', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.nat(), fc.nat(7), ([, keys, chosen], at, bit) => {
        const der = cmsOver(content, recipe(keys, chosen))
        // The value of the signature is the last element.
        const offset = der.length - 1 - (at % 20)
        der[offset]! ^= 1 << bit
        expect(verifyCms(der, pkcs7, over(content)).signatureOk).toBe(false)
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['a hash algorithm', { hashId: '1.2.840.113549.2.2' }, 'MD2', null],
    ['a signature algorithm', { signatureId: '1.2.156.10197.1.501' }, 'SM2 with SM3', true],
    ['an algorithm without a name', { signatureId: '1.2.3.4' }, '1.2.3.4', true],
  ])('is not called changed for %s that is unsupported', (_, changes, unsupported, digestOk) => {
    const der = cmsOver(content, { ...recipe(rsa, cases[0]![2]), ...changes })
    const cmsVerdict = verifyCms(der, pkcs7, over(content))
    expect(cmsVerdict).toMatchObject({ unsupported, digestOk, signatureOk: false })
    expect(cmsVerdict.faults).toEqual([
      `The signature cannot be verified: the algorithm ${unsupported} is not supported`,
    ])
  })

  test('is called changed where the digest says so, whatever else is unsupported', () => {
    const der = cmsOver(content, { ...recipe(rsa, cases[0]![2]), signatureId: '1.2.3.4' })
    expect(verifyCms(der, pkcs7, over(Buffer.from('900 EUR')))).toMatchObject({
      digestOk: false,
      unsupported: '1.2.3.4',
    })
  })

  test('of an unknown sub-filter is unsupported, of ICP Brasil as of PAdES', () => {
    const der = cmsOver(content, recipe(p256, { hash: 'sha256', signatureId: '1.2.840.10045.4.3.2' }))
    expect(verifyCms(der, 'adbe.x509.rsa_sha1', over(content))).toMatchObject({
      digestOk: null,
      unsupported: 'adbe.x509.rsa_sha1',
    })
    // The attribute signing-certificate-v2 is missing, which PAdES demands.
    expect(verifyCms(der, 'PBAD.PAdES', over(content))).toEqual(
      verifyCms(der, 'ETSI.CAdES.detached', over(content)),
    )
    const unidentified = { digestOk: true, signatureOk: false, isUnidentified: true }
    expect(verifyCms(der, 'PBAD.PAdES', over(content))).toMatchObject(unidentified)
  })

  test('without its certificate shows whether the bytes were changed', () => {
    const der = cmsOver(content, { ...recipe(rsa, cases[0]![2]), withoutCertificate: true })
    expect(verifyCms(der, pkcs7, over(content))).toMatchObject({ digestOk: true, signatureOk: false })
  })
})

test.each(['240230000000Z', '2401010000Z', 'January'])(
  'a signature with a certificate that is valid from “%s” is answered',
  (validFrom) => {
    const der = cmsOver(content, { ...recipe(p256, plain(3, 'sha256')), validFrom })
    expect(verifyCms(der, pkcs7, over(content))).toMatchObject({
      ...{ digestOk: true, signatureOk: false, certificate: null },
      faults: ["The signature cannot be read: the signer's certificate cannot be read"],
    })
  },
)

describe('bytes after a signature', () => {
  test('are counted, without the zeros that fill its place', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(40), (extra, zeros) => {
        const der = cmsOver(content, recipe(p256, { hash: 'sha256', signatureId: '1.2.840.10045.4.3.2' }))
        const padded = Buffer.concat([der, extra, Buffer.alloc(zeros)])
        const length = extra.findLastIndex((byte) => byte !== 0) + 1
        expect(verifyCms(padded, pkcs7, over(content))).toMatchObject({ trailingBytes: length, faults: [] })
      }),
    )
  })
})

test('a signature with a revocation list of 100,000 certificates is read in linear time', () => {
  const revoked = sequence(
    integer(Buffer.alloc(16, 7)),
    element(0x17, Buffer.from('260101000000Z')),
    sequence(sequence(objectIdentifier('2.5.29.21'), octetString(Buffer.of(10, 1, 1)))),
  )
  const list = sequence(Buffer.concat(Array<Uint8Array>(100_000).fill(revoked)))
  const der = cmsOver(content, {
    ...recipe(p256, { hash: 'sha256', signatureId: '1.2.840.10045.4.3.2' }),
    crls: [list],
  })
  const getMilliseconds = startProcessorClock()
  expect(verifyCms(der, pkcs7, over(content)).faults).toEqual([])
  expect(getMilliseconds()).toBeLessThan(1000)
})
