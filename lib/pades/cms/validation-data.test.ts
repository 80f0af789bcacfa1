import 'reflect-metadata'
import { KeyObject, sign, X509Certificate } from 'node:crypto'
import { PdfArray, PdfStream } from '@libpdf/core'
import { BasicConstraintsExtension, Extension, KeyUsageFlags, X509CertificateGenerator } from '@peculiar/x509'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { loadPdf } from '#lib/pdf/file/load'
import { dict } from '#lib/pdf/file/objects'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { type TestAuthority, testAuthority } from '../fixtures/authority.ts'
import { makeChain } from '../fixtures/chain.ts'
import { computeDigest, judgeSignature } from './algorithms.ts'
import { readCertificateFields } from './certificate.ts'
import { oid } from './cms.ts'
import {
  boolean,
  type Der,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  tagged,
} from './der.ts'
import type { SigningIdentity } from './identity.ts'
import { coversChain, findRevocations, readValidationData, type ValidationData } from './validation-data.ts'

vi.mock('./algorithms.ts', { spy: true })

let authority: TestAuthority
let otherAuthority: TestAuthority
let identity: SigningIdentity
let other: SigningIdentity
/** May answer for the authority. */
let responder: SigningIdentity
beforeAll(async () => {
  authority = await testAuthority()
  otherAuthority = await testAuthority('Another root')
  identity = await authority.identity('Ada')
  other = await otherAuthority.identity('Bob')
  responder = await authority.identity('Responder', 'ocspSigning')
})

const algorithm = sequence(objectIdentifier(oid.ecdsaWithSha256))
const algorithmWithSha1 = sequence(objectIdentifier('1.2.840.10045.4.1'))
const time = (year: number) => element(0x18, Buffer.from(`${year}0101000000Z`))
/** When the signature was made. */
const since = new Date('2026-03-01')

type Sign = (data: Uint8Array) => Uint8Array | Promise<Uint8Array>
interface Deviations {
  thisUpdate?: number
  nextUpdate?: number | null
  sign?: Sign
  extensions?: Der[]
  /** Serial numbers, DER, of certificates that were revoked in 2025. */
  revoked?: Uint8Array[]
  /** Entries of the list, in place of `revoked`. */
  entries?: Der[]
  /** Name, DER, of the list's issuer, where it is written in another way. */
  issuerName?: Der
  signatureAlgorithm?: Der
  /** Name, DER, or hash of the key of the responder; without it one that nobody has. */
  responder?: Der
  status?: Der
  /** Extensions of the answer (singleExtensions). */
  singleExtensions?: Der[]
  /** Whose key the response names as that of the issuer. */
  issuer?: Uint8Array
  /** Statuses of further answers about the certificate, which come first. */
  earlier?: Der[]
  /** How many answers about another key of the issuer come first. */
  ofOthers?: number
  /** Further answers, which come first. */
  unread?: Der[]
  responseStatus?: number
  producedAt?: number
  /** In the response, DER. */
  certificates?: Uint8Array[]
}

async function signed(
  data: Der,
  { sign = authority.sign, signatureAlgorithm = algorithm }: Deviations,
  ...rest: Uint8Array[]
): Promise<Der> {
  const bits = element(0x03, Buffer.of(0), await sign(data))
  return sequence(data, signatureAlgorithm, bits, ...rest)
}

/** An entry of a list, with a reason (CRLReason, RFC 5280, 5.3.1) perhaps. */
const entry = (serial: Uint8Array, year: number, reason?: number) =>
  sequence(
    ...[serial, time(year)],
    ...(reason === undefined
      ? []
      : [sequence(sequence(objectIdentifier('2.5.29.21'), octetString(element(0x0a, Buffer.of(reason)))))]),
  )

/** An empty revocation list (RFC 5280, 5.1) of the issuer of this certificate. */
function listFor(certificate: Uint8Array, deviations: Deviations = {}): Promise<Uint8Array> {
  const { thisUpdate = 2026, nextUpdate = 2027, extensions, revoked, issuerName } = deviations
  const { entries = revoked?.map((serial) => sequence(serial, time(2025))) } = deviations
  const fields = sequence(
    integer(Buffer.of(1)),
    deviations.signatureAlgorithm ?? algorithm,
    issuerName ?? readCertificateFields(certificate).issuer,
    time(thisUpdate),
    ...(nextUpdate ? [time(nextUpdate)] : []),
    ...(entries ? [sequence(...entries)] : []),
    ...(extensions ? [tagged(0, sequence(...extensions))] : []),
  )
  return signed(fields, deviations)
}

function criticalExtension(id: string, value: Der): Der {
  return sequence(objectIdentifier(id), boolean(true), octetString(value))
}

/** An extension that says since when expired certificates are included (expiredCertsOnCRL, archiveCutoff). */
const expiredSince = (id: string, year: number) => [sequence(objectIdentifier(id), octetString(time(year)))]

/** An issuing distribution point (RFC 5280, 5.2.5) with these parts. */
const scope = (...parts: Der[]) => [criticalExtension('2.5.29.28', sequence(...parts))]
const isTrue = (tag: number) => element(0x80 | tag, Buffer.of(0xff))

/** A response (RFC 6960, 4.2.1) about this certificate. */
async function responseFor(certificate: Uint8Array, deviations: Deviations = {}): Promise<Uint8Array> {
  const { thisUpdate = 2026, nextUpdate = 2027, certificates, status = element(0x80) } = deviations
  const { singleExtensions, responder = octetString(Buffer.alloc(20)) } = deviations
  const { issuer, serialNumber } = readCertificateFields(certificate)
  const key = new X509Certificate(deviations.issuer ?? authority.certificate).publicKey
  // An uncompressed point of P-256 are the last 65 bytes.
  const keyBits = key.export({ format: 'der', type: 'spki' }).subarray(-65)
  const answer = (keyHash: Uint8Array, certStatus = status) =>
    sequence(
      sequence(
        sequence(objectIdentifier(oid.sha256)),
        octetString(computeDigest('sha256', issuer)),
        octetString(keyHash),
        serialNumber,
      ),
      certStatus,
      time(thisUpdate),
      ...(nextUpdate ? [tagged(0, time(nextUpdate))] : []),
      ...(singleExtensions ? [tagged(1, sequence(...singleExtensions))] : []),
    )
  const { producedAt = 2026, responseStatus = 0, ofOthers = 0, earlier = [], unread = [] } = deviations
  const keyHash = computeDigest('sha256', keyBits)
  const answers = sequence(
    ...unread,
    ...Array.from({ length: ofOthers }, () => answer(Buffer.alloc(32))),
    ...earlier.map((one) => answer(keyHash, one)),
    answer(keyHash),
  )
  const data = sequence(tagged(responder[0] === 0x30 ? 1 : 2, responder), time(producedAt), answers)
  const basic = await signed(
    data,
    deviations,
    ...(certificates ? [tagged(0, sequence(...certificates))] : []),
  )
  const typed = sequence(objectIdentifier('1.3.6.1.5.5.7.48.1.1'), octetString(basic))
  return sequence(element(0x0a, Buffer.of(responseStatus)), tagged(0, typed))
}

/** The validation data of a file with this store, whose entry in /VRI has `ofSignature`. */
async function getData(
  store: Partial<Record<'Certs' | 'CRLs' | 'OCSPs', Uint8Array[]>>,
  isLate?: () => boolean,
  ofSignature: Partial<Record<'Cert' | 'CRL' | 'OCSP', Uint8Array[]>> = {},
) {
  const pdf = await loadPdf(buildPdf())
  const toArrays = (data: Record<string, Uint8Array[]>) =>
    Object.fromEntries(
      Object.entries(data).map(([name, items]) => [
        name,
        PdfArray.of(...items.map((bytes) => pdf.context.register(new PdfStream([], bytes)))),
      ]),
    )
  const related = pdf.context.register(dict(toArrays(ofSignature)))
  const VRI = dict({ Type: '/VRI', A1: related, A2: related })
  pdf.context.catalog.getDict().set('DSS', dict({ Type: '/DSS', ...toArrays(store), VRI }))
  return readValidationData(pdf, isLate)
}

/** What a response may name a responder by: its name, DER, and the bits of its key. */
function readResponderNames(certificate: Uint8Array) {
  const { subject, subjectPublicKeyInfo } = readCertificateFields(certificate)
  return { subject: Buffer.from(subject), keyBits: subjectPublicKeyInfo.subarray(-65) }
}

/** The first revocation, and whether any may be missing. */
function findRevocation(data: ValidationData, certificate: Uint8Array, others: Uint8Array[]) {
  const { revocations, isComplete } = findRevocations(data, certificate, others)
  const [first] = revocations
  return {
    first: first ? { revokedAt: first.revokedAt, isOfAuthority: first.isOfAuthority } : null,
    isComplete,
  }
}

const covers = async (store: Parameters<typeof getData>[0], others = identity.chain) =>
  coversChain(await getData(store), identity.certificate, others, since)
const coversWithList = async (deviations?: Deviations) =>
  covers({ CRLs: [await listFor(identity.certificate, deviations)] })
const coversWithResponse = async (deviations?: Deviations) =>
  covers({ OCSPs: [await responseFor(identity.certificate, deviations)] })

describe('validation data covers the chain of a certificate', () => {
  it('with a revocation list, or a response', async () => {
    expect(await coversWithList()).toBe(true)
    expect(await coversWithResponse()).toBe(true)
  })

  it('with the issuers in the store or in the signature', async () => {
    const CRLs = [await listFor(identity.certificate)]
    expect(await covers({ CRLs, Certs: identity.chain }, [])).toBe(true)
    expect(await covers({ CRLs }, [])).toBe(false)
  })

  it('not with data of others, or without any', async () => {
    expect(await covers({})).toBe(false)
    expect(await covers({ Certs: identity.chain })).toBe(false)
    expect(await covers({ CRLs: [await listFor(other.certificate)] })).toBe(false)
    expect(await covers({ OCSPs: [await responseFor(other.certificate)] })).toBe(false)
  })

  it('not with bytes that are none, which do not stop the verification', async () => {
    const garbage = Buffer.from('<html>')
    expect(await covers({ CRLs: [garbage], OCSPs: [garbage], Certs: [garbage] })).toBe(false)
    const OCSPs = [garbage, await responseFor(identity.certificate)]
    expect(await covers({ CRLs: [garbage], OCSPs, Certs: [garbage] })).toBe(true)
  })

  it('not with data in the name of the issuer that another key has signed', async () => {
    const forged: Sign[] = [otherAuthority.sign, identity.sign, () => Buffer.alloc(70)]
    for (const sign of forged) {
      expect(await coversWithList({ sign })).toBe(false)
      expect(await coversWithResponse({ sign })).toBe(false)
      expect(await coversWithResponse({ sign, certificates: [other.certificate] })).toBe(false)
    }
  })

  it('with a response of a responder that the issuer authorised, and of no other', async () => {
    const bySigner = ({ sign, certificate }: SigningIdentity) =>
      coversWithResponse({ sign, certificates: [certificate] })
    expect(await bySigner(responder)).toBe(true)
    expect(await bySigner(identity)).toBe(false)
    expect(await bySigner(await otherAuthority.identity('Responder', 'ocspSigning'))).toBe(false)
    // SHA-1 no longer shows that the issuer authorised it, although it can say that a certificate was revoked.
    expect(await bySigner(await authority.identity('Responder', 'ocspSigning', [], 'SHA-1'))).toBe(false)
  })

  it('with a response that leaves out the certificate of its responder, which the store or the signature has', async () => {
    const { subject, keyBits } = readResponderNames(responder.certificate)
    for (const name of [subject, octetString(computeDigest('sha1', keyBits))]) {
      const OCSPs = [await responseFor(identity.certificate, { sign: responder.sign, responder: name })]
      expect(await covers({ OCSPs })).toBe(false)
      expect(await covers({ OCSPs, Certs: [responder.certificate] })).toBe(true)
      expect(await covers({ OCSPs }, [...identity.chain, responder.certificate])).toBe(true)
      // Of another authority, and one that is no responder.
      const sameName = await otherAuthority.identity('Responder', 'ocspSigning')
      expect(await covers({ OCSPs, Certs: [sameName.certificate, other.certificate] })).toBe(false)
    }
  })

  it('with what only the entries for its signatures name', async () => {
    const CRL = [await listFor(identity.certificate)]
    const OCSP = [await responseFor(identity.certificate)]
    const Cert = identity.chain
    for (const ofSignature of [
      { CRL, Cert },
      { OCSP, Cert },
    ]) {
      const data = await getData({}, undefined, ofSignature)
      expect(data.certificates).toHaveLength(1)
      expect(data.lists.length + data.responses.length).toBe(1)
      expect(coversChain(data, identity.certificate, [], since)).toBe(true)
    }
  })

  it('with a list whose issuer is written in another way', async () => {
    const nameOf = (tag: number, text: string) => {
      const attribute = sequence(objectIdentifier('2.5.4.3'), element(tag, Buffer.from(text)))
      return sequence(element(0x31, attribute))
    }
    for (const [tag, text, isCovered] of [
      [0x0c, 'Test Root', true],
      [0x13, 'Test Root', true],
      [0x0c, ' test  ROOT ', true],
      [0x1e, '\0T\0e\0s\0t\0 \0R\0o\0o\0t', true],
      [0x0c, 'TestRoot', false],
    ] as const)
      expect(await coversWithList({ issuerName: nameOf(tag, text) })).toBe(isCovered)
    expect(await coversWithList({ issuerName: nameOf(0x0c, 'test root'), sign: other.sign })).toBe(false)
  })

  it('not with data that has very long extensions', async () => {
    for (const [length, isCovered] of [
      [5_000, true],
      [20_000, false],
    ] as const) {
      const extensions = [sequence(objectIdentifier('1.2.3'), octetString(Buffer.alloc(length)))]
      expect(await coversWithList({ extensions })).toBe(isCovered)
      expect(await coversWithResponse({ singleExtensions: extensions })).toBe(isCovered)
    }
  })

  it('not with data of the issuer that is signed with SHA-1', async () => {
    const weak = {
      signatureAlgorithm: algorithmWithSha1,
      sign: (data: Uint8Array) => authority.sign(data, 'sha1'),
    }
    expect(await coversWithList(weak)).toBe(false)
    expect(await coversWithResponse(weak)).toBe(false)
  })

  it('not with a response about another key of the issuer, without success, or of a responder at a time when it was none', async () => {
    const sameName = await testAuthority()
    expect(await coversWithResponse({ issuer: sameName.certificate })).toBe(false)
    expect(await coversWithResponse({ responseStatus: 3 })).toBe(false)
    const { sign, certificate } = responder
    const byResponder = (producedAt: number) =>
      coversWithResponse({ sign, producedAt, certificates: [certificate] })
    expect([await byResponder(2030), await byResponder(2045)]).toEqual([true, false])
  })

  it.each<[string, Deviations, isCovered: boolean]>([
    ['issued later', { thisUpdate: 2030, nextUpdate: 2031 }, true],
    ['that ended before the signature', { thisUpdate: 2025, nextUpdate: 2026 }, false],
    ['older than the certificate', { thisUpdate: 2023, nextUpdate: 2027 }, false],
    ['issued after the certificate ended', { thisUpdate: 2045, nextUpdate: 2046 }, false],
    ['without an end, from before the signature', { nextUpdate: null }, false],
  ])('with data %s', async (_when, deviations, isCovered) => {
    expect(await coversWithList(deviations)).toBe(isCovered)
    expect(await coversWithResponse(deviations)).toBe(isCovered)
  })

  it('with data issued after the certificate ended that include certificates which ended so early', async () => {
    const late = { thisUpdate: 2045, nextUpdate: 2046, producedAt: 2030 }
    for (const [year, isCovered] of [
      [2044, true],
      [2045, false],
    ] as const) {
      const extensions = expiredSince('2.5.29.60', year)
      expect(await coversWithList({ ...late, extensions })).toBe(isCovered)
      expect(await coversWithList({ ...late, extensions, sign: otherAuthority.sign })).toBe(false)
      const singleExtensions = expiredSince('1.3.6.1.5.5.7.48.1.6', year)
      expect(await coversWithResponse({ ...late, singleExtensions })).toBe(isCovered)
      expect(await coversWithResponse({ ...late, singleExtensions, sign: otherAuthority.sign })).toBe(false)
    }
    expect(await coversWithList({ thisUpdate: 2023, extensions: expiredSince('2.5.29.60', 2000) })).toBe(
      false,
    )
  })

  it.each(['0.4.0.194121.2.1', '2.5.29.56'])(
    'without any of a certificate that nobody revokes, %s',
    async (id) => {
      const extension = new Extension(id, false, element(0x05))
      const { certificate, chain } = await authority.identity('Short', undefined, [extension])
      const revoked = [readCertificateFields(certificate).serialNumber]
      const search = async (store: Parameters<typeof getData>[0], at = since) => {
        const data = await getData(store)
        const isRevoked = findRevocation(data, certificate, chain).first !== null
        return [coversChain(data, certificate, chain, at), isRevoked]
      }
      expect(await search({ Certs: chain })).toEqual([true, false])
      expect(await search({ Certs: chain }, new Date('2044-01-02'))).toEqual([false, false])
      expect(await search({})).toEqual([false, false])
      expect(await search({ Certs: [otherAuthority.certificate] })).toEqual([true, false])
      // Where its issuer revokes it nevertheless, that counts.
      expect((await search({ CRLs: [await listFor(certificate, { revoked })] }))[1]).toBe(true)
      const forged = await listFor(certificate, { revoked, sign: otherAuthority.sign })
      expect(await search({ Certs: chain, CRLs: [forged] })).toEqual([true, false])
    },
  )

  it('not without any of an authority that is said not to be revoked', async () => {
    const extension = new Extension('2.5.29.56', false, element(0x05))
    const [root, middle, leaf] = await makeChain({}, { extensions: [extension] }, { extensions: [extension] })
    const data = await getData({ Certs: [root!, middle!] })
    expect(coversChain(data, leaf!, [], since)).toBe(false)
    expect(findRevocations(data, leaf!, []).answers).toHaveLength(1)
  })

  it.each<[string, Der[], isCovered: boolean]>([
    ['for users', scope(isTrue(1)), true],
    ['for authorities', scope(isTrue(2)), false],
    ['for some reasons', scope(element(0x83, Buffer.of(0, 0x40))), false],
    ['of several issuers', scope(isTrue(4)), false],
    [
      'of another address',
      scope(tagged(0, tagged(0, element(0x86, Buffer.from('http://a.test/1.crl'))))),
      false,
    ],
    ['of changes', [criticalExtension('2.5.29.27', integer(Buffer.of(1)))], false],
  ])('with a list %s', async (_what, extensions, isCovered) => {
    expect(await coversWithList({ extensions })).toBe(isCovered)
  })
})

it('takes a malformed list or response of anyone for none', async () => {
  const malformed = [criticalExtension('2.5.29.28', sequence(tagged(0, Buffer.of(0x30, 0x7f))))]
  expect(await coversWithList({ extensions: malformed })).toBe(false)
  expect(await coversWithList({ extensions: malformed, sign: other.sign })).toBe(false)
  let nested: Der = element(0x86, Buffer.from('http://a.test/1.crl'))
  for (let depth = 0; depth < 20_000; depth++) nested = tagged(0, nested)
  expect(await coversWithList({ extensions: scope(nested) })).toBe(false)
})

describe('a list that names distribution points', () => {
  const rdn = (name: string) => sequence(objectIdentifier('2.5.4.3'), element(0x13, Buffer.from(name)))
  const fullName = (...names: Der[]) => tagged(0, tagged(0, ...names))
  const relativeName = (name: string) => tagged(0, tagged(1, rdn(name)))
  const address = (uri: string) => element(0x86, Buffer.from(uri))
  const directory = (...names: string[]) =>
    tagged(4, sequence(...names.map((name) => element(0x31, rdn(name)))))
  const points = (...names: Der[]) =>
    new Extension('2.5.29.31', false, sequence(...names.map((name) => sequence(name))))

  it.each<[string, Der, Der, isCovered: boolean]>([
    ['the same address', fullName(address('http://a.test/1')), fullName(address('http://a.test/1')), true],
    ['another address', fullName(address('http://a.test/1')), fullName(address('http://a.test/2')), false],
    ['the same directory', fullName(directory('CRL 1')), fullName(directory('CRL 1')), true],
    ['another directory', fullName(directory('CRL 1')), fullName(directory('CRL 2')), false],
    ['the same relative name', relativeName('CRL 1'), relativeName('CRL 1'), true],
    ['another relative name', relativeName('CRL 1'), relativeName('CRL 2'), false],
    ['a relative name in full', relativeName('CRL 1'), fullName(directory('Test Root', 'CRL 1')), true],
    ['a relative name of another issuer', relativeName('CRL 1'), fullName(directory('Root', 'CRL 1')), false],
    [
      'one of several',
      fullName(directory('CRL 1')),
      fullName(address('http://a.test/1'), directory('CRL 1')),
      true,
    ],
  ])('is about a certificate with %s', async (_what, own, other, isCovered) => {
    const { certificate, chain } = await authority.identity('Point', undefined, [points(own)])
    const revoked = [readCertificateFields(certificate).serialNumber]
    for (const [names, deviations] of [
      [own, {}],
      [other, {}],
      [other, { revoked }],
    ] as const) {
      const list = await listFor(certificate, { extensions: scope(names), ...deviations })
      const data = await getData({ Certs: [authority.certificate], CRLs: [list] })
      const isAbout = isCovered || names === own
      expect(coversChain(data, certificate, chain, since)).toBe(isAbout)
      const isRevoked = isAbout && 'revoked' in deviations
      expect(findRevocation(data, certificate, chain).first !== null).toBe(isRevoked)
    }
  })
})

describe('a revocation', () => {
  const find = async (store: Parameters<typeof getData>[0]) =>
    findRevocation(await getData(store), identity.certificate, identity.chain).first
  const { revokedAt, isOfAuthority } = { revokedAt: '2025-01-01T00:00:00.000Z', isOfAuthority: false }
  const revokedStatus = tagged(1, time(2025))
  const ownSerial = () => readCertificateFields(identity.certificate).serialNumber

  it('is found in a list with or without an end, and in a response', async () => {
    for (const nextUpdate of [2027, null]) {
      const list = await listFor(identity.certificate, { nextUpdate, revoked: [ownSerial()] })
      expect(await find({ CRLs: [list] })).toEqual({ revokedAt, isOfAuthority })
    }
    const response = await responseFor(identity.certificate, { status: revokedStatus })
    expect(await find({ OCSPs: [response] })).toEqual({ revokedAt, isOfAuthority })
  })

  it('is found in a list for some reasons, which answers nothing else', async () => {
    const extensions = scope(element(0x83, Buffer.of(0, 0x40)))
    const list = (deviations: Deviations) => listFor(identity.certificate, { extensions, ...deviations })
    expect(await find({ CRLs: [await list({ revoked: [ownSerial()] })] })).toEqual({
      revokedAt,
      isOfAuthority,
    })
    expect(await find({ CRLs: [await list({ revoked: [ownSerial()], sign: other.sign })] })).toBeNull()
    const data = await getData({ CRLs: [await list({})] })
    expect(findRevocations(data, identity.certificate, identity.chain).answers).toEqual([])
  })

  it('is found in a list or a response with SHA-1, as who forges one gains nothing', async () => {
    const weak = {
      signatureAlgorithm: algorithmWithSha1,
      sign: (data: Uint8Array) => authority.sign(data, 'sha1'),
    }
    const { certificate } = identity
    const list = await listFor(certificate, { ...weak, revoked: [ownSerial()] })
    expect(await find({ CRLs: [list] })).toEqual({ revokedAt, isOfAuthority })
    const response = await responseFor(certificate, { ...weak, status: revokedStatus })
    expect(await find({ OCSPs: [response] })).toEqual({ revokedAt, isOfAuthority })
    const weakResponder = await authority.identity('Weak', 'ocspSigning', [], 'SHA-1')
    const ofResponder = await responseFor(certificate, {
      ...{ status: revokedStatus, sign: weakResponder.sign, certificates: [weakResponder.certificate] },
    })
    expect(await find({ OCSPs: [ofResponder] })).toEqual({ revokedAt, isOfAuthority })
    const forged = await listFor(certificate, { ...weak, sign: other.sign, revoked: [ownSerial()] })
    expect(await find({ CRLs: [forged] })).toBeNull()
  })

  it('is the earliest of several in one list or response', async () => {
    for (const years of [
      [2025, 2028],
      [2028, 2025],
    ]) {
      const entries = years.map((year) => entry(ownSerial(), year))
      expect(await find({ CRLs: [await listFor(identity.certificate, { entries })] })).toEqual({
        revokedAt,
        isOfAuthority,
      })
    }
    for (const [first, last] of [
      [element(0x80), revokedStatus],
      [revokedStatus, element(0x80)],
      [tagged(1, time(2028)), revokedStatus],
    ] as const) {
      const response = await responseFor(identity.certificate, { earlier: [first], status: last })
      expect(await find({ OCSPs: [response] })).toEqual({ revokedAt, isOfAuthority })
    }
  })

  it('is none where a later list of the same scope no longer has a certificate that was on hold', async () => {
    const [hold, superseded] = [6, 4]
    const list = (thisUpdate: number, reason?: number, deviations: Deviations = {}) => {
      const entries = reason === undefined ? undefined : [entry(ownSerial(), 2025, reason)]
      return listFor(identity.certificate, { thisUpdate, nextUpdate: 2040, entries, ...deviations })
    }
    const isRevoked = async (...lists: Promise<Uint8Array>[]) =>
      (await find({ CRLs: await Promise.all(lists) })) !== null
    expect(await isRevoked(list(2026, hold))).toBe(true)
    expect(await isRevoked(list(2026, hold), list(2027))).toBe(false)
    expect(await isRevoked(list(2027), list(2026, hold))).toBe(false)
    expect(await isRevoked(list(2026, hold), list(2025))).toBe(true)
    expect(await isRevoked(list(2026, hold), list(2027), list(2028, hold))).toBe(true)
    expect(await isRevoked(list(2026, superseded), list(2027))).toBe(true)
    const forUsers = { extensions: scope(isTrue(1)) }
    expect(await isRevoked(list(2026, hold, forUsers), list(2027, undefined, forUsers))).toBe(false)
    for (const other of [
      forUsers,
      { sign: otherAuthority.sign },
      {
        signatureAlgorithm: algorithmWithSha1,
        sign: (data: Uint8Array) => authority.sign(data, 'sha1'),
      },
      // The certificate has ended before: it may be left out.
      { thisUpdate: 2045 },
    ])
      expect(await isRevoked(list(2026, hold), list(2027, undefined, other))).toBe(true)
    const forReasons = { extensions: scope(element(0x83, Buffer.of(0, 0x40))) }
    expect(await isRevoked(list(2026, hold, forReasons), list(2027, undefined, forReasons))).toBe(true)
  })

  it('is not lifted with a hold that the same list has beside it', async () => {
    const [hold, keyCompromise] = [6, 1]
    const list = (thisUpdate: number, ...entries: Der[]) =>
      listFor(identity.certificate, { thisUpdate, nextUpdate: 2040, entries })
    const entries = [entry(ownSerial(), 2025, hold), entry(ownSerial(), 2026, keyCompromise)]
    const getStates = async (...lists: Promise<Uint8Array>[]) => {
      const data = await getData({ CRLs: await Promise.all(lists) })
      const { revocations } = findRevocations(data, identity.certificate, identity.chain)
      return revocations.map(({ revokedAt, isOfKey }) => [Number(revokedAt.slice(0, 4)), isOfKey])
    }
    for (const inOrder of [entries, entries.toReversed()]) {
      expect(await getStates(list(2027, ...inOrder), list(2028))).toEqual([[2026, true]])
      expect(await getStates(list(2027, ...inOrder))).toEqual([
        [2025, false],
        [2026, true],
      ])
    }
  })

  it('is of the key without a reason or where that may be compromised, whatever came before', async () => {
    const search = async (...reasons: (number | undefined)[]) => {
      const lists = reasons.map((reason, index) =>
        listFor(identity.certificate, { entries: [entry(ownSerial(), 2025 + index, reason)] }),
      )
      const data = await getData({ CRLs: await Promise.all(lists) })
      const { revocations } = findRevocations(data, identity.certificate, identity.chain)
      return revocations.map(({ revokedAt, isOfKey }) => [Number(revokedAt.slice(0, 4)), isOfKey])
    }
    for (const reason of [undefined, 0, 1, 2]) expect(await search(reason)).toEqual([[2025, true]])
    for (const reason of [3, 4, 5, 6, 9, 10]) expect(await search(reason)).toEqual([[2025, false]])
    expect(await search(4, 4, 1)).toEqual([
      [2025, false],
      [2027, true],
    ])
  })

  it('of a certificate is not that of another in the same list', async () => {
    const second = await authority.identity('Second')
    const store = await getData({ CRLs: [await listFor(identity.certificate, { revoked: [ownSerial()] })] })
    const findIn = ({ certificate, chain }: SigningIdentity) =>
      findRevocation(store, certificate, chain).first
    const revocation = { revokedAt, isOfAuthority }
    const found = [identity, second, identity, second].map(findIn)
    expect(found).toEqual([revocation, null, revocation, null])
  })

  it('is found whatever else has the name and key of the authority, and must not sign lists', async () => {
    const store = await getData({
      Certs: [authority.certificate],
      CRLs: [await listFor(identity.certificate, { revoked: [ownSerial()] })],
    })
    const imitations = await authority.imitations(3, KeyUsageFlags.keyCertSign)
    expect(findRevocation(store, identity.certificate, imitations)).toEqual({
      ...{ first: { revokedAt, isOfAuthority }, isComplete: true },
    })
  })

  it('of one of two certificates of an authority is found, whichever is listed first', async () => {
    const keys = () =>
      crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const [rootKeys, authorityKeys, ownKeys] = await Promise.all([keys(), keys(), keys()])
    const issue = async (
      serialNumber: string,
      [subject, issuer]: [string, string],
      { publicKey }: CryptoKeyPair,
      { privateKey }: CryptoKeyPair,
    ) => {
      const { rawData } = await X509CertificateGenerator.create({
        ...{ serialNumber, subject: `CN=${subject}`, issuer: `CN=${issuer}` },
        ...{ notBefore: new Date('2024-01-01'), notAfter: new Date('2044-01-01') },
        ...{ publicKey, signingKey: privateKey },
        signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
        extensions: [new BasicConstraintsExtension(true)],
      })
      return new Uint8Array(rawData)
    }
    const root = await issue('01', ['Root', 'Root'], rootKeys, rootKeys)
    const old = await issue('02', ['Authority', 'Root'], authorityKeys, rootKeys)
    const renewed = await issue('03', ['Authority', 'Root'], authorityKeys, rootKeys)
    const certificate = await issue('04', ['Ada', 'Authority'], ownKeys, authorityKeys)
    const list = await listFor(renewed, {
      revoked: [readCertificateFields(renewed).serialNumber],
      sign: (data) => sign('sha256', data, KeyObject.from(rootKeys.privateKey)),
    })
    for (const authorities of [
      [old, renewed],
      [renewed, old],
    ]) {
      const store = await getData({ Certs: [...authorities, root], CRLs: [list] })
      expect(findRevocation(store, certificate, []).first).toEqual({ revokedAt, isOfAuthority: true })
    }
  })

  it('of an authority may be missed where very many certificates have its name and key, which is said', async () => {
    const imitations = await authority.imitations(30)
    const getStore = async (Certs: Uint8Array[]) =>
      getData({ Certs, CRLs: [await listFor(identity.certificate, { revoked: [ownSerial()] })] })
    const store = await getStore([authority.certificate, ...imitations])
    const first = { revokedAt, isOfAuthority }
    expect(findRevocation(store, identity.certificate, [])).toEqual({ first, isComplete: false })
    const smaller = await getStore([authority.certificate, ...imitations.slice(2), ...imitations.slice(2)])
    expect(findRevocation(smaller, identity.certificate, [])).toEqual({ first, isComplete: true })
  })

  it('is not looked for among more certificates with the name and key of the authority than can be verified', async () => {
    const imitations = await authority.imitations(1000)
    const CRLs = [await listFor(identity.certificate, { revoked: [ownSerial()] })]
    const store = await getData({ Certs: [authority.certificate, ...imitations], CRLs })
    expect(findRevocation(store, identity.certificate, [])).toEqual({ first: null, isComplete: false })
  })

  it('is looked for in as many lists and responses as can be verified, of which imitations share the results', async () => {
    const imitations = await authority.imitations(20)
    const OCSPs = [await responseFor(identity.certificate, { status: revokedStatus })]
    const list = (deviations?: Deviations) => listFor(identity.certificate, deviations)
    const getStore = async (count: number) =>
      getData({
        Certs: [...imitations, authority.certificate],
        CRLs: await Promise.all(Array.from({ length: count }, () => list())),
        OCSPs,
      })
    const first = { revokedAt, isOfAuthority }
    const search = async (count: number) => findRevocation(await getStore(count), identity.certificate, [])
    expect(await search(100)).toEqual({ first, isComplete: true })
    expect((await search(1100)).isComplete).toBe(false)
  })

  it('is looked for in as many certificates of responders as can be verified', async () => {
    const search = async (count: number) => {
      const certificates = Array.from({ length: count }, () => responder.certificate)
      const OCSPs = [
        await responseFor(identity.certificate, { sign: other.sign, certificates }),
        await responseFor(identity.certificate, { status: revokedStatus }),
      ]
      return findRevocation(await getData({ OCSPs }), identity.certificate, identity.chain)
    }
    expect(await search(100)).toEqual({ first: { revokedAt, isOfAuthority }, isComplete: true })
    expect((await search(1100)).isComplete).toBe(false)
  })

  it('is looked for among many responders in the store for many responses in bounded time', async () => {
    const { subject } = readResponderNames(responder.certificate)
    const { certificate } = identity
    const response = (sign: Sign) =>
      responseFor(certificate, { sign, responder: subject, status: revokedStatus })
    const sameName = await otherAuthority.identity('Responder', 'ocspSigning')
    const search = async (count: number) => {
      const repeat = <T>(item: T) => Array.from({ length: count }, () => item)
      const Certs = [...repeat(sameName.certificate), responder.certificate]
      const OCSPs = [...repeat(await response(other.sign)), await response(responder.sign)]
      const data = await getData({ Certs, OCSPs })
      const getMilliseconds = startProcessorClock()
      const found = findRevocation(data, certificate, identity.chain)
      return { ...found, isFast: getMilliseconds() < 1000 }
    }
    expect(await search(10)).toEqual({ first: { revokedAt, isOfAuthority }, isComplete: true, isFast: true })
    expect(await search(2000)).toMatchObject({ isComplete: false, isFast: true })
  })

  it('may be missing where the time ends during a search, which is said', async () => {
    const CRLs = await Promise.all(Array.from({ length: 10 }, () => listFor(identity.certificate)))
    const Certs = [...(await authority.imitations(10)), authority.certificate]
    const search = async (count: number) => {
      let asked = Number.NEGATIVE_INFINITY
      const data = await getData({ Certs, CRLs }, () => ++asked > count)
      asked = 0
      vi.mocked(judgeSignature).mockClear()
      const { isComplete } = findRevocation(data, identity.certificate, [])
      return { isComplete, asked, verified: vi.mocked(judgeSignature).mock.calls.length }
    }
    // Eleven certificates and ten lists.
    expect(await search(21)).toEqual({ isComplete: true, asked: 21, verified: 10 })
    expect(await search(15)).toMatchObject({ isComplete: false, verified: 4 })
    expect(await search(5)).toMatchObject({ isComplete: false, verified: 0 })
  })

  it('is looked for whatever certificates of others anyone has added to the response', async () => {
    const added = Array.from({ length: 1100 }, (_, index) => [identity, other][index % 2]!.certificate)
    const certificates = [...added, responder.certificate]
    const response = await responseFor(identity.certificate, {
      ...{ status: revokedStatus, sign: responder.sign, certificates },
    })
    const found = findRevocation(await getData({ OCSPs: [response] }), identity.certificate, identity.chain)
    expect(found).toEqual({ first: { revokedAt, isOfAuthority }, isComplete: true })
  })

  it('is looked for in many answers with the hashes of the issuer, which are made once', async () => {
    const response = () => responseFor(identity.certificate, { status: revokedStatus, ofOthers: 20 })
    const data = await getData({ OCSPs: [await response(), await response()] })
    const { calls } = vi.mocked(computeDigest).mock
    const before = calls.length
    const found = findRevocation(data, identity.certificate, identity.chain)
    expect(found.first).toEqual({ revokedAt, isOfAuthority })
    // The name, the bits of the key, and the keys of two certificates.
    expect(calls.length - before).toBe(4)
  })

  it('is looked for in as many answers about one serial number as can be verified', async () => {
    const search = async (ofOthers: number) => {
      const response = await responseFor(identity.certificate, { status: revokedStatus, ofOthers })
      return findRevocation(await getData({ OCSPs: [response] }), identity.certificate, identity.chain)
    }
    expect(await search(900)).toEqual({ first: { revokedAt, isOfAuthority }, isComplete: true })
    expect(await search(1100)).toEqual({ first: null, isComplete: false })
  })

  it('is looked for in no answer about another serial number, which need not be readable', async () => {
    const malformed = sequence(sequence(sequence(), sequence(), sequence(), integer(Buffer.of(99))))
    const response = await responseFor(identity.certificate, { status: revokedStatus, unread: [malformed] })
    expect(await find({ OCSPs: [response] })).toEqual({ revokedAt, isOfAuthority })
  })

  it('is looked for in what was read before the time was over, and others are said to be missing', async () => {
    const { certificate, chain } = identity
    const CRLs = await Promise.all(Array.from({ length: 10 }, () => listFor(certificate)))
    let asked = 0
    const data = await getData({ CRLs }, () => ++asked > 4)
    expect(data.lists).toHaveLength(4)
    expect(findRevocation(data, certificate, chain)).toEqual({ first: null, isComplete: false })
  })

  it('is looked for in a list of 20,000 certificates for signatures of many signers in linear time', async () => {
    const revoked = Array.from({ length: 20_000 }, (_, index) =>
      integer(Buffer.from([9, index >> 16, index >> 8, index])),
    )
    const store = await getData({ CRLs: [await listFor(identity.certificate, { revoked })] })
    const others = await Promise.all(Array.from({ length: 40 }, () => authority.identity('Signer')))
    const getMilliseconds = startProcessorClock()
    for (let signature = 0; signature < 200; signature++) {
      const { certificate, chain } = others[signature] ?? identity
      expect(findRevocation(store, new Uint8Array(certificate), chain).first).toBeNull()
    }
    expect(getMilliseconds()).toBeLessThan(1000)
  })

  it('is not found where others were revoked, or others have signed', async () => {
    const { certificate } = identity
    const sign = other.sign
    const CRLs = [
      await listFor(certificate),
      await listFor(certificate, { revoked: [integer(Buffer.of(99))] }),
      await listFor(certificate, { revoked: [ownSerial()], sign }),
    ]
    const OCSPs = [
      await responseFor(certificate),
      await responseFor(certificate, { status: element(0x82) }),
      await responseFor(certificate, { status: revokedStatus, sign }),
    ]
    expect(await find({ CRLs, OCSPs })).toBeNull()
  })

  it('counts from the time of the list where its own cannot be read, and is not found in a malformed entry', async () => {
    const { certificate, chain } = identity
    const find = async (...revoked: Uint8Array[]) =>
      findRevocation(await getData({ CRLs: [await listFor(certificate, { revoked })] }), certificate, chain)
    // The entry is found by its serial number, whose time is then read.
    const first = { revokedAt: '2026-01-01T00:00:00.000Z', isOfAuthority: false }
    for (const malformed of ['January', '20250101120000+0200'].map((text) =>
      element(0x18, Buffer.from(text)),
    ))
      expect(await find(Buffer.concat([ownSerial(), malformed]))).toEqual({ first, isComplete: true })
    expect(await find(element(0x30, Buffer.of(0x30, 0x7f)))).toEqual({ first: null, isComplete: true })
  })

  it('is an answer in a response as in a list, which the time of the revocation judges; an unknown status is none', async () => {
    expect(await coversWithResponse({ status: revokedStatus })).toBe(true)
    expect(await coversWithResponse({ status: revokedStatus, sign: other.sign })).toBe(false)
    expect(await coversWithResponse({ status: revokedStatus, nextUpdate: 2026 })).toBe(false)
    expect(await coversWithResponse({ status: element(0x82) })).toBe(false)
  })
})
