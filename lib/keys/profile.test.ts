import { randomInt } from 'node:crypto'
import {
  Set as AsnSet,
  type BitString,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  type ObjectIdentifier,
  PrintableString,
  Sequence,
  UTCTime,
  Utf8String,
} from 'asn1js'
import fc from 'fast-check'
import { Certificate, CertificateChainValidationEngine } from 'pkijs'
import { beforeAll, describe, expect, it } from 'vitest'
import { getKeyId, makeAuthority, makeRoot, makeSeal, makeSigner } from './certificates.ts'
import type { KeyPair } from './key-pair.ts'

/*
 * Compares the certificates with the text of RFC 5280: their DER as asn1js reads it, and their paths as pkijs validates
 * them. Neither library shares code with the one that issues them.
 */

const second = 1000
const day = 86_400 * second
const begin = new Date('2026-03-01T10:00:00Z')
const validFor = (days: number) => ({ notBefore: begin, notAfter: new Date(begin.getTime() + days * day) })
const person = { name: 'Ada Lovelace', email: 'ada@example.com', serialNumber: 'signer-7' }
const acme = { commonName: 'Paraph authority for Acme', organization: 'Acme' }

const ecdsaWithSha256 = '1.2.840.10045.4.3.2'
const extension = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  crlDistributionPoints: '2.5.29.31',
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
}

let root: KeyPair
let authority: KeyPair
let seal: KeyPair
let signer: KeyPair

beforeAll(async () => {
  root = await makeRoot('Paraph root', validFor(30 * 365))
  authority = await makeAuthority(acme, validFor(15 * 365), root)
  seal = await makeSeal({ ...acme, commonName: 'Paraph seal for Acme' }, validFor(10 * 365), authority)
  signer = await makeSigner(person, validFor(365), authority)
})

const certificateKinds: [string, () => KeyPair][] = [
  ['root', () => root],
  ['authority', () => authority],
  ['seal', () => seal],
  ['signer', () => signer],
]

/** The parts of a certificate (RFC 5280 4.1) as asn1js reads them. */
function getParts({ certificate }: KeyPair) {
  const parsed = fromBER(new Uint8Array(certificate))
  expect(parsed.offset).toBe(certificate.length)
  const [tbs, algorithm, signature] = items(parsed.result)
  const [version, serial, innerAlgorithm, issuer, validity, subject, publicKey, extensions] = items(tbs)
  const [notBefore, notAfter] = items(validity)
  const extensionList = items(items(extensions)[0]).map((extension) => {
    const parts = items(extension)
    const isCritical = parts.length === 3
    return {
      id: (parts[0] as ObjectIdentifier).valueBlock.toString(),
      isCritical,
      value: fromBER(octets(parts.at(-1))).result,
    }
  })
  return {
    version: (items(version)[0] as Integer).valueBlock.valueDec,
    serial: serial as Integer,
    algorithm,
    innerAlgorithm,
    signature: signature as BitString,
    issuer,
    subject,
    notBefore,
    notAfter,
    publicKey,
    extensions: extensionList,
    valueOf: (id: string) => extensionList.find((extension) => extension.id === id)?.value,
  }
}

function items(node: unknown): unknown[] {
  if (node instanceof Sequence || node instanceof AsnSet || node instanceof Constructed)
    return node.valueBlock.value
  throw new Error('Not a constructed value.')
}

const der = (node: unknown) => Buffer.from((node as Sequence).toBER())
const octets = (node: unknown) => (node as BitString).valueBlock.valueHexView

/** Type and value of each attribute of a name. */
function getAttributes(name: unknown): [type: string, value: unknown][] {
  return items(name).flatMap((set) =>
    items(set).map((attribute): [string, unknown] => {
      const [type, value] = items(attribute)
      return [(type as ObjectIdentifier).valueBlock.toString(), value]
    }),
  )
}

describe.each(certificateKinds)('the certificate of a %s', (kind, keyPairOf) => {
  it('is version 3, as it has extensions (4.1.2.1)', () => {
    expect(getParts(keyPairOf()).version).toBe(2)
  })

  it('has a positive serial number of 9 to 20 octets, without a superfluous leading zero (4.1.2.2)', () => {
    const bytes = octets(getParts(keyPairOf()).serial)
    expect(bytes.length).toBeLessThanOrEqual(20)
    expect(bytes.length).toBeGreaterThanOrEqual(9)
    expect(bytes[0]! & 0x80).toBe(0)
    if (bytes[0] === 0) expect(bytes[1]! & 0x80).toBe(0x80)
  })

  it('has the same algorithm in tbsCertificate and outside of it (4.1.1.2), without parameters (RFC 5758 3.2)', () => {
    const { algorithm, innerAlgorithm } = getParts(keyPairOf())
    expect(der(innerAlgorithm)).toEqual(der(algorithm))
    expect(items(algorithm)).toHaveLength(1)
    expect((items(algorithm)[0] as ObjectIdentifier).valueBlock.toString()).toBe(ecdsaWithSha256)
  })

  it('is signed with a DER SEQUENCE of two integers (RFC 3279 2.2.3)', () => {
    const { signature } = getParts(keyPairOf())
    expect(signature.valueBlock.unusedBits).toBe(0)
    const numbers = items(fromBER(octets(signature)).result)
    expect(numbers.map((number) => number instanceof Integer)).toEqual([true, true])
  })

  it('writes times through 2049 as UTCTime and later ones as GeneralizedTime (4.1.2.5)', () => {
    const { notBefore, notAfter } = getParts(keyPairOf())
    expect(notBefore).toBeInstanceOf(UTCTime)
    expect(notAfter).toBeInstanceOf(kind === 'root' ? GeneralizedTime : UTCTime)
    // With seconds, without fraction, in UTC (Z).
    expect(der(notBefore).subarray(2).toString('latin1')).toBe('260301100000Z')
    expect(der(notAfter).subarray(2).toString('latin1')).toMatch(/^(\d{2}|\d{4})\d{10}Z$/)
  })

  it('has the bytes of its issuer’s subject as issuer (4.1.2.4)', () => {
    const issuer = kind === 'root' || kind === 'authority' ? root : authority
    expect(der(getParts(keyPairOf()).issuer)).toEqual(der(getParts(issuer).subject))
  })

  it('has names as UTF8String, and the serial number as PrintableString (appendix A.1)', () => {
    for (const [type, value] of getAttributes(getParts(keyPairOf()).subject)) {
      expect(value).toBeInstanceOf(type === '2.5.4.5' ? PrintableString : Utf8String)
    }
  })

  it('has each extension once (4.2); only key usage and basic constraints are critical', () => {
    const { extensions } = getParts(keyPairOf())
    const ids = extensions.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const critical = extensions.filter(({ isCritical }) => isCritical).map(({ id }) => id)
    expect(critical.sort()).toEqual([extension.keyUsage, extension.basicConstraints].sort())
  })

  it('omits cA when false (its default), and has a path length only with cA (4.2.1.9)', () => {
    const constraints = items(getParts(keyPairOf()).valueOf(extension.basicConstraints))
    expect(constraints).toHaveLength(kind === 'root' || kind === 'authority' ? 2 : 0)
  })

  it('has a key usage without trailing zero bits (X.690 11.2.2)', () => {
    const usage = getParts(keyPairOf()).valueOf(extension.keyUsage) as BitString
    const last = octets(usage).at(-1)!
    expect(last >> usage.valueBlock.unusedBits).toBe(last / 2 ** usage.valueBlock.unusedBits)
    expect((last >> usage.valueBlock.unusedBits) & 1).toBe(1)
  })

  it('has a P-256 key as named curve (RFC 5480 2.1.1), with an uncompressed point', () => {
    const [algorithm, point] = items(getParts(keyPairOf()).publicKey)
    const [type, curve] = items(algorithm).map((oid) => (oid as ObjectIdentifier).valueBlock.toString())
    expect([type, curve]).toEqual(['1.2.840.10045.2.1', '1.2.840.10045.3.1.7'])
    expect(octets(point)).toHaveLength(65)
    expect(octets(point)[0]).toBe(4)
  })

  it('has the key identifier of its issuer (4.2.1.1)', () => {
    const issuer = kind === 'root' ? null : kind === 'authority' ? root : authority
    const authorityKeyId = getParts(keyPairOf()).valueOf(extension.authorityKeyIdentifier)
    if (!issuer) return expect(authorityKeyId).toBeUndefined()
    const [identifier] = items(authorityKeyId)
    const issuerKeyId = getParts(issuer).valueOf(extension.subjectKeyIdentifier)
    expect(Buffer.from(octets(identifier))).toEqual(Buffer.from(octets(issuerKeyId)))
  })
})

describe('the addresses in a certificate', () => {
  it.each([
    ['authority', () => authority, () => root],
    ['seal', () => seal, () => authority],
    ['signer', () => signer, () => authority],
  ])('of a %s are those of its issuer’s certificate and revocation list', (_kind, keyPairOf, issuerOf) => {
    const parts = getParts(keyPairOf())
    const address = `http://localhost:3000/api/v1/trust/${getKeyId(issuerOf().certificate)}`
    expect(der(parts.valueOf(extension.authorityInfoAccess)).toString('latin1')).toContain(`${address}.crt`)
    expect(der(parts.valueOf(extension.crlDistributionPoints)).toString('latin1')).toContain(`${address}.crl`)
  })

  it('are not in a root', () => {
    const parts = getParts(root)
    expect(parts.valueOf(extension.authorityInfoAccess)).toBeUndefined()
    expect(parts.valueOf(extension.crlDistributionPoints)).toBeUndefined()
  })
})

describe('a certification path', () => {
  const read = ({ certificate }: KeyPair) => Certificate.fromBER(new Uint8Array(certificate))

  async function isValid(path: KeyPair[], { trusted = root, at = new Date(begin.getTime() + day) } = {}) {
    const engine = new CertificateChainValidationEngine({
      trustedCerts: [read(trusted)],
      certs: path.map(read).reverse(),
      checkDate: at,
    })
    return (await engine.verify()).result
  }

  it('from a signer or a seal to the root is valid', async () => {
    expect(await isValid([signer, authority, root])).toBe(true)
    expect(await isValid([seal, authority, root])).toBe(true)
  })

  it('is not valid before the first second, nor after the last', async () => {
    const ends = new Date(begin.getTime() + 365 * day)
    expect(await isValid([signer, authority, root], { at: new Date(begin.getTime() - second) })).toBe(false)
    expect(await isValid([signer, authority, root], { at: begin })).toBe(true)
    expect(await isValid([signer, authority, root], { at: new Date(ends.getTime() + second) })).toBe(false)
  })

  it('is not valid under another root of the same name', async () => {
    const twin = await makeRoot('Paraph root', validFor(30 * 365))
    expect(await isValid([signer, authority, twin], { trusted: twin })).toBe(false)
  })

  it('is not valid with a seal or a signer as issuer', async () => {
    const forged = await makeSigner({ ...person, name: 'Forged' }, validFor(10), seal)
    expect(await isValid([forged, seal, authority, root])).toBe(false)
  })
})

describe('a subject', () => {
  it('has 1 to 64 characters of any name, unchanged', async () => {
    const names = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 90 })
      .filter((name) => name.trim() !== '')
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const keyPair = await makeSigner({ ...person, name }, validFor(1), authority)
        const [, value] = getAttributes(getParts(keyPair).subject).find(([type]) => type === '2.5.4.3')!
        const text = (value as Utf8String).valueBlock.value
        expect(Array.from(text).length).toBeLessThanOrEqual(64)
        expect(text.length).toBeGreaterThan(0)
        expect(name.trim().startsWith(text)).toBe(true)
      }),
      { numRuns: 40 },
    )
  })

  it('has the serial number of the signer in PrintableString', async () => {
    for (const id of [1, 42, randomInt(2 ** 40), Number.MAX_SAFE_INTEGER]) {
      const keyPair = await makeSigner({ ...person, serialNumber: `signer-${id}` }, validFor(1), authority)
      const [, value] = getAttributes(getParts(keyPair).subject).find(([type]) => type === '2.5.4.5')!
      expect((value as PrintableString).valueBlock.value).toBe(`signer-${id}`)
    }
  })
})

describe('the validity of a certificate', () => {
  it.each([
    ['2049-12-31T23:59:59Z', UTCTime, '491231235959Z'],
    ['2050-01-01T00:00:00Z', GeneralizedTime, '20500101000000Z'],
    ['2026-03-01T10:00:00.999Z', UTCTime, '260301100000Z'],
  ])('until %s is written as UTCTime or GeneralizedTime', async (instant, type, text) => {
    const keyPair = await makeRoot('Root', { notBefore: begin, notAfter: new Date(instant) })
    const { notAfter } = getParts(keyPair)
    expect(notAfter).toBeInstanceOf(type)
    expect(der(notAfter).subarray(2).toString('latin1')).toBe(text)
  })

  it('does not exceed that of its authority', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 * 365 }), async (days) => {
        const keyPair = await makeSigner(person, validFor(days), authority)
        const ends = Certificate.fromBER(new Uint8Array(keyPair.certificate)).notAfter.value
        expect(ends.getTime()).toBe(begin.getTime() + Math.min(days, 15 * 365) * day)
      }),
      { numRuns: 20 },
    )
  })
})
