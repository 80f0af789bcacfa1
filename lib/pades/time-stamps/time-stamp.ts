import { randomBytes } from 'node:crypto'
import { type Asn1, encoded, isUniversal, parse, readBits, readChildren, readInteger } from '../cms/asn1.ts'
import { oid } from '../cms/cms.ts'
import { readSignedDataCached } from '../cms/cms-read.ts'
import { asn1Null, boolean, type Der, integer, objectIdentifier, octetString, sequence } from '../cms/der.ts'
import { PadesError } from '../error.ts'
import { verifyStampOver } from './time-stamp-verify.ts'
import { readTstInfo } from './tst-info.ts'

/** Largest token in bytes. */
export const TOKEN_MAX_BYTES = 8_000
const NONCE_BYTES = 8
/** Allowed clock skew to the authority. */
export const MAX_SKEW_SECONDS = 300

/** A request to a time-stamping authority. */
export interface StampQuery {
  /** TimeStampReq (RFC 3161, 2.4.1), DER: SHA-256, with a nonce, asking for the authority's certificate. */
  der: Der
  /** SHA-256 of the bytes to stamp. */
  digest: Uint8Array
  nonce: Uint8Array
  /** Time of the request. */
  at: Date
}

/** Makes a request for a time stamp over bytes with this SHA-256 digest. */
export function stampQuery(digest: Uint8Array, time: Date): StampQuery {
  const nonce = randomBytes(NONCE_BYTES)
  const imprint = sequence(sequence(objectIdentifier(oid.sha256), asn1Null), octetString(digest))
  return {
    der: sequence(integer(Buffer.of(1)), imprint, integer(nonce), boolean(true)),
    digest,
    nonce,
    at: time,
  }
}

/**
 * Extracts the token of a TimeStampResp (RFC 3161, 2.4.2) after the checks required of the client (2.2): status
 * granted, signed by a time-stamping certificate, and hash, digest, nonce and time match the request.
 *
 * @returns DER ContentInfo
 * @throws PadesError `bad_time_stamp`
 */
export function verifyStampResponse(response: Uint8Array, { digest, nonce, at }: StampQuery): Uint8Array {
  const token = grantedToken(response)
  if (token.length > TOKEN_MAX_BYTES)
    throw stampError(`The token has ${token.length} bytes; the limit is ${TOKEN_MAX_BYTES}.`)
  const { faults } = verifyStampOver(token, (algorithm) => {
    if (algorithm !== 'sha256') throw new Error('Unexpected digest algorithm.')
    return digest
  })
  if (faults.length > 0) throw stampError(faults.join(' '))
  const info = readTstInfo(readSignedDataCached(token).content!)
  if (info.nonce !== BigInt(`0x${Buffer.from(nonce).toString('hex')}`)) throw stampError('Nonce mismatch.')
  const skewSeconds = Math.abs(info.time.getTime() - at.getTime()) / 1000
  if (skewSeconds > MAX_SKEW_SECONDS)
    throw stampError(
      `Its time differs by ${skewSeconds} seconds from the system clock; the limit is ${MAX_SKEW_SECONDS}.`,
    )
  return token
}

/** Values of PKIStatus and bits of PKIFailureInfo (RFC 3161, 2.4.2). */
const granted = [0n, 1n]
const waiting = 3n
const failures = new Map([
  [0, 'badAlg'],
  [2, 'badRequest'],
  [5, 'badDataFormat'],
  [14, 'timeNotAvailable'],
  [15, 'unacceptedPolicy'],
  [16, 'unacceptedExtension'],
  [17, 'addInfoNotAvailable'],
  [25, 'systemFailure'],
])

/** The token of a TimeStampResp (DER). @throws PadesError `bad_time_stamp` unless it was granted */
function grantedToken(response: Uint8Array): Uint8Array {
  const [info, token] = readResponse(response)
  const [statusElement, ...details] = readChildren(info)
  const status = readInteger(statusElement)
  if (status === undefined) throw stampError('The response is not one to a request for a time stamp.')
  if (!granted.includes(status)) {
    const head = status === waiting ? 'Request not processed yet (waiting).' : 'Request rejected.'
    throw stampError([head, ...details.map(formatDetail)].filter(Boolean).join(' '))
  }
  if (!token) throw stampError('The response has no token.')
  if (isIndefinite(token)) throw stampError('It is not in DER: a length is indefinite.')
  return encoded(token)
}

/** The elements of a response; empty where it is no ASN.1. */
function readResponse(response: Uint8Array): Asn1[] {
  try {
    return readChildren(parse(response))
  } catch {
    return []
  }
}

/** A signature in a PDF must be DER, without indefinite lengths (ISO 32000-2, 12.8.3.3). */
function isIndefinite(block: Asn1): boolean {
  return block.isIndefinite || readChildren(block).some(isIndefinite)
}

/** The first text of a PKIFreeText, or the names of the bits of a PKIFailureInfo. */
function formatDetail(detail: Asn1): string {
  const bits = readBits(detail)
  if (bits)
    return [...failures]
      .filter(([bit]) => (bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7)))
      .map(([, name]) => name)
      .join(', ')
  const [first] = readChildren(detail)
  return isUniversal(first, 'utf8String') ? Buffer.from(first.contents).toString().slice(0, 200) : ''
}

function stampError(reason: string): PadesError {
  return new PadesError('bad_time_stamp', `The time stamp cannot be used. ${reason}`)
}
