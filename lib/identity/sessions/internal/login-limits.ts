import { rateLimitKey } from '#lib/core/addresses'
import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { LOGIN_WINDOW_SECONDS } from '#lib/identity/rules'
import { consumeStrict, type RateLimit, refund, reset } from '#lib/limits/limiter'

/** As multiples of RATE_LIMIT_LOGIN, the limit of one IP address at one account, and of one known device. */
const TRIES_PER_ADDRESS = 5
const TRIES_PER_MAIL = 10
const SIGN_UPS_PER_HOUR = 100
const RECOVERIES_PER_MAIL_AND_HOUR = 3
const RECOVERIES_PER_ADDRESS_AND_HOUR = 30
const CONFIRMATIONS_PER_MAIL_AND_HOUR = 5
const STORE_DOWN_RETRY_SECONDS = 30

/** A counted login attempt. */
export interface LoginAttempt {
  /** The password was right: the attempt does not count. */
  succeeded(): Promise<void>
}

/**
 * Counts an attempt before the password is compared, so that concurrent attempts cannot bypass the limit. A known
 * device has its own limit: wrong passwords sent by others do not lock its owner out.
 */
export async function countLoginAttempt(
  requestMeta: RequestMeta,
  email: string,
  device: string | null = null,
): Promise<LoginAttempt> {
  const points = env().rateLimits.login
  if (points === 0) return { succeeded: async () => {} }
  const own = device ? ownLimit('login-device', device) : pairLimit(requestMeta, email)
  const shared = device ? [] : sharedLimits(requestMeta, email)
  for (const [bucket, key, allowance] of [...shared, own]) await countHit(bucket, key, allowance)
  return {
    async succeeded() {
      await reset(...own)
      // Only this attempt: the owner of one account cannot reset the count of guesses at others.
      for (const limit of shared) await refund(...limit)
    },
  }
}

type Limit = [bucket: string, key: string, allowance: RateLimit]

function ownLimit(bucket: string, key: string): Limit {
  return [bucket, key, { points: env().rateLimits.login, windowSeconds: LOGIN_WINDOW_SECONDS }]
}

function pairLimit(requestMeta: RequestMeta, email: string): Limit {
  return ownLimit('login-address-mail', `${principalOf(requestMeta)} ${email}`)
}

function sharedLimits(requestMeta: RequestMeta, email: string): Limit[] {
  const address = principalOf(requestMeta)
  const times = (factor: number) => ({
    points: env().rateLimits.login * factor,
    windowSeconds: LOGIN_WINDOW_SECONDS,
  })
  const perMail: Limit = ['login-mail', email, times(TRIES_PER_MAIL)]
  return address ? [['login-address', address, times(TRIES_PER_ADDRESS)], perMail] : [perMail]
}

/** Counts a sign-up against its IP address. */
export async function countSignUp(requestMeta: RequestMeta): Promise<void> {
  const address = principalOf(requestMeta)
  if (!address || env().rateLimits.login === 0) return
  await countHit('sign-up', address, { points: SIGN_UPS_PER_HOUR, windowSeconds: 3600 })
}

/** Counts a password reset, per account and per IP address. */
export async function countRecovery(requestMeta: RequestMeta, email: string): Promise<void> {
  const address = principalOf(requestMeta)
  if (env().rateLimits.login === 0) return
  const windowSeconds = 3600
  if (address)
    await countHit('recovery-address', address, { points: RECOVERIES_PER_ADDRESS_AND_HOUR, windowSeconds })
  await countHit('recovery-mail', email, { points: RECOVERIES_PER_MAIL_AND_HOUR, windowSeconds })
}

/** Counts a confirmation email, so that sign-ups cannot flood a mailbox. */
export async function countConfirmation(email: string): Promise<void> {
  if (env().rateLimits.login === 0) return
  await countHit('confirmation-mail', email, { points: CONFIRMATIONS_PER_MAIL_AND_HOUR, windowSeconds: 3600 })
}

/** Resets the failed attempts at an account: the owner of its mailbox has chosen a new password. */
export async function resetLoginAttempts(requestMeta: RequestMeta, email: string): Promise<void> {
  if (env().rateLimits.login === 0) return
  const perMail = sharedLimits(requestMeta, email).filter(([bucket]) => bucket === 'login-mail')
  for (const limit of [pairLimit(requestMeta, email), ...perMail]) await reset(...limit)
}

function principalOf({ address }: RequestMeta): string | null {
  return address && rateLimitKey(address)
}

async function countHit(bucket: string, key: string, allowance: RateLimit) {
  const use = await consumeStrict(bucket, key, allowance).catch((error: unknown) => {
    log().error({ err: error }, 'the limit store does not respond: logins are refused')
    throw rateLimited(STORE_DOWN_RETRY_SECONDS, 'Signing in is temporarily unavailable. Try again shortly.')
  })
  if (!use.allowed) throw rateLimited(use.resetSeconds, undefined, use.limit)
}
