import { rateLimitKey } from '#lib/core/addresses'
import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { LOGIN_WINDOW_SECONDS } from '#lib/identity/rules'
import { consumeStrict, type RateLimit, refund, reset } from '#lib/limits/limiter'

/** As multiples of RATE_LIMIT_LOGIN, which is the limit of one address at one mail, and of one known device. */
const TRIES_PER_ADDRESS = 5
const TRIES_PER_MAIL = 10
const SIGN_UPS_PER_HOUR = 100
const RECOVERIES_PER_MAIL_AND_HOUR = 3
const RECOVERIES_PER_ADDRESS_AND_HOUR = 30
const CONFIRMATIONS_PER_MAIL_AND_HOUR = 5
const STORE_DOWN_RETRY_SECONDS = 30

/** A counted login attempt. */
export interface LoginAttempt {
  /** The password was right: it was no guess. */
  succeeded(): Promise<void>
}

/**
 * Counts a try before the password is compared, so that concurrent tries cannot slip past; refuses when there were too
 * many. A known device has a limit of its own: wrong passwords sent by others do not lock its owner out.
 */
export async function countLoginAttempt(
  visit: RequestMeta,
  email: string,
  device: string | null = null,
): Promise<LoginAttempt> {
  const points = env().rateLimits.login
  if (points === 0) return { succeeded: async () => {} }
  const own = device ? ownLimit('login-device', device) : pairLimit(visit, email)
  const shared = device ? [] : sharedLimits(visit, email)
  for (const [bucket, key, allowance] of [...shared, own]) await take(bucket, key, allowance)
  return {
    async succeeded() {
      await reset(...own)
      // One only: the owner of one account cannot wipe out what they guessed at others.
      for (const limit of shared) await refund(...limit)
    },
  }
}

type Limit = [bucket: string, key: string, allowance: RateLimit]

function ownLimit(bucket: string, key: string): Limit {
  return [bucket, key, { points: env().rateLimits.login, windowSeconds: LOGIN_WINDOW_SECONDS }]
}

function pairLimit(visit: RequestMeta, email: string): Limit {
  return ownLimit('login-address-mail', `${whoIs(visit)} ${email}`)
}

function sharedLimits(visit: RequestMeta, email: string): Limit[] {
  const address = whoIs(visit)
  const times = (factor: number) => ({
    points: env().rateLimits.login * factor,
    windowSeconds: LOGIN_WINDOW_SECONDS,
  })
  const perMail: Limit = ['login-mail', email, times(TRIES_PER_MAIL)]
  return address ? [['login-address', address, times(TRIES_PER_ADDRESS)], perMail] : [perMail]
}

/** Counts a sign-up against its address: each one costs a tenant. */
export async function countSignUp(visit: RequestMeta): Promise<void> {
  const address = whoIs(visit)
  if (!address || env().rateLimits.login === 0) return
  await take('sign-up', address, { points: SIGN_UPS_PER_HOUR, windowSeconds: 3600 })
}

/** Counts a forgotten password: nobody's mailbox is to be filled, and nobody is to ask for all the world. */
export async function countRecovery(visit: RequestMeta, email: string): Promise<void> {
  const address = whoIs(visit)
  if (env().rateLimits.login === 0) return
  const windowSeconds = 3600
  if (address)
    await take('recovery-address', address, { points: RECOVERIES_PER_ADDRESS_AND_HOUR, windowSeconds })
  await take('recovery-mail', email, { points: RECOVERIES_PER_MAIL_AND_HOUR, windowSeconds })
}

/** Counts a mail that asks to confirm an address: strangers cannot fill a mailbox by signing up with its address. */
export async function countConfirmation(email: string): Promise<void> {
  if (env().rateLimits.login === 0) return
  await take('confirmation-mail', email, { points: CONFIRMATIONS_PER_MAIL_AND_HOUR, windowSeconds: 3600 })
}

/** Forgets the wrong tries at a mail: the owner of its mailbox has chosen a new password. */
export async function resetLoginAttempts(visit: RequestMeta, email: string): Promise<void> {
  if (env().rateLimits.login === 0) return
  const perMail = sharedLimits(visit, email).filter(([bucket]) => bucket === 'login-mail')
  for (const limit of [pairLimit(visit, email), ...perMail]) await reset(...limit)
}

function whoIs({ address }: RequestMeta): string | null {
  return address && rateLimitKey(address)
}

async function take(bucket: string, key: string, allowance: RateLimit) {
  const use = await consumeStrict(bucket, key, allowance).catch((error: unknown) => {
    log().error({ err: error }, 'the limit store does not answer: signing in is refused')
    throw rateLimited(
      STORE_DOWN_RETRY_SECONDS,
      'Signing in is not possible at this moment. Try again shortly.',
    )
  })
  if (!use.allowed) throw rateLimited(use.resetSeconds, undefined, use.limit)
}
