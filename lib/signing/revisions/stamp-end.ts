import { X509Certificate } from 'node:crypto'
import { addDays, latest } from '#lib/core/clock'
import { isTimeStampFilter } from '#lib/pades/cms/cms-verify'
import type { BaselineLevel } from '#lib/pades/level'
import type { SignatureReport } from '#lib/pades/signature-report'

/** A time stamp is renewed this long before it loses its worth. */
const STAMP_RENEWAL_DAYS = 90
/** A file is not renewed more often: each time stamp makes it longer. */
export const MIN_INTERVAL_DAYS = 30
/** In the last days of a time stamp one that ends later is looked for daily: many authorities replace theirs only then. */
const LAST_DAYS = 7
/** When what was missing at the seal is tried for the first time. */
const FIRST_RETRY_DAYS = 1
/** Until when RSA signatures in use today are accepted (ETSI TS 119 312 V1.5.1, table 6); P-256 has no end yet. */
const RSA_END = new Date('2029-01-01T00:00:00Z')

type Stamp = Pick<SignatureReport, 'subFilter' | 'certificate' | 'timestamps'>

/** When a time stamp loses its worth: with its certificate, or with its algorithm. */
export interface StampEnds {
  certificate: Date
  /** Null where none is set. */
  algorithm: Date | null
}

/** The ends of a document time stamp, or of the time stamp of a signature; null without a time stamp. */
export function getStampEnds({ subFilter, certificate, timestamps }: Stamp): StampEnds | null {
  const der = isTimeStampFilter(subFilter) ? certificate : timestamps[0]?.certificates[0]
  return der ? readStampEnds(der) : null
}

/** The ends of the time stamps of an authority. @param der its certificate */
export function readStampEnds(der: Uint8Array): StampEnds {
  const { validToDate, publicKey } = new X509Certificate(der)
  const isRsa = publicKey.asymmetricKeyType?.startsWith('rsa') ?? false
  return { certificate: validToDate, algorithm: isRsa ? RSA_END : null }
}

/** The first end that is still ahead; that of the certificate when both have passed. */
export function getNextEnd({ certificate, algorithm }: StampEnds, now: Date): Date {
  return algorithm && now < algorithm && algorithm < certificate ? algorithm : certificate
}

/** Whether a time stamp is to be renewed by now. */
export function endsSoon(ends: StampEnds, now: Date): boolean {
  return addDays(getNextEnd(ends, now), -STAMP_RENEWAL_DAYS) <= now
}

/** From the lowest. */
const LEVELS: BaselineLevel[] = ['B', 'T', 'LT', 'LTA']

interface Worth {
  level: BaselineLevel
  stampEnds: StampEnds
}

/**
 * Whether a file is to be replaced by its renewal: at a higher level, or the same for longer. At a lower level (the data
 * for the last time stamp could not be had) only in the last days of that.
 * @param isForced even if it is not valid for longer
 */
export function isGain(
  before: Worth,
  after: Worth,
  { now, isForced }: { now: Date; isForced: boolean },
): boolean {
  const raise = LEVELS.indexOf(after.level) - LEVELS.indexOf(before.level)
  if (raise > 0) return true
  const isLastChance = addDays(getNextEnd(before.stampEnds, now), -LAST_DAYS) <= now
  return (raise === 0 || isLastChance) && (isForced || endsLater(after.stampEnds, before.stampEnds, now))
}

/** Whether the next end of one time stamp is later than that of another. */
export function endsLater(one: StampEnds, other: StampEnds, now: Date): boolean {
  return getNextEnd(one, now) > getNextEnd(other, now)
}

/** When the last time stamp of a file is to be renewed; null without one. */
export function getRenewalTime({
  isFirst,
  level,
  stampEnds,
  now,
}: {
  /** The file has just been sealed. */
  isFirst: boolean
  level: BaselineLevel | null | undefined
  stampEnds: StampEnds | null
  now: Date
}): Date | null {
  if (!stampEnds) return null
  const stampEnd = getNextEnd(stampEnds, now)
  const monthLater = addDays(now, MIN_INTERVAL_DAYS)
  const usual = latest(monthLater, addDays(stampEnd, -STAMP_RENEWAL_DAYS))
  const lastDays = addDays(stampEnd, -LAST_DAYS)
  const forStamp = usual > lastDays && stampEnd > now ? latest(addDays(now, 1), lastDays) : usual
  if (level === 'LTA') return forStamp
  const forMissingData = isFirst ? addDays(now, FIRST_RETRY_DAYS) : monthLater
  return forStamp < forMissingData ? forStamp : forMissingData
}
