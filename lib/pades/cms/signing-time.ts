import { oid } from './cms.ts'
import { readSignedDataCached } from './cms-read.ts'

/** UTCTime, for years from 1950 to 2049, or GeneralizedTime, which states the century (RFC 5652, 11.3). */
const wholeSeconds = /^(\d\d)?(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/

/**
 * The signing-time of a CMS signature (RFC 5652, 11.3), a claim; null without one. @throws Error where `der` is no such
 * signature
 */
export function readSigningTime(der: Uint8Array): Date | null {
  const { signedAttributes } = readSignedDataCached(der).signer
  const value = signedAttributes?.find(({ type }) => type === oid.signingTime)?.values[0]
  const [, stated, year, ...rest] =
    wholeSeconds.exec(Buffer.from(value?.contents ?? []).toString('latin1')) ?? []
  if (!year) return null
  const [month, day, hour, minute, second] = rest
  const century = stated ?? (Number(year) < 50 ? '20' : '19')
  const time = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}
