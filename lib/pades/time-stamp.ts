import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import { TSTInfo } from 'pkijs'
import { oid } from './cms.ts'
import { childrenOf, encoded, readSignedData } from './cms-read.ts'
import { verifyStamp } from './cms-verify.ts'
import { boolean, type Der, integer, nothing, objectIdentifier, octetString, sequence } from './der.ts'
import { PadesError } from './error.ts'

/** A larger one would leave no place for the signature that it stamps. */
const TOKEN_MAX_BYTES = 8_000
const NONCE_BYTES = 8
/** Extended key usage id-kp-timeStamping (RFC 3161, 2.3). */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/** What an authority is asked. */
export interface StampQuery {
  /** A TimeStampReq (RFC 3161, 2.4.1): SHA-256, a nonce, and with the authority's certificate, please. */
  der: Der
  /** What is to be stamped. */
  bytes: Uint8Array
  nonce: Uint8Array
}

/** Asks for a time stamp over `bytes`. */
export function stampQuery(bytes: Uint8Array): StampQuery {
  const digest = createHash('sha256').update(bytes).digest()
  const nonce = randomBytes(NONCE_BYTES)
  const imprint = sequence(sequence(objectIdentifier(oid.sha256), nothing), octetString(digest))
  return { der: sequence(integer(Buffer.of(1)), imprint, integer(nonce), boolean(true)), bytes, nonce }
}

/**
 * The token in a TimeStampResp (RFC 3161, 2.4.2), after what whoever asks has to check (2.2): that it is granted, signed by
 * a certificate for time stamps, and stamps these bytes for this question.
 *
 * @returns DER ContentInfo
 * @throws PadesError `bad_time_stamp`
 */
export function tokenIn(answer: Uint8Array, { bytes, nonce }: StampQuery): Uint8Array {
  const token = grantedIn(answer)
  if (token.length > TOKEN_MAX_BYTES) throw bad(`it has ${token.length} bytes, too many for its place`)
  const { certificate, faults } = verifyStamp(token, bytes)
  if (faults.length > 0) throw bad(faults.join(' '))
  if (!new X509Certificate(certificate!).keyUsage?.includes(timeStamping))
    throw bad('its certificate is not one for time stamps')
  const stamp = TSTInfo.fromBER(new Uint8Array(readSignedData(token).content!))
  if (stamp.nonce?.toBigInt() !== BigInt(`0x${Buffer.from(nonce).toString('hex')}`))
    throw bad('it answers another question')
  return token
}

function grantedIn(answer: Uint8Array): Uint8Array {
  const [info, token] = childrenOf(asn1js.fromBER(new Uint8Array(answer)).result)
  const [status, said] = childrenOf(info)
  if (!(status instanceof asn1js.Integer)) throw bad('the answer is none')
  const withMods = 1
  if (!token || status.toBigInt() > withMods)
    throw bad(`it was refused (${status.toBigInt()}) ${textOf(said)}`)
  return encoded(token)
}

/** PKIFreeText: a sequence of UTF-8 strings. */
function textOf(said: asn1js.BaseBlock | undefined): string {
  const [first] = childrenOf(said)
  return first instanceof asn1js.Utf8String ? first.getValue().slice(0, 200) : ''
}

function bad(why: string): PadesError {
  return new PadesError('bad_time_stamp', `The time stamp cannot be used: ${why}`)
}
