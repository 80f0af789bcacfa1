import { readCertificateFields } from '#lib/pades/cms/certificate'
import { element, integer, objectIdentifier, octetString, sequence, tagged, time } from '#lib/pades/cms/der'
import { getSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import { getKeyId, type Issuer, signWith } from './certificates.ts'

/** Extensions authorityKeyIdentifier and cRLNumber (RFC 5280, 4.2.1.1 and 5.2.3). */
const AUTHORITY_KEY_IDENTIFIER = '2.5.29.35'
const CRL_NUMBER = '2.5.29.20'

/** The number and the times of a revocation list, in whole seconds. */
export interface ListFacts {
  number: number
  thisUpdate: Date
  nextUpdate: Date
}

/**
 * The revocation list of a root or an authority (RFC 5280 5), which names no certificate: the platform's keys have
 * never been revoked, and those of signers are destroyed after use. @returns CertificateList, DER
 */
export async function makeRevocationList(
  issuer: Issuer,
  { number, thisUpdate, nextUpdate }: ListFacts,
): Promise<Uint8Array> {
  const { signatureAlgorithm } = getSignatureAlgorithm(issuer.certificate)
  const digits = Buffer.from(number.toString(16).padStart(16, '0'), 'hex')
  const extension = (type: string, value: Uint8Array) => sequence(objectIdentifier(type), octetString(value))
  const issuerKeyId = Buffer.from(getKeyId(issuer.certificate), 'hex')
  const list = sequence(
    // Version 2.
    integer(Buffer.of(1)),
    signatureAlgorithm,
    readCertificateFields(issuer.certificate).subject,
    time(thisUpdate),
    time(nextUpdate),
    tagged(
      0,
      sequence(
        extension(AUTHORITY_KEY_IDENTIFIER, sequence(element(0x80, issuerKeyId))),
        extension(CRL_NUMBER, integer(digits)),
      ),
    ),
  )
  return signWith(issuer, list)
}
