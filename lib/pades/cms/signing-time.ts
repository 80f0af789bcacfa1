import { readEitherTime } from './asn1.ts'
import { oid } from './cms.ts'
import { readSignedDataCached } from './cms-read.ts'

/**
 * The signing-time of a CMS signature (RFC 5652, 11.3), a claim; null without one. @throws Error where `der` is no such
 * signature
 */
export function readSigningTime(der: Uint8Array): Date | null {
  const { signedAttributes } = readSignedDataCached(der).signer
  const value = signedAttributes?.find(({ type }) => type === oid.signingTime)?.values[0]
  return readEitherTime(value) ?? null
}
