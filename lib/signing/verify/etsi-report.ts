import { z } from 'zod'
import type { VerificationRecord } from './schema.ts'

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
  SignersDocument: { DigestAlgAndValue: { DigestMethod: string; DigestValue: string } }
  SignatureAttributes: Record<string, { Signed: boolean } & Record<string, unknown>>
  SignerInformation?: { SignerCertificate: Reference; Signer: string }
  SignatureQuality?: { SignatureQualityInformation: string[] }
  SignatureValidationProcess: { SignatureValidationProcessID: string }
  SignatureValidationStatus: {
    MainIndication: string
    SubIndication: string[]
    AssociatedValidationReportData?: {
      CertificateChain: { SigningCertificate: Reference; IntermediateCertificate: Reference[] }
    }[]
  }
  OtherInformation: SignatureRecord
}

export interface EtsiReport {
  ValidationReport: {
    SignatureValidationReport: EtsiSignatureReport[]
    SignatureValidationObjects: {
      ValidationObject: {
        id: string
        ObjectType: string
        ValidationObjectRepresentation: { Name: string }
      }[]
    }
    OtherInformation: Omit<VerificationRecord, 'signatures'>
  }
}

type SignatureRecord = VerificationRecord['signatures'][number]

/** The validation report on a file (ETSI TS 119 102-2, 4). */
export function makeEtsiReport(verification: VerificationRecord, now: Date): EtsiReport {
  const { signatures, ...file } = verification
  const names = [...new Set(signatures.flatMap(({ chain }) => chain))]
  const findId = (name: string) => `certificate-${names.indexOf(name) + 1}`
  return {
    ValidationReport: {
      SignatureValidationReport: signatures.map((signature) =>
        reportSignature(signature, verification, now, findId),
      ),
      SignatureValidationObjects: {
        ValidationObject: names.map((name) => ({
          id: findId(name),
          ObjectType: uri('validationObject:certificate'),
          ValidationObjectRepresentation: { Name: name },
        })),
      },
      OtherInformation: file,
    },
  }
}

function reportSignature(
  signature: SignatureRecord,
  { sha256 }: VerificationRecord,
  now: Date,
  findId: (name: string) => string,
): EtsiSignatureReport {
  const { indication, sub_indication: subIndication, signed_at: signedAt, reason, level, chain } = signature
  const provenAt = signature.proven_at
  const references = chain.map((name) => ({ VOReference: [findId(name)] }))
  const [signer, ...issuers] = references
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
    SignersDocument: {
      DigestAlgAndValue: {
        DigestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256',
        DigestValue: Buffer.from(sha256, 'hex').toString('base64'),
      },
    },
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
      ...(signer && {
        AssociatedValidationReportData: [
          { CertificateChain: { SigningCertificate: signer, IntermediateCertificate: issuers } },
        ],
      }),
    },
    OtherInformation: signature,
  }
}
