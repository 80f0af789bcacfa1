import { oid } from './cms.ts'
import { readSignedDataCached } from './cms-read.ts'

/** UTCTime (X.680, 47), for years from 1950 to 2049. */
const utcTime = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/

/** The signing-time of a CMS signature outside of a PDF (RFC 5652, 11.3), a claim; null without one. */
export function readSigningTime(der: Uint8Array): Date | null {
  const { signedAttributes } = readSignedDataCached(der).signer
  const value = signedAttributes?.find(({ type }) => type === oid.signingTime)?.values[0]
  const [, year, ...rest] = utcTime.exec(Buffer.from(value?.contents ?? []).toString('latin1')) ?? []
  if (!year) return null
  const [month, day, hour, minute, second] = rest
  const century = Number(year) < 50 ? '20' : '19'
  const time = new Date(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}
