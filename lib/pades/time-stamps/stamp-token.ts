import { createHash, randomBytes } from 'node:crypto'
import { readCertificateFields } from '../cms/certificate.ts'
import { attribute, oid } from '../cms/cms.ts'
import {
  type Der,
  element,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  setOf,
  tagged,
} from '../cms/der.ts'
import type { SigningIdentity } from '../cms/identity.ts'

/** Octets of a token's serial number, which is random and thus unique. */
const SERIAL_BYTES = 16

const sha256 = sequence(objectIdentifier(oid.sha256))

/** What a time-stamping authority states in a token (TSTInfo, RFC 3161, 2.4.2). */
interface StampStatement {
  /** Object identifier of the policy. */
  policy: string
  time: Date
  accuracySeconds: number
}

/**
 * Makes a time-stamp token (RFC 3161, 2.4.2) over bytes with this SHA-256 digest. It contains the certificate of the
 * authority only: its issuers are in the signatures or in the security store of the file.
 * @param authority its certificate must have the extended key usage timeStamping
 * @returns DER ContentInfo
 */
export async function makeStampToken(
  digest: Uint8Array,
  { policy, time, accuracySeconds }: StampStatement,
  authority: Pick<SigningIdentity, 'certificate' | 'sign'>,
): Promise<Der> {
  const info = sequence(
    integer(Buffer.of(1)),
    objectIdentifier(policy),
    sequence(sha256, octetString(digest)),
    integer(randomBytes(SERIAL_BYTES)),
    element(0x18, Buffer.from(formatTime(time))),
    sequence(integer(Buffer.of(accuracySeconds))),
  )
  return signStampInfo(info, authority)
}

/** Signs a TSTInfo (RFC 3161, 2.4.2). @returns DER ContentInfo */
export async function signStampInfo(
  info: Der,
  { certificate, sign }: Pick<SigningIdentity, 'certificate' | 'sign'>,
): Promise<Der> {
  const attributes = [
    attribute(oid.contentType, objectIdentifier(oid.tstInfo)),
    attribute(oid.messageDigest, hash(info)),
    attribute(oid.signingCertificateV2, sequence(sequence(sequence(hash(certificate))))),
  ].sort(Buffer.compare)
  const { issuer, serialNumber } = readCertificateFields(certificate)
  const signer = sequence(
    integer(Buffer.of(1)),
    sequence(issuer, serialNumber),
    sha256,
    tagged(0, ...attributes),
    sequence(objectIdentifier(oid.ecdsaWithSha256)),
    octetString(await sign(setOf(...attributes))),
  )
  const signedData = sequence(
    integer(Buffer.of(3)),
    setOf(sha256),
    sequence(objectIdentifier(oid.tstInfo), tagged(0, octetString(info))),
    tagged(0, certificate),
    setOf(signer),
  )
  return sequence(objectIdentifier(oid.signedData), tagged(0, signedData))
}

/** GeneralizedTime with a fraction, which must not end with a zero (RFC 3161, 2.4.2). */
function formatTime(time: Date): string {
  const [seconds = '', fraction = ''] = time
    .toISOString()
    .replace(/[-T:Z]/g, '')
    .split('.')
  const digits = fraction.replace(/0+$/, '')
  return `${seconds}${digits && `.${digits}`}Z`
}

function hash(bytes: Uint8Array): Der {
  return octetString(createHash('sha256').update(bytes).digest())
}
