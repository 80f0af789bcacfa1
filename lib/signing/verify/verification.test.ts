import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { SubjectAlternativeNameExtension } from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#lib/core/clock'
import {
  makeAuthority,
  makeRoot,
  makeSeal,
  makeSigner,
  makeTimeStampingAuthority,
  signerSerialNumber,
} from '#lib/keys/certificates'
import { makeIdentity } from '#lib/keys/custody'
import type { KeyPair } from '#lib/keys/key-pair'
import { orphanSignature } from '#lib/pades/changes/signature-fields'
import { getKeyFingerprint } from '#lib/pades/cms/certificate-facts'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { testAuthority } from '#lib/pades/fixtures/authority'
import { makeProcessFixture, signedElsewhere } from '#lib/pades/fixtures/process'
import type { SignatureReport, StampReport } from '#lib/pades/signature-report'
import { type VerifyReport, verifyPdf } from '#lib/pades/verify'
import { makeEtsiReport } from './etsi-report.ts'
import { VerificationShape } from './schema.ts'
import { findSigningTime } from './signing-time.ts'
import type { TrustAnchor } from './trust-anchors.ts'
import { getFingerprint, presentVerification } from './verification.ts'

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

function getIndication(changes: Partial<SignatureReport> = {}, days = 1, trusted = roots) {
  const signatures = report.signatures.map((signature) => ({ ...signature, ...changes }))
  const record = presentVerification({ ...report, signatures }, trusted, addDays(validFrom, days))
  expect(VerificationShape.partial().safeParse(record).error).toBeUndefined()
  const { indication, sub_indication, trusted: isTrusted } = record.signatures[0]!
  return [indication, sub_indication, isTrusted]
}

/** A time stamp, a day after signing, of an authority that is among the roots, from 2024 to 2044. */
async function makeStamp(use: 'timeStamping' | 'emailProtection' = 'timeStamping') {
  const authority = await testAuthority('Stamp Root')
  const { certificate, chain } = await authority.identity('Test TSA', use)
  return {
    changes: { timestamps: [stampOf([certificate, ...chain])] },
    roots: [...roots, toAnchor(authority.certificate)],
  }
}

function stampOf(certificates: Uint8Array[]): StampReport {
  return {
    time: addDays(validFrom, 1).toISOString(),
    certificates,
    weakness: null,
    level: 'T',
    revocations: [],
  }
}

function toAnchor(certificate: Uint8Array): TrustAnchor {
  return { certificate: new X509Certificate(certificate), testMode: false, isOwn: false }
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

  it('is TOTAL_PASSED where its issuers are only in the security store of the file', () => {
    const [signature] = report.signatures
    const present = (storeCertificates: Uint8Array[]) =>
      presentVerification(
        { ...report, signatures: [{ ...signature!, otherCertificates: [] }], storeCertificates },
        roots,
        addDays(validFrom, 1),
      ).signatures.map(({ indication, chain }) => [indication, chain])
    expect(present([])).toEqual([['INDETERMINATE', ['Ada', 'A']]])
    expect(present(signature!.otherCertificates)).toEqual([['TOTAL_PASSED', ['Ada', 'A', 'Root']]])
  })

  it.each([
    [{ weakAlgorithm: 'SHA-1' }, 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
    [{ weakKey: 'RSA 1024' }, 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE'],
    [{ trailingBytes: 3 }, 'SIG_CONSTRAINTS_FAILURE'],
    [{ signedAt: '2026-02-01T00:00:00Z' }, 'OUT_OF_BOUNDS_NO_POE'],
    [{ unsupported: 'MD2', digestOk: null, signatureOk: false, valid: false }, 'SIG_CONSTRAINTS_FAILURE'],
    [{ isUnidentified: true, signatureOk: false, valid: false }, 'SIG_CONSTRAINTS_FAILURE'],
  ])('is INDETERMINATE with %o', (changes, reason) => {
    expect(getIndication(changes)).toEqual(['INDETERMINATE', reason, true])
  })

  it('says nothing of a change where only the signing-certificate attribute is missing', () => {
    const [signature] = report.signatures
    const unidentified = { ...signature!, isUnidentified: true, signatureOk: false, valid: false }
    const record = presentVerification({ ...report, signatures: [unidentified] }, roots, validFrom)
    expect([record.verdict, record.signatures[0]!.intact]).toEqual(['indeterminate', true])
  })

  it('says nothing of a change where the certificate is missing and the signed bytes are the same', () => {
    const [signature] = report.signatures
    const missing = { ...signature!, certificate: new Uint8Array(), signatureOk: false, valid: false }
    const record = presentVerification({ ...report, signatures: [missing] }, roots, validFrom)
    expect(record).toMatchObject({
      verdict: 'indeterminate',
      signatures: [{ indication: 'INDETERMINATE', sub_indication: 'SIG_CONSTRAINTS_FAILURE', intact: false }],
    })
  })

  it('is TOTAL_FAILED where changes are certain, although something is unsupported', () => {
    expect(getIndication({ unsupported: 'SM2', digestOk: false, valid: false })[1]).toBe('HASH_FAILURE')
  })

  it.each([
    [{ certificate: new Uint8Array(), digestOk: false, signatureOk: false }, 'FORMAT_FAILURE'],
    [{ certificate: new Uint8Array(), digestOk: null, signatureOk: false }, 'FORMAT_FAILURE'],
    [{ digestOk: false }, 'HASH_FAILURE'],
    [{ digestOk: null, signatureOk: false }, 'FORMAT_FAILURE'],
    [{ signatureOk: false }, 'SIG_CRYPTO_FAILURE'],
    [{ changesOk: false }, 'FORMAT_FAILURE'],
  ])('is TOTAL_FAILED with %o', (changes, reason) => {
    expect(getIndication({ ...changes, valid: false }).slice(0, 2)).toEqual(['TOTAL_FAILED', reason])
  })
})

describe('the validity of the certificate', () => {
  const getValidity = (changes: Partial<SignatureReport>, days: number, trusted = roots) => {
    const signatures = report.signatures.map((signature) => ({ ...signature, ...changes }))
    const record = presentVerification({ ...report, signatures }, trusted, addDays(validFrom, days))
    const { certificate_expired, certificate_not_yet_valid, intact, changed_after_signing } =
      record.signatures[0]!
    expect([intact, changed_after_signing]).toEqual([true, false])
    return { certificate_expired, certificate_not_yet_valid }
  }
  const inTime = { certificate_expired: false, certificate_not_yet_valid: false }

  it('is not judged without a certificate', () => {
    const signatures = report.signatures.map((one) => ({ ...one, certificate: new Uint8Array() }))
    for (const days of [-2, 15 * 365 + 1]) {
      const record = presentVerification({ ...report, signatures }, roots, addDays(validFrom, days))
      expect(record.signatures[0]).toMatchObject(inTime)
    }
  })

  it('is judged today without a time stamp', () => {
    expect(getValidity({}, 1)).toEqual(inTime)
    expect(getValidity({}, 15 * 365 + 1)).toEqual({ ...inTime, certificate_expired: true })
    expect(getValidity({}, -2)).toEqual({ ...inTime, certificate_not_yet_valid: true })
  })

  it('is judged at the time stamp of a trusted authority', async () => {
    const stamp = await makeStamp()
    expect(getValidity(stamp.changes, 15 * 365 + 1)).toEqual({ ...inTime, certificate_expired: true })
    expect(getValidity(stamp.changes, 15 * 365 + 1, stamp.roots)).toEqual(inTime)
  })

  it('is judged by the time that the signer claims, where that is earlier by more than a day', () => {
    const claimed = (days: number) => ({ signedAt: addDays(validFrom, days).toISOString() })
    expect(getValidity(claimed(-0.5), 1)).toEqual(inTime)
    expect(getValidity(claimed(-3), 1)).toEqual({ ...inTime, certificate_not_yet_valid: true })
  })
})

describe('a time stamp', () => {
  const expired = 15 * 365 + 1
  const outOfBounds = ['INDETERMINATE', 'OUT_OF_BOUNDS_NO_POE', true]

  it('of a trusted authority lets a signature pass after its certificates have expired', async () => {
    const stamp = await makeStamp()
    expect(getIndication(stamp.changes, expired, stamp.roots)).toEqual(['TOTAL_PASSED', null, true])
  })

  it('proves nothing where its authority is unknown, has expired, or is none', async () => {
    const stamp = await makeStamp()
    expect(getIndication(stamp.changes, expired)).toEqual(outOfBounds)
    expect(getIndication(stamp.changes, 19 * 365, stamp.roots)).toEqual(outOfBounds)
    const other = await makeStamp('emailProtection')
    expect(getIndication(other.changes, expired, other.roots)).toEqual(outOfBounds)
  })

  it.each(['ETSI.RFC3161', 'PBAD.DocTimeStamp'])(
    'of a later revision, %s, proves the earlier signatures and keeps their time stamps alive',
    async (subFilter) => {
      const stamp = await makeStamp()
      const [certificate, ...otherCertificates] = stamp.changes.timestamps[0]!.certificates
      const [signature] = report.signatures
      const documentStamp = {
        ...signature!,
        ...{ certificate: certificate!, otherCertificates, subFilter },
        signedAt: stamp.changes.timestamps[0]!.time,
      }
      const present = (trusted: TrustAnchor[]) =>
        presentVerification(
          { ...report, signatures: [signature!, documentStamp] },
          trusted,
          addDays(validFrom, expired),
        ).signatures.map(({ kind, indication, proven_at, time_source }) => [
          ...[kind, indication],
          ...[proven_at, time_source],
        ])
      expect(present(stamp.roots)).toEqual([
        ['signature', 'TOTAL_PASSED', stamp.changes.timestamps[0]!.time, 'service'],
        ['time_stamp', 'TOTAL_PASSED', null, 'time_stamp'],
      ])
      expect(present(roots)).toEqual([
        ['signature', 'INDETERMINATE', null, 'service'],
        ['time_stamp', 'INDETERMINATE', null, 'claim'],
      ])
    },
  )

  it('from before the certificate of the signer was valid leaves a signature undecided', async () => {
    const stamp = await makeStamp()
    const early = { ...stamp.changes.timestamps[0]!, time: addDays(validFrom, -30).toISOString() }
    const timestamps = [stamp.changes.timestamps[0]!, early]
    expect(getIndication({ timestamps }, 2, stamp.roots)).toEqual(outOfBounds)
    expect(getIndication({ timestamps }, 2)).toEqual(['TOTAL_PASSED', null, true])
  })

  it.each([
    [200, 'TOTAL_PASSED', 'time_stamp'],
    [400, 'INDETERMINATE', 'claim'],
  ])(
    'of a time %i seconds in the future is %s, and its clock that of a %s',
    async (seconds, indication, clock) => {
      const stamp = await makeStamp()
      const now = addDays(validFrom, 1)
      const time = new Date(now.getTime() + seconds * 1000).toISOString()
      const [certificate, ...otherCertificates] = stamp.changes.timestamps[0]!.certificates
      const stamped = { ...report.signatures[0]!, timestamps: [{ ...stamp.changes.timestamps[0]!, time }] }
      const documentStamp = {
        ...report.signatures[0]!,
        ...{ certificate: certificate!, otherCertificates, subFilter: 'ETSI.RFC3161', signedAt: time },
      }
      const { verdict, signatures } = presentVerification(
        { ...report, signatures: [stamped, documentStamp] },
        stamp.roots,
        now,
      )
      expect(verdict).toBe('unchanged')
      expect(signatures).toMatchObject([
        { indication: 'TOTAL_PASSED', time_source: clock === 'claim' ? 'service' : clock, proven_at: null },
        { indication, time_source: clock, proven_at: null },
      ])
    },
  )

  it('is a proof also where the issuer of its authority is only in the signature or in the security store', async () => {
    const validity = validForDays(30 * 365)
    const root = await makeRoot('Stamp Root', validity)
    const issuer = await makeAuthority({ commonName: 'S', organization: 'S' }, validity, root)
    const { certificate } = await makeTimeStampingAuthority('TSA', validity, issuer)
    const [signature] = report.signatures
    const stampedAt = addDays(validFrom, 1).toISOString()
    const stamped = { ...signature!, timestamps: [stampOf([certificate])] }
    const present = (changes: Partial<SignatureReport>, storeCertificates: Uint8Array[]) =>
      presentVerification(
        { ...report, signatures: [{ ...stamped, ...changes }], storeCertificates },
        [...roots, toAnchor(root.certificate)],
        addDays(validFrom, 2),
      ).signatures.map(({ proven_at, time_source }) => [proven_at, time_source])
    expect(present({}, [])).toEqual([[null, 'service']])
    expect(present({}, [issuer.certificate])).toEqual([[stampedAt, 'time_stamp']])
    const otherCertificates = [...signature!.otherCertificates, issuer.certificate]
    expect(present({ otherCertificates }, [])).toEqual([[stampedAt, 'time_stamp']])
  })

  it('of several is the earliest that is trusted, whichever comes first', async () => {
    const { changes, roots: trusted } = await makeStamp()
    const [own] = changes.timestamps
    const unknown = (await makeStamp()).changes.timestamps[0]!
    const early = { ...unknown, time: addDays(validFrom, 0.5).toISOString() }
    const later = { ...own!, time: addDays(validFrom, 2).toISOString(), level: 'LTA' as const }
    const issuerKey = getKeyFingerprint(new X509Certificate(own!.certificates[1]!))
    const revokedAt = validFrom.toISOString()
    const revocations = [{ revokedAt, certificate: '', isOfKey: true, isOfAuthority: false, issuerKey }]
    const revoked = { ...own!, time: early.time, revocations }
    const present = (...timestamps: StampReport[]) => {
      const signatures = [{ ...report.signatures[0]!, timestamps }]
      const [record] = presentVerification(
        { ...report, signatures },
        trusted,
        addDays(validFrom, 3),
      ).signatures
      const { time_source, timestamped_at, proven_at, level } = record!
      return { time_source, timestamped_at, proven_at, level }
    }
    const proven = {
      ...{ time_source: 'time_stamp', timestamped_at: own!.time, proven_at: own!.time },
      level: 'PAdES-BASELINE-T',
    }
    expect(present(own!)).toEqual(proven)
    expect(present(early, own!)).toEqual(proven)
    expect(present(early, later, own!)).toEqual(proven)
    expect(present(revoked, own!)).toEqual(proven)
    expect(present(revoked, later)).toEqual({
      ...{ time_source: 'time_stamp', timestamped_at: later.time, proven_at: later.time },
      level: 'PAdES-BASELINE-LTA',
    })
    expect(present(early)).toMatchObject({
      ...{ time_source: 'service', timestamped_at: early.time, proven_at: null },
    })
  })

  it('proves nothing with a weak algorithm or key, neither of the signature nor of the document', async () => {
    const stamp = await makeStamp()
    const weak = { timestamps: [{ ...stamp.changes.timestamps[0]!, weakness: 'SHA-1' }] }
    expect(getIndication(weak, expired, stamp.roots)).toEqual(outOfBounds)
    const [certificate, ...otherCertificates] = stamp.changes.timestamps[0]!.certificates
    const documentStamp = {
      ...report.signatures[0]!,
      ...{ certificate: certificate!, otherCertificates, subFilter: 'ETSI.RFC3161' },
      signedAt: stamp.changes.timestamps[0]!.time,
    }
    const present = (changes: Partial<SignatureReport>) =>
      presentVerification(
        { ...report, signatures: [report.signatures[0]!, { ...documentStamp, ...changes }] },
        stamp.roots,
        addDays(validFrom, expired),
      ).signatures.map(({ proven_at, time_source }) => [proven_at, time_source])
    const unproven = [
      [null, 'service'],
      [null, 'claim'],
    ]
    expect(present({ weakAlgorithm: 'SHA-1' })).toEqual(unproven)
    expect(present({ weakKey: 'RSA 1024' })).toEqual(unproven)
    expect(present({})).not.toEqual(unproven)
  })

  it('of an unknown authority is a claim, and no proof in the report', async () => {
    const { changes, roots: trusted } = await makeStamp()
    const present = (anchors: TrustAnchor[]) => {
      const signatures = report.signatures.map((signature) => ({ ...signature, ...changes }))
      const record = presentVerification({ ...report, signatures }, anchors, addDays(validFrom, 2))
      const file = { filename: 'a.pdf', size: 1, sha256: 'ab'.repeat(32), voided_at: null }
      const { ValidationReport } = makeEtsiReport({ ...file, ...record }, addDays(validFrom, 2))
      const [etsi] = ValidationReport.SignatureValidationReport
      const [signature] = record.signatures
      return [
        signature!.time_source,
        etsi!.ValidationTimeInfo.BestSignatureTime.POETime,
        findSigningTime(signature!) === changes.timestamps[0]!.time,
      ]
    }
    expect(present(trusted)).toEqual(['time_stamp', changes.timestamps[0]!.time, true])
    expect(present(roots)).toEqual(['service', addDays(validFrom, 2).toISOString(), false])
  })
})

describe('a revocation', () => {
  /** By the authority of the signer, unless another one is given. */
  const revoked = (
    days: number,
    isOfAuthority = false,
    issuer = report.signatures[0]!.otherCertificates[0]!,
  ) => {
    const issuerKey = getKeyFingerprint(new X509Certificate(issuer))
    const revokedAt = addDays(validFrom, days).toISOString()
    return { revocations: [{ revokedAt, certificate: '', isOfKey: true, isOfAuthority, issuerKey }] }
  }

  it('before the proven time leaves the signature undecided', async () => {
    expect(getIndication(revoked(1), 3)).toEqual(['INDETERMINATE', 'REVOKED_NO_POE', true])
    expect(getIndication(revoked(1, true), 3)).toEqual(['INDETERMINATE', 'REVOKED_CA_NO_POE', true])
    const stamp = await makeStamp()
    const changes = { ...stamp.changes, ...revoked(0.5) }
    expect(getIndication(changes, 3, stamp.roots)).toEqual(['INDETERMINATE', 'REVOKED_NO_POE', true])
  })

  it('that may have been missed leaves the signature undecided, and a fault as it is', async () => {
    const isRevocationKnown = false
    const stamp = await makeStamp()
    expect(getIndication({ isRevocationKnown })).toEqual([
      'INDETERMINATE',
      'CERTIFICATE_CHAIN_GENERAL_FAILURE',
      true,
    ])
    expect(getIndication({ isRevocationKnown, ...revoked(1) }, 3)[1]).toBe('REVOKED_NO_POE')
    expect(getIndication({ isRevocationKnown, signatureOk: false, valid: false })[1]).toBe(
      'SIG_CRYPTO_FAILURE',
    )
    const expired = 15 * 365 + 1
    expect(getIndication(stamp.changes, expired, stamp.roots)[0]).toBe('TOTAL_PASSED')
    expect(getIndication({ ...stamp.changes, isRevocationKnown }, expired, stamp.roots)[0]).toBe(
      'INDETERMINATE',
    )
  })

  it('by an authority that is not in the chain does not matter, but for a certificate that is trusted as it is', () => {
    const { certificate, otherCertificates } = report.signatures[0]!
    const [authority, root] = otherCertificates
    const stranger = certificate
    expect(getIndication(revoked(1, true, stranger), 3)[0]).toBe('TOTAL_PASSED')
    expect(getIndication(revoked(1, true, root), 3)[1]).toBe('REVOKED_CA_NO_POE')
    const [later, earlier] = [revoked(2), revoked(1, true, stranger)].map(({ revocations }) => revocations)
    expect(getIndication({ revocations: [...earlier!, ...later!] }, 3)[1]).toBe('REVOKED_NO_POE')
    const asItIs = [toAnchor(certificate)]
    expect(getIndication(revoked(1, false, authority), 3, asItIs)[1]).toBe('REVOKED_NO_POE')
    expect(getIndication(revoked(1, true, authority), 3, asItIs)[0]).toBe('TOTAL_PASSED')
  })

  it('after a trusted time stamp does not matter, after an unknown one it does', async () => {
    const stamp = await makeStamp()
    const changes = { ...stamp.changes, ...revoked(2) }
    expect(getIndication(changes, 3, stamp.roots)).toEqual(['TOTAL_PASSED', null, true])
    expect(getIndication(changes, 3)).toEqual(['INDETERMINATE', 'REVOKED_NO_POE', true])
  })

  it('of the authority of a time stamp takes its proof away', async () => {
    const stamp = await makeStamp()
    const [certificate, ...otherCertificates] = stamp.changes.timestamps[0]!.certificates
    const documentStamp = {
      ...report.signatures[0]!,
      ...{ certificate: certificate!, otherCertificates, subFilter: 'ETSI.RFC3161' },
      ...{ ...revoked(2, false, otherCertificates[0]), signedAt: stamp.changes.timestamps[0]!.time },
    }
    const signatures = [report.signatures[0]!, documentStamp]
    const record = presentVerification({ ...report, signatures }, stamp.roots, addDays(validFrom, 3))
    expect(record.signatures.map(({ proven_at, sub_indication }) => [proven_at, sub_indication])).toEqual([
      [null, null],
      [null, 'REVOKED_NO_POE'],
    ])
    // The signature is trusted without it.
    expect(record.verdict).toBe('unchanged')
    const notJudged = { ...documentStamp, isJudged: false }
    const late = { ...report, signatures: [report.signatures[0]!, notJudged] }
    expect(presentVerification(late, stamp.roots, addDays(validFrom, 3)).verdict).toBe('indeterminate')
    const { revocations } = revoked(2, false, otherCertificates[0])
    const changes = { timestamps: [{ ...stamp.changes.timestamps[0]!, revocations }] }
    const expired = 15 * 365 + 1
    expect(getIndication(changes, expired, stamp.roots)).toEqual([
      'INDETERMINATE',
      'OUT_OF_BOUNDS_NO_POE',
      true,
    ])
    for (const others of [[], revoked(2).revocations]) {
      const timestamps = [{ ...stamp.changes.timestamps[0]!, revocations: others }]
      expect(getIndication({ timestamps }, expired, stamp.roots)[0]).toBe('TOTAL_PASSED')
    }
  })
})

describe('the use of a certificate', () => {
  it.each(['serverAuth', 'clientAuth', 'codeSigning', 'ocspSigning', 'timeStamping'] as const)(
    'for %s makes nobody a signer of documents',
    async (use) => {
      const authority = await testAuthority()
      const { certificate } = await authority.identity('shop.example', use)
      const trusted = [toAnchor(authority.certificate)]
      expect(getIndication({ certificate }, 1, trusted)).toEqual([
        'INDETERMINATE',
        'CHAIN_CONSTRAINTS_FAILURE',
        true,
      ])
      const person = await authority.identity('Ada', 'emailProtection')
      expect(getIndication({ certificate: person.certificate }, 1, trusted)[0]).toBe('TOTAL_PASSED')
    },
  )
})

it('names the email address of a certificate as it is written', async () => {
  const authority = await testAuthority()
  const names = new SubjectAlternativeNameExtension([{ type: 'email', value: "o'brien@example.com" }])
  const { certificate } = await authority.identity('O’Brien', 'emailProtection', [names])
  const present = (trusted: TrustAnchor[]) =>
    presentVerification(
      { ...report, signatures: [{ ...report.signatures[0]!, certificate }] },
      trusted,
      addDays(validFrom, 1),
    ).signatures[0]!.email
  expect(present([toAnchor(authority.certificate)])).toBe("o'brien@example.com")
  expect(present([])).toBeNull()
})

describe('a file without signatures in its form', () => {
  const present = (faults: string[]) => {
    const record = presentVerification({ ...report, signatures: [], valid: false, faults }, roots, validFrom)
    return [record.verdict, record.changed_after_signing]
  }

  it('is not signed where nothing is wrong with it', () => {
    expect(present([])).toEqual(['not_signed', false])
  })

  it('was changed where its bytes have a signature', () => {
    expect(present([orphanSignature])).toEqual(['changed', true])
  })

  it('cannot be judged where it cannot be read', async () => {
    expect(present(['The file cannot be read.'])).toEqual(['indeterminate', false])
    const damaged = await verifyPdf(new Uint8Array(Buffer.alloc(300).fill('%PDF-1.7\n', 0, 9)))
    expect(presentVerification(damaged, roots, validFrom).verdict).toBe('indeterminate')
  })
})

describe('the key of an organisation’s own seal', () => {
  const withSeal = (seals: Uint8Array[]) => {
    const [signature] = report.signatures
    const fieldName = 'paraph-Ab12-seal'
    const head = { chain: 'process:1', seq: 3, hash: 'ab'.repeat(32) }
    const tenantSeals = new Set(seals.map(getFingerprint))
    const record = presentVerification(
      { ...report, signatures: [{ ...signature!, fieldName, head }] },
      [],
      addDays(validFrom, 1),
      { signed: [], tenantSeals },
    )
    const { kind, time_source, issued_here } = record.signatures[0]!
    return { kind, time_source, issued_here, evidence: record.evidence?.chain }
  }

  it('makes a seal of this service only where the file is known to be completed here', () => {
    const { certificate } = report.signatures[0]!
    const claim = { kind: 'signature', time_source: 'claim', issued_here: false, evidence: undefined }
    expect(withSeal([])).toEqual(claim)
    const known = { kind: 'seal', time_source: 'service', issued_here: true, evidence: 'process:1' }
    expect(withSeal([certificate])).toEqual(known)
  })
})

it('calls the signature of a signer no seal, whatever the author of the file named its field', async () => {
  const root = await makeRoot('Root', validForDays(30 * 365))
  const named = { commonName: 'A', organization: 'A' }
  const authority = await makeAuthority(named, validForDays(15 * 365), root)
  const person = { name: 'Ada', email: 'ada@example.com', serialNumber: signerSerialNumber(7) }
  const [signer, seal] = await Promise.all([
    makeSigner(person, validForDays(365), authority),
    makeSeal(named, validForDays(365), authority),
  ])
  const getKinds = ({ certificate }: KeyPair) =>
    ['certification', 'seal', 'signature-1'].map((role) => {
      const chain = [authority.certificate, root.certificate]
      const changes = { certificate, otherCertificates: chain, fieldName: `paraph-aaaaaa-${role}` }
      const signatures = [{ ...report.signatures[0]!, ...changes }]
      const anchor = { ...toAnchor(root.certificate), isOwn: true }
      const record = presentVerification({ ...report, signatures }, [anchor], addDays(validFrom, 1))
      expect(record.signatures[0]!.issued_here).toBe(true)
      return record.signatures[0]!.kind
    })
  expect(getKinds(signer)).toEqual(['signature', 'signature', 'signature'])
  expect(getKinds(seal)).toEqual(['seal', 'seal', 'signature'])
})

it('counts time stamps of others not as signers that are unknown here', async () => {
  const stamp = await makeStamp()
  const [certificate, ...otherCertificates] = stamp.changes.timestamps[0]!.certificates
  const documentStamp = { ...report.signatures[0]!, certificate: certificate!, otherCertificates }
  const signatures = [report.signatures[0]!, { ...documentStamp, subFilter: 'ETSI.RFC3161' }]
  const present = (all: SignatureReport[]) =>
    presentVerification({ ...report, signatures: all }, roots, addDays(validFrom, 2)).issued_here
  expect(present(signatures)).toBe(true)
  expect(present(signatures.slice(1))).toBe(false)
})
