import { X509Certificate } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { getKeyFingerprint } from '#lib/pades/cms/certificate-facts'
import { testAuthority } from '#lib/pades/fixtures/authority'
import { makeProcessFixture, signedElsewhere } from '#lib/pades/fixtures/process'
import { type VerifyReport, verifyPdf } from '#lib/pades/verify'
import { makeEtsiReport } from './etsi-report.ts'
import { getFingerprint, presentVerification } from './verification.ts'

const now = new Date('2026-06-01')
let root: Uint8Array
let report: VerifyReport

beforeAll(async () => {
  const authority = await testAuthority('One name')
  root = authority.certificate
  const fixture = await makeProcessFixture()
  // Of the same name as its issuer.
  const identity = () => authority.identity('One name', 'emailProtection')
  report = await verifyPdf(
    await signedElsewhere({ ...fixture, authority: { ...fixture.authority, identity } }),
  )
})

function makeReport(isTrusted: boolean, isJudged = true, level: 'B' | 'LT' = 'B') {
  const anchors = isTrusted ? [{ certificate: new X509Certificate(root), testMode: false, isOwn: false }] : []
  const coveredAt = level === 'LT' ? now.toISOString() : undefined
  const { fingerprint256 } = new X509Certificate(report.signatures[0]!.certificate)
  const issuerKey = getKeyFingerprint(new X509Certificate(root))
  const answers = [{ certificate: fingerprint256, issuerKey, until: now.toISOString() }]
  const changes = { isJudged, level, coveredAt, answers }
  const signatures = report.signatures.map((signature) => ({ ...signature, ...changes }))
  const record = presentVerification({ ...report, signatures }, anchors, now)
  const file = { filename: 'a.pdf', size: 1, sha256: 'ab'.repeat(32), voided_at: null }
  return makeEtsiReport({ ...file, ...record }, now).ValidationReport
}

const idOf = (certificate: Uint8Array) => `certificate-${getFingerprint(certificate)}`

it('tells certificates of one name apart, by their hashes', () => {
  const { SignatureValidationReport: reports, SignatureValidationObjects: objects } = makeReport(true)
  const signer = report.signatures[0]!.certificate
  expect(objects.ValidationObject.map(({ id }) => id)).toEqual([idOf(signer), idOf(root)])
  const { AssociatedValidationReportData: data } = reports[0]!.SignatureValidationStatus
  expect(data![0]!.CertificateChain).toEqual({
    SigningCertificate: { VOReference: [idOf(signer)] },
    IntermediateCertificate: [],
    TrustAnchor: { VOReference: [idOf(root)] },
  })
})

it('has no chain where none was found', () => {
  const { SignatureValidationReport: reports, SignatureValidationObjects: objects } = makeReport(false)
  expect(objects.ValidationObject).toHaveLength(1)
  expect(reports[0]!.SignatureValidationStatus.AssociatedValidationReportData).toBeUndefined()
})

it('has a sub-indication wherever it says INDETERMINATE', () => {
  const [etsi] = makeReport(true, false).SignatureValidationReport
  expect(etsi!.SignatureValidationStatus).toMatchObject({
    MainIndication: 'urn:etsi:019102:mainindication:indeterminate',
    SubIndication: ['urn:etsi:019102:subindication:GENERIC'],
  })
})

it('says where the revocation status could not be determined', () => {
  const findConstraints = (level: 'B' | 'LT') =>
    makeReport(true, true, level).SignatureValidationReport[0]!.ValidationConstraintsEvaluationReport
  expect(findConstraints('B')!.ValidationConstraint).toMatchObject([
    {
      ValidationConstraintIdentifier: 'RevocationStatusKnown',
      ValidationStatus: {
        MainIndication: 'urn:etsi:019102:mainindication:indeterminate',
        SubIndication: ['urn:etsi:019102:subindication:TRY_LATER'],
      },
    },
  ])
  expect(findConstraints('LT')).toBeUndefined()
})
