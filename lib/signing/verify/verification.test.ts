import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#lib/core/clock'
import { makeAuthority, makeRoot, makeSigner } from '#lib/keys/certificates'
import { makeIdentity } from '#lib/keys/custody'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { makeProcessFixture, signedElsewhere } from '#lib/pades/fixtures/process'
import { type VerifyReport, verifyPdf } from '#lib/pades/verify'
import { VerificationShape } from './schema.ts'
import type { TrustAnchor } from './trust-anchors.ts'
import { presentVerification } from './verification.ts'

const validFrom = new Date('2026-03-01T00:00:00Z')
const validForDays = (days: number) => ({ notBefore: validFrom, notAfter: addDays(validFrom, days) })

let report: VerifyReport
let roots: TrustAnchor[]

beforeAll(async () => {
  const root = await makeRoot('Root', validForDays(30 * 365))
  const authority = await makeAuthority({ commonName: 'A', organization: 'A' }, validForDays(15 * 365), root)
  const person = { name: 'Ada', email: 'ada@example.com', serialNumber: '1' }
  const signer = await makeSigner(person, validForDays(15 * 365), authority)
  const identity = makeIdentity(signer, [authority.certificate, root.certificate])
  report = await verifyPdf(await signedWith(identity))
  roots = [{ certificate: new X509Certificate(root.certificate), testMode: false, isOwn: true }]
})

async function signedWith(identity: SigningIdentity): Promise<Uint8Array> {
  const fixture = await makeProcessFixture()
  return signedElsewhere({ ...fixture, authority: { ...fixture.authority, identity: async () => identity } })
}

function getIndication(changes: Partial<VerifyReport['signatures'][number]> = {}, days = 1, trusted = roots) {
  const signatures = report.signatures.map((signature) => ({ ...signature, ...changes }))
  const record = presentVerification({ ...report, signatures }, trusted, addDays(validFrom, days))
  expect(VerificationShape.partial().safeParse(record).error).toBeUndefined()
  const { indication, sub_indication, trusted: isTrusted } = record.signatures[0]!
  return [indication, sub_indication, isTrusted]
}

describe('the indication of a signature', () => {
  it.each([1, 2, 730, 15 * 365 - 1])('is TOTAL_PASSED %i days after signing', (days) => {
    expect(getIndication({}, days)).toEqual(['TOTAL_PASSED', null, true])
  })

  it.each([-1, 15 * 365 + 1, 31 * 365])(
    'is INDETERMINATE %i days after signing, outside the validity of its certificates',
    (days) => {
      expect(getIndication({}, days)).toEqual(['INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE', true])
    },
  )

  it('is INDETERMINATE where the time did not suffice, and the record counts such signatures', () => {
    expect(getIndication({ isJudged: false, valid: false })).toEqual(['INDETERMINATE', null, true])
    const signatures = report.signatures.map((signature) => ({ ...signature, isJudged: false }))
    expect(presentVerification({ ...report, signatures }, roots, validFrom).not_judged).toBe(1)
    expect(presentVerification(report, roots, validFrom).not_judged).toBe(0)
  })

  it('is INDETERMINATE without a root of this installation', () => {
    expect(getIndication({}, 1, [])).toEqual(['INDETERMINATE', 'NO_CERTIFICATE_CHAIN_FOUND', false])
    const otherCertificates = [new Uint8Array([0x30, 0x03, 1, 2, 3])]
    expect(getIndication({ otherCertificates })).toEqual([
      'INDETERMINATE',
      'NO_CERTIFICATE_CHAIN_FOUND',
      false,
    ])
  })

  it.each([
    [{ weakAlgorithm: 'SHA-1' }, 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
    [{ weakKey: 'RSA 1024' }, 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
    [{ trailingBytes: 3 }, 'SIG_CONSTRAINTS_FAILURE'],
    [{ signedAt: '2026-02-01T00:00:00Z' }, 'OUT_OF_BOUNDS_NO_POE'],
    [{ unsupported: 'MD2', digestOk: null, signatureOk: false, valid: false }, 'SIG_CONSTRAINTS_FAILURE'],
  ])('is INDETERMINATE with %o', (changes, reason) => {
    expect(getIndication(changes)).toEqual(['INDETERMINATE', reason, true])
  })

  it('is TOTAL_FAILED where changes are certain, although something is unsupported', () => {
    expect(getIndication({ unsupported: 'SM2', digestOk: false, valid: false })[1]).toBe('HASH_FAILURE')
  })

  it.each([
    [{ certificate: new Uint8Array(), digestOk: false, signatureOk: false }, 'FORMAT_FAILURE'],
    [{ digestOk: false }, 'HASH_FAILURE'],
    [{ signatureOk: false }, 'SIG_CRYPTO_FAILURE'],
    [{ changesOk: false }, 'FORMAT_FAILURE'],
  ])('is TOTAL_FAILED with %o', (changes, reason) => {
    expect(getIndication({ ...changes, valid: false }).slice(0, 2)).toEqual(['TOTAL_FAILED', reason])
  })
})

describe('the validity of the certificate', () => {
  const getValidity = (changes: Partial<VerifyReport['signatures'][number]>, days: number) => {
    const signatures = report.signatures.map((signature) => ({ ...signature, ...changes }))
    const record = presentVerification({ ...report, signatures }, roots, addDays(validFrom, days))
    const { certificate_expired, certificate_not_yet_valid, intact, changed_after_signing } =
      record.signatures[0]!
    expect([intact, changed_after_signing]).toEqual([true, false])
    return { certificate_expired, certificate_not_yet_valid }
  }
  const inTime = { certificate_expired: false, certificate_not_yet_valid: false }

  it('is judged today without a time stamp', () => {
    expect(getValidity({}, 1)).toEqual(inTime)
    expect(getValidity({}, 15 * 365 + 1)).toEqual({ ...inTime, certificate_expired: true })
    expect(getValidity({}, -2)).toEqual({ ...inTime, certificate_not_yet_valid: true })
  })

  it('is judged at the time stamp', () => {
    const timestampedAt = addDays(validFrom, 1).toISOString()
    expect(getValidity({ timestampedAt }, 15 * 365 + 1)).toEqual(inTime)
  })

  it('is judged by the time that the signer claims, where that is earlier by more than a day', () => {
    const claimed = (days: number) => ({ signedAt: addDays(validFrom, days).toISOString() })
    expect(getValidity(claimed(-0.5), 1)).toEqual(inTime)
    expect(getValidity(claimed(-3), 1)).toEqual({ ...inTime, certificate_not_yet_valid: true })
  })
})
