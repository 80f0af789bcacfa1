import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { rateLimitKey } from '#lib/core/network/addresses'
import { LOGIN_WINDOW_SECONDS } from '#lib/identity/rules'
import { consumeStrict, type RateLimit, refund, reset } from '#lib/limits/limiter'

// Multiples of `RATE_LIMIT_LOGIN`, which itself limits one IP address at one account, and one known device.
/** For one IP address at all accounts. */
const ADDRESS_FACTOR = 5
/** For one email from all IP addresses. */
const MAIL_FACTOR = 10
const SIGN_UPS_PER_HOUR = 100
const RECOVERIES_PER_MAIL_AND_HOUR = 3
const RECOVERIES_PER_ADDRESS_AND_HOUR = 30
const CONFIRMATIONS_PER_MAIL_AND_HOUR = 5
const ARCHIVE_CONFIRMATIONS_PER_TENANT_AND_HOUR = 10
/** For how long a password of an account that is not confirmed is remembered as one that has been tried. */
const TRIED_PASSWORD = { points: 1, windowSeconds: 30 * 86_400 }
const STORE_FAILURE_RETRY_SECONDS = 30

/** A counted login attempt. */
interface LoginAttempt {
  /** To be called when the password was right: the attempt does not count. */
  succeeded(): Promise<void>
}

/** A counted attempt with an email address and a password. */
interface PasswordAttempt extends LoginAttempt {
  /**
   * To be called in place of `succeeded` when the address of the account is not confirmed: the password may be a guess
   * at those of others with this address. It counts when it is first used, and earlier attempts stay counted.
   * @param password which account and password it is, without revealing the password
   */
  succeededUnconfirmed(password: string): Promise<void>
}

/**
 * Counts an attempt before the password is compared, so that concurrent attempts cannot bypass the limit. A known
 * device has its own limit: wrong passwords sent by others do not lock its owner out.
 */
export async function countLoginAttempt(
  requestMeta: RequestMeta,
  email: string,
  device: string | null = null,
): Promise<PasswordAttempt> {
  const points = env().rateLimits.login
  if (points === 0) return { succeeded: async () => {}, succeededUnconfirmed: async () => {} }
  const ownLimit = device ? singleLimit('login-device', device) : pairLimit(requestMeta, email)
  const sharedWithOthers = device ? [] : sharedLimits(requestMeta, email)
  for (const [bucket, key, allowance] of [...sharedWithOthers, ownLimit])
    await countHit(bucket, key, allowance)
  return {
    async succeeded() {
      await resetHits(ownLimit)
      // Only this attempt: the owner of one account cannot reset the count of guesses at others.
      for (const [bucket, key] of sharedWithOthers) await refund(bucket, key)
    },
    async succeededUnconfirmed(password) {
      const { allowed: isFirst } = await consumeStrict('unconfirmed-password', password, TRIED_PASSWORD)
      if (isFirst) return
      for (const [bucket, key] of [...sharedWithOthers, ownLimit]) await refund(bucket, key)
    },
  }
}

/** Counts an attempt at a second factor, per user: the limit covers all challenges and clients. */
export async function countFactorAttempt(userId: number): Promise<LoginAttempt> {
  if (env().rateLimits.login === 0) return { succeeded: async () => {} }
  const limit = singleLimit('second-factor', String(userId))
  await countHit(...limit)
  return { succeeded: () => resetHits(limit) }
}

/** A limit: the name of its counters, the key that is counted, and the allowed number in a time window. */
type Limit = [bucket: string, key: string, allowance: RateLimit]

/** A limit of `RATE_LIMIT_LOGIN` attempts. */
function singleLimit(bucket: string, key: string): Limit {
  return [bucket, key, { points: env().rateLimits.login, windowSeconds: LOGIN_WINDOW_SECONDS }]
}

/** The limit of one IP address at one account. */
function pairLimit(requestMeta: RequestMeta, email: string): Limit {
  return singleLimit('login-address-mail', `${getIpKey(requestMeta)} ${email}`)
}

/** The limits that attempts of several clients or at several accounts share. */
function sharedLimits(requestMeta: RequestMeta, email: string): Limit[] {
  const ipKey = getIpKey(requestMeta)
  const multipleOfLimit = (factor: number) => ({
    points: env().rateLimits.login * factor,
    windowSeconds: LOGIN_WINDOW_SECONDS,
  })
  const limitPerEmail: Limit = ['login-mail', email, multipleOfLimit(MAIL_FACTOR)]
  return ipKey ? [['login-address', ipKey, multipleOfLimit(ADDRESS_FACTOR)], limitPerEmail] : [limitPerEmail]
}

/** Counts a sign-up against its IP address. */
export async function countSignUp(requestMeta: RequestMeta): Promise<void> {
  const ipKey = getIpKey(requestMeta)
  if (!ipKey || env().rateLimits.login === 0) return
  await countHit('sign-up', ipKey, { points: SIGN_UPS_PER_HOUR, windowSeconds: 3600 })
}

/** Counts a password reset, per email and per IP address. */
export async function countRecovery(requestMeta: RequestMeta, email: string): Promise<void> {
  const ipKey = getIpKey(requestMeta)
  if (env().rateLimits.login === 0) return
  const windowSeconds = 3600
  if (ipKey)
    await countHit('recovery-address', ipKey, { points: RECOVERIES_PER_ADDRESS_AND_HOUR, windowSeconds })
  await countHit('recovery-mail', email, { points: RECOVERIES_PER_MAIL_AND_HOUR, windowSeconds })
}

/** Counts a confirmation email, so that sign-ups cannot flood a mailbox. */
export async function countConfirmation(email: string): Promise<void> {
  if (env().rateLimits.login === 0) return
  await countHit('confirmation-mail', email, { points: CONFIRMATIONS_PER_MAIL_AND_HOUR, windowSeconds: 3600 })
}

/** Counts a confirmation email to an archive address: one tenant cannot flood mailboxes, nor several tenants one. */
export async function countArchiveConfirmation(tenantId: number, email: string): Promise<void> {
  if (env().rateLimits.login === 0) return
  const allowance = { points: ARCHIVE_CONFIRMATIONS_PER_TENANT_AND_HOUR, windowSeconds: 3600 }
  await countHit('archive-confirmation', String(tenantId), allowance)
  await countConfirmation(email.toLowerCase())
}

/** Resets the failed attempts at an account, after the owner of its mailbox has chosen a new password. */
export async function resetLoginAttempts(requestMeta: RequestMeta, email: string): Promise<void> {
  if (env().rateLimits.login === 0) return
  const limitsPerEmail = sharedLimits(requestMeta, email).filter(([bucket]) => bucket === 'login-mail')
  for (const limit of [pairLimit(requestMeta, email), ...limitsPerEmail]) await resetHits(limit)
}

function resetHits([bucket, key]: Limit): Promise<void> {
  return reset(bucket, key)
}

function getIpKey({ address }: RequestMeta): string | null {
  return address && rateLimitKey(address)
}

async function countHit(bucket: string, key: string, allowance: RateLimit) {
  const result = await consumeStrict(bucket, key, allowance).catch((error: unknown) => {
    log().error({ err: error }, 'the limit store does not respond: logins are refused')
    throw rateLimited(
      STORE_FAILURE_RETRY_SECONDS,
      allowance.points,
      'Signing in is temporarily unavailable. Try again shortly.',
    )
  })
  if (!result.allowed) throw rateLimited(result.resetSeconds, result.limit)
}
