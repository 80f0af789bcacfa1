import { X509Certificate } from 'node:crypto'
import { addDays, latest } from '#lib/core/clock'
import { isTimeStampFilter } from '#lib/pades/cms/cms-verify'
import type { BaselineLevel } from '#lib/pades/level'
import type { SignatureReport } from '#lib/pades/signature-report'

/** A time stamp is renewed this long before it loses its worth. */
const RENEWAL_DAYS = 90
/** A file is not renewed more often: each time stamp makes it longer. */
const MIN_INTERVAL_DAYS = 30
/** In the last days of a time stamp one that ends later is looked for daily: many authorities replace theirs only then. */
const LAST_DAYS = 7
/** When what was missing at the seal is tried for the first time. */
const FIRST_RETRY_DAYS = 1
/** Until when RSA signatures in use today are accepted (ETSI TS 119 312 V1.5.1, table 6); P-256 has no end yet. */
const RSA_END = new Date('2029-01-01T00:00:00Z')

type Stamp = Pick<SignatureReport, 'subFilter' | 'certificate' | 'timestamps'>

/**
 * When a document time stamp, or the time stamp of a signature, loses its worth: with its certificate or its algorithm;
 * null without a time stamp.
 */
export function getStampEnd({ subFilter, certificate, timestamps }: Stamp): Date | null {
  const der = isTimeStampFilter(subFilter) ? certificate : timestamps[0]?.certificates[0]
  if (!der) return null
  const { validToDate, publicKey } = new X509Certificate(der)
  const isRsa = publicKey.asymmetricKeyType?.startsWith('rsa') ?? false
  return isRsa && RSA_END < validToDate ? RSA_END : validToDate
}

/** From the lowest. */
const LEVELS: BaselineLevel[] = ['B', 'T', 'LT', 'LTA']

interface Worth {
  level: BaselineLevel
  stampEnd: Date
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
  const isLastChance = addDays(before.stampEnd, -LAST_DAYS) <= now
  return (raise === 0 || isLastChance) && (isForced || after.stampEnd > before.stampEnd)
}

/** When the last time stamp of a file is to be renewed; null without one. */
export function getRenewalTime({
  isFirst,
  level,
  stampEnd,
  now,
}: {
  /** The file has just been sealed. */
  isFirst: boolean
  level: BaselineLevel | null | undefined
  stampEnd: Date | null
  now: Date
}): Date | null {
  if (!stampEnd) return null
  const monthLater = addDays(now, MIN_INTERVAL_DAYS)
  const usual = latest(monthLater, addDays(stampEnd, -RENEWAL_DAYS))
  const lastDays = addDays(stampEnd, -LAST_DAYS)
  const forStamp = usual > lastDays && stampEnd > now ? latest(addDays(now, 1), lastDays) : usual
  if (level === 'LTA') return forStamp
  const forMissingData = isFirst ? addDays(now, FIRST_RETRY_DAYS) : monthLater
  return forStamp < forMissingData ? forStamp : forMissingData
}
