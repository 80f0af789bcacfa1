import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { getKeyFingerprint } from '#lib/pades/cms/certificate-facts'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import type { Revocation } from '#lib/pades/cms/validation-data'
import { type TestAuthority, testAuthority } from '#lib/pades/fixtures/authority'
import { makeProcessFixture, signedElsewhere } from '#lib/pades/fixtures/process'
import { qcStatements } from '#lib/pades/fixtures/trusted-list'
import type { SignatureReport, StampReport } from '#lib/pades/signature-report'
import type { TrustService } from '#lib/pades/trusted-lists/service'
import { type VerifyReport, verifyPdf } from '#lib/pades/verify'
import { VerificationShape } from './schema.ts'
import type { TrustAnchor } from './trust-anchors.ts'
import { presentVerification } from './verification.ts'

const today = new Date('2026-06-01')
let authority: TestAuthority
let stamps: TestAuthority
let citizen: SigningIdentity
let report: VerifyReport

beforeAll(async () => {
  authority = await testAuthority('Listed CA')
  stamps = await testAuthority('Listed TSA')
  citizen = await authority.identity('Ada', 'emailProtection', [qcStatements(['esign'], true)])
  const fixture = await makeProcessFixture()
  const identity = async () => citizen
  report = await verifyPdf(
    await signedElsewhere({ ...fixture, authority: { ...fixture.authority, identity } }),
  )
})

function listed(
  certificate: Uint8Array,
  type: TrustService['type'],
  { from = '2020-01-01', until = '2099-01-01', nextUpdate = '2044-01-01T00:00:00.000Z' } = {},
): TrustAnchor {
  const period = (time: string, isGranted: boolean) => ({
    from: `${time}T00:00:00.000Z`,
    ...{ isGranted, purposes: [], qualifications: [] },
  })
  return {
    ...{ certificate: new X509Certificate(certificate), testMode: false, isOwn: false },
    services: [
      {
        ...{ type, provider: 'Trust & Co', name: 'Service', certificates: [certificate], territory: 'XX' },
        ...{ history: [period(until, false), period(from, true)], nextUpdate },
      },
    ],
  }
}

function present(anchors: TrustAnchor[], changes: Partial<SignatureReport> = {}, now = today) {
  const signatures = report.signatures.map((signature) => ({ ...signature, ...changes }))
  const record = presentVerification({ ...report, signatures }, anchors, now)
  expect(VerificationShape.partial().safeParse(record).error).toBeUndefined()
  return record.signatures[0]!
}

/** The file says that no certificate was revoked up to this time. */
function provenAt(coveredAt: string): Partial<SignatureReport> {
  const { fingerprint256 } = new X509Certificate(citizen.certificate)
  const issuerKey = getKeyFingerprint(new X509Certificate(authority.certificate))
  return { level: 'LTA', coveredAt, answers: [{ certificate: fingerprint256, issuerKey, until: coveredAt }] }
}
/** Of the signer's certificate, by this authority. */
function revokedBy({ certificate }: TestAuthority): Revocation {
  const issuerKey = getKeyFingerprint(new X509Certificate(certificate))
  const { fingerprint256 } = new X509Certificate(citizen.certificate)
  return {
    ...{ revokedAt: '2026-05-01T00:00:00.000Z', certificate: fingerprint256, issuerKey },
    ...{ isOfKey: true, isOfAuthority: false },
  }
}

const proven = () => provenAt(today.toISOString())
const entry = { territory: 'XX', provider: 'Trust & Co', service: 'Service', expired: false }

describe('a signature with a certificate of a trusted list', () => {
  it('is qualified, and trusted by the list alone', () => {
    expect(present([listed(authority.certificate, 'CA/QC')], proven())).toMatchObject({
      ...{ indication: 'TOTAL_PASSED', vouched_by: 'trusted_root', qualified: 'QESig' },
      ...{ trusted_list: entry, time_stamp_trusted_list: null, revocation_status: 'good' },
    })
  })

  it('is called qualified only with the doubt that it may have been revoked, where the file has no answer', () => {
    for (const level of ['B', 'T', null] as const)
      expect(present([listed(authority.certificate, 'CA/QC')], { level })).toMatchObject({
        ...{ qualified: 'Indeterminate QESig', revocation_status: 'unknown', trusted_list: entry },
      })
    const outdated = provenAt('2026-05-31T00:00:00.000Z')
    const ofOthers = { ...proven(), answers: [{ ...proven().answers![0]!, issuerKey: 'another' }] }
    for (const changes of [outdated, ofOthers])
      expect(present([listed(authority.certificate, 'CA/QC')], changes)).toMatchObject({
        ...{ qualified: 'Indeterminate QESig', revocation_status: 'unknown', indication: 'TOTAL_PASSED' },
      })
    const revocations = [revokedBy(authority)]
    const revoked = { qualified: null, revocation_status: 'revoked', sub_indication: 'REVOKED_NO_POE' }
    for (const level of ['B', 'LT'] as const)
      expect(present([listed(authority.certificate, 'CA/QC')], { level, revocations })).toMatchObject(revoked)
  })

  it('is neither where the service was withdrawn, and where its authority makes time stamps only', () => {
    const unknown = { sub_indication: 'NO_CERTIFICATE_CHAIN_FOUND', qualified: null, trusted_list: null }
    expect(present([listed(authority.certificate, 'CA/QC', { until: '2026-05-01' })])).toMatchObject(unknown)
    expect(present([listed(authority.certificate, 'TSA/QTST')])).toMatchObject(unknown)
  })

  it('is not called unrevoked where nobody trusts its chain, even with answers', () => {
    expect(present([], proven())).toMatchObject({ level: 'PAdES-BASELINE-LTA', revocation_status: 'unknown' })
    const revocations = [revokedBy(authority)]
    expect(present([], { ...proven(), revocations }).revocation_status).toBe('revoked')
  })

  it('is not called qualified where it did not pass', () => {
    const anchors = [listed(authority.certificate, 'CA/QC')]
    for (const changes of [{ digestOk: false, valid: false }, { weakKey: 'RSA 1024' }])
      expect(present(anchors, changes)).toMatchObject({ qualified: null, trusted_list: entry })
  })

  it('is qualified also where the certificate is trusted as it is', () => {
    const own = { certificate: new X509Certificate(citizen.certificate), testMode: false, isOwn: true }
    expect(present([own])).toMatchObject({ vouched_by: 'installation', qualified: null })
    const both = [own, listed(authority.certificate, 'CA/QC')]
    // The answers must be about the chain that the lists speak of.
    expect(present(both, { ...proven(), answers: [] })).toMatchObject({
      ...{ vouched_by: 'installation', qualified: 'Indeterminate QESig' },
    })
    expect(present(both, proven())).toMatchObject({ vouched_by: 'installation', qualified: 'QESig' })
  })

  it('says that the list has expired', () => {
    const anchors = [listed(authority.certificate, 'CA/QC', { nextUpdate: '2026-05-31T00:00:00.000Z' })]
    expect(present(anchors).trusted_list).toMatchObject({ expired: true })
  })
})

describe('a time stamp of a trusted list', () => {
  const stampedAt = '2026-04-01T00:00:00.000Z'

  it('is qualified, and proves when the service of the signer was still granted', async () => {
    const { certificate, chain } = await stamps.identity('TSU', 'timeStamping')
    const stamp: StampReport = {
      ...{ time: stampedAt, certificates: [certificate, ...chain], weakness: null, revocations: [] },
      ...{ level: 'LTA', coveredAt: stampedAt },
    }
    const changes = { ...proven(), timestamps: [stamp] }
    const withdrawn = listed(authority.certificate, 'CA/QC', { until: '2026-05-01' })
    const authorityOfStamps = listed(stamps.certificate, 'TSA/QTST', { until: '2026-04-15' })
    expect(present([withdrawn, authorityOfStamps], changes)).toMatchObject({
      ...{ time_source: 'time_stamp', proven_at: stampedAt, qualified: 'QESig' },
      time_stamp_trusted_list: entry,
    })
    const anchors = [withdrawn, authorityOfStamps]
    expect(present(anchors, changes).revocation_status).toBe('good')
    const coveredEarlier = { ...stamp, coveredAt: '2026-03-31T23:59:59.000Z' }
    expect(present(anchors, { ...changes, timestamps: [coveredEarlier] })).toMatchObject({
      ...{ qualified: 'Indeterminate QESig', revocation_status: 'unknown' },
    })
    const never = listed(stamps.certificate, 'TSA/QTST', { until: '2026-03-15' })
    expect(present([withdrawn, never], changes)).toMatchObject({ proven_at: null, qualified: null })
  })

  it.each(['ETSI.RFC3161', 'PBAD.DocTimeStamp'])(
    'of the document, %s, is qualified where it passed',
    async (subFilter) => {
      const { certificate, chain } = await stamps.identity('TSU', 'timeStamping')
      const changes = {
        ...{ certificate, otherCertificates: chain, subFilter, signedAt: stampedAt },
      }
      const anchors = [listed(stamps.certificate, 'TSA/QTST')]
      expect(present(anchors, changes)).toMatchObject({
        ...{ qualified: 'QTST', trusted_list: entry, revocation_status: null },
      })
      const others = [listed(stamps.certificate, 'CA/QC')]
      expect(present(others, changes)).toMatchObject({ qualified: null, trusted_list: null })
    },
  )
})
