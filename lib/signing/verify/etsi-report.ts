import { z } from 'zod'
import type { SignatureRecord, VerificationRecord } from './schema.ts'

const uri = (name: string) => `urn:etsi:019102:${name}`

/** A validation report with the elements of the XML schema of ETSI TS 119 102-2, V1.4.1, in JSON. */
export const EtsiReportShape = z
  .object({
    ValidationReport: z.record(z.string(), z.unknown()).meta({
      description:
        'One `SignatureValidationReport` per signature, with `MainIndication` and `SubIndication` in `SignatureValidationStatus`; certificates are in `SignatureValidationObjects`. `OtherInformation` has what `POST /verify` answers.',
      example: { SignatureValidationReport: [], SignatureValidationObjects: { ValidationObject: [] } },
    }),
  })
  .meta({ id: 'EtsiValidationReport', description: 'A validation report as in ETSI TS 119 102-2.' })

interface DigestAlgAndValue {
  DigestMethod: string
  DigestValue: string
}

/** References to validation objects by id. */
interface Reference {
  VOReference: string[]
}

interface EtsiSignatureReport {
  SignatureIdentifier: { id: string; HashOnly: boolean; DocHashOnly: boolean }
  ValidationTimeInfo: {
    ValidationTime: string
    BestSignatureTime: { POETime: string; TypeOfProof: string }
  }
  /** Of the whole file: only of a signature over all of it. */
  SignersDocument?: { DigestAlgAndValue: DigestAlgAndValue }
  SignatureAttributes: Record<string, { Signed: boolean } & Record<string, unknown>>
  SignerInformation?: { SignerCertificate: Reference; Signer: string }
  SignatureQuality?: { SignatureQualityInformation: string[] }
  SignatureValidationProcess: { SignatureValidationProcessID: string }
  SignatureValidationStatus: {
    MainIndication: string
    SubIndication: string[]
    AssociatedValidationReportData?: {
      CertificateChain: {
        SigningCertificate: Reference
        IntermediateCertificate: Reference[]
        TrustAnchor: Reference
      }
    }[]
  }
  ValidationConstraintsEvaluationReport?: typeof unknownRevocation
  OtherInformation: SignatureRecord
}

/** The constraint of EN 319 102-1, 5.2.6, with what it would answer: the signature is concluded without it. */
const unknownRevocation = {
  ValidationConstraint: [
    {
      ValidationConstraintIdentifier: 'RevocationStatusKnown',
      ConstraintStatus: { Status: uri('constraintStatus:overridden') },
      ValidationStatus: {
        MainIndication: uri('mainindication:indeterminate'),
        SubIndication: [uri('subindication:TRY_LATER')],
      },
    },
  ],
}

export interface EtsiReport {
  ValidationReport: {
    SignatureValidationReport: EtsiSignatureReport[]
    SignatureValidationObjects: {
      ValidationObject: {
        id: string
        ObjectType: string
        ValidationObjectRepresentation: { DigestAlgAndValue: DigestAlgAndValue }
      }[]
    }
    OtherInformation: Omit<VerificationRecord, 'signatures'>
  }
}

/** The validation report on a file (ETSI TS 119 102-2, 4). */
export function makeEtsiReport(verification: VerificationRecord, now: Date): EtsiReport {
  const { signatures, ...file } = verification
  const certificates = [...new Set(signatures.flatMap(({ chain_sha256: chain }) => chain))]
  return {
    ValidationReport: {
      SignatureValidationReport: signatures.map((signature) => reportSignature(signature, verification, now)),
      SignatureValidationObjects: {
        ValidationObject: certificates.map((sha256) => ({
          id: getId(sha256),
          ObjectType: uri('validationObject:certificate'),
          ValidationObjectRepresentation: { DigestAlgAndValue: toDigest(sha256) },
        })),
      },
      OtherInformation: file,
    },
  }
}

function getId(sha256: string): string {
  return `certificate-${sha256}`
}

function toDigest(sha256: string): DigestAlgAndValue {
  return {
    DigestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256',
    DigestValue: Buffer.from(sha256, 'hex').toString('base64'),
  }
}

function reportSignature(
  signature: SignatureRecord,
  { sha256 }: VerificationRecord,
  now: Date,
): EtsiSignatureReport {
  const { indication, signed_at: signedAt, reason, level, proven_at: provenAt } = signature
  // INDETERMINATE must have one (EN 319 102-1, 5.1.3): of a signature that was not judged there is none of its own.
  const subIndication = signature.sub_indication ?? (indication === 'INDETERMINATE' ? 'GENERIC' : null)
  const chain = signature.chain_sha256.map((certificate) => ({ VOReference: [getId(certificate)] }))
  const [signer] = chain
  const hasAnchor = signature.trusted || signature.test_mode
  const qualities = [level, signature.qualified].filter((quality) => quality !== null)
  return {
    SignatureIdentifier: { id: signature.field, HashOnly: false, DocHashOnly: false },
    ValidationTimeInfo: {
      ValidationTime: now.toISOString(),
      // Without a time stamp the signature is known to exist since its validation (EN 319 102-1, 5.5.4).
      BestSignatureTime: {
        POETime: provenAt ?? now.toISOString(),
        TypeOfProof: uri('poetype:validation'),
      },
    },
    ...(signature.covers_whole_file && { SignersDocument: { DigestAlgAndValue: toDigest(sha256) } }),
    SignatureAttributes: {
      ...(signedAt && { SigningTime: { Signed: true, Time: signedAt } }),
      ...(reason && { Reason: { Signed: true, ReasonElement: reason } }),
      SubFilter: { Signed: true, SubFilterElement: signature.sub_filter },
      ByteRange: { Signed: true, AttributeValue: signature.byte_range },
    },
    ...(signer && { SignerInformation: { SignerCertificate: signer, Signer: signature.signer } }),
    ...(qualities.length > 0 && { SignatureQuality: { SignatureQualityInformation: qualities } }),
    SignatureValidationProcess: {
      SignatureValidationProcessID: uri(`validationprocess:${provenAt ? 'LTVM' : 'Basic'}`),
    },
    SignatureValidationStatus: {
      MainIndication: uri(`mainindication:${indication.toLowerCase().replace('_', '-')}`),
      SubIndication: subIndication ? [uri(`subindication:${subIndication}`)] : [],
      ...(signer &&
        hasAnchor && {
          AssociatedValidationReportData: [
            {
              CertificateChain: {
                SigningCertificate: signer,
                IntermediateCertificate: chain.slice(1, -1),
                TrustAnchor: chain.at(-1)!,
              },
            },
          ],
        }),
    },
    ...(signature.revocation_status === 'unknown' && {
      ValidationConstraintsEvaluationReport: unknownRevocation,
    }),
    OtherInformation: signature,
  }
}
