import { countedAs } from '#lib/core/addresses'
import type { Visit } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { log } from '#lib/core/log'
import { consumeStrict, forgive, giveBackHit } from '#lib/limits/strict'
import { LOGIN_WINDOW_SECONDS } from '../rules.ts'

const TRIES_PER_ADDRESS_AND_MAIL = 5
const SIGN_UPS_PER_HOUR = 100
const RECOVERIES_PER_MAIL_AND_HOUR = 3
const RECOVERIES_PER_ADDRESS_AND_HOUR = 30
const STORE_DOWN_RETRY_SECONDS = 30

/** A counted try at somebody's password. */
export interface Try {
  /** The password was right: it was no guess. */
  succeeded(): Promise<void>
}

/** Counts a try before the password is looked at, so that tries at once cannot slip past; refuses when there were too many. */
export async function countTry(visit: Visit, email: string): Promise<Try> {
  const address = whoIs(visit)
  const points = env().rateLimits.login
  if (points === 0) return { succeeded: async () => {} }
  const perMail = { points, windowSeconds: LOGIN_WINDOW_SECONDS }
  const perAddress = { ...perMail, points: points * TRIES_PER_ADDRESS_AND_MAIL }
  if (address) await take('login-address', address, perAddress)
  await take('login-mail', email, perMail)
  return {
    async succeeded() {
      await forgive('login-mail', email, perMail)
      // One only: whoever owns an account must not be able to wipe out what they guessed at others.
      if (address) await giveBackHit('login-address', address, perAddress)
    },
  }
}

/** Counts a sign-up against its address: each one costs a tenant. */
export async function countSignUp(visit: Visit): Promise<void> {
  const address = whoIs(visit)
  if (!address || env().rateLimits.login === 0) return
  await take('sign-up', address, { points: SIGN_UPS_PER_HOUR, windowSeconds: 3600 })
}

/** Counts a forgotten password: nobody's mailbox is to be filled, and nobody is to ask for all the world. */
export async function countRecovery(visit: Visit, email: string): Promise<void> {
  const address = whoIs(visit)
  if (env().rateLimits.login === 0) return
  const windowSeconds = 3600
  if (address)
    await take('recovery-address', address, { points: RECOVERIES_PER_ADDRESS_AND_HOUR, windowSeconds })
  await take('recovery-mail', email, { points: RECOVERIES_PER_MAIL_AND_HOUR, windowSeconds })
}

/** Forgets the wrong tries at a mail: whoever reads its mailbox has chosen a new password. */
export async function forgetTries(email: string): Promise<void> {
  const points = env().rateLimits.login
  if (points > 0) await forgive('login-mail', email, { points, windowSeconds: LOGIN_WINDOW_SECONDS })
}

function whoIs({ address }: Visit): string | null {
  return address && countedAs(address)
}

async function take(bucket: string, key: string, allowance: { points: number; windowSeconds: number }) {
  const use = await consumeStrict(bucket, key, allowance).catch((error: unknown) => {
    log().error({ err: error }, 'the limit store does not answer: signing in is refused')
    throw rateLimited(
      STORE_DOWN_RETRY_SECONDS,
      'Signing in is not possible at this moment. Try again shortly.',
    )
  })
  if (!use.allowed) throw rateLimited(use.resetSeconds)
}
