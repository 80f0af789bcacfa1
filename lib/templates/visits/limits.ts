import type { RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { rateLimitKey } from '#lib/core/network/addresses'
import { consumeStrict, type RateLimit } from '#lib/limits/limiter'
import { codeLimits } from '#lib/signing/one-time-code/one-time-code'

const HOUR_SECONDS = 3600
/** One client's codes to one address, and its attempts at them: what it uses up is its own. */
const CLIENT_LIMIT = { points: 10, windowSeconds: HOUR_SECONDS }
/** Codes to one address of all links of a tenant, to all clients: a hundred guesses an hour at one of a million codes. */
const ADDRESS_LIMIT = { points: 20, windowSeconds: HOUR_SECONDS }
const PAUSE = { points: 1, windowSeconds: codeLimits.pauseSeconds }
const LINK_WINDOW_SECONDS = 60
/** Codes by one link in an hour, and of one client: each is an event, an email and a row of the organisation. */
const LINK_HOUR_LIMIT = { points: 1000, windowSeconds: HOUR_SECONDS }
const CLIENT_HOUR_LIMIT = { points: 300, windowSeconds: HOUR_SECONDS }
/** A link has this many times the requests that one client may make, and one client half of its own for one link. */
const LINK_FACTOR = 5
const CLIENT_SHARE = 0.5

interface Target {
  tenantId: number
  linkId: number
  email: string
}

/**
 * Counts a code. What only one client uses comes first, and what all visitors of the link share last: a request that is
 * refused takes nothing from others.
 * @throws AppError `rate_limited`
 */
export async function countVisitorCode(
  { address }: Pick<RequestMeta, 'address'>,
  { tenantId, linkId, email }: Target,
): Promise<void> {
  const points = env().rateLimits.signing
  const ofLink = (factor: number) => ({
    points: Math.ceil(points * factor),
    windowSeconds: LINK_WINDOW_SECONDS,
  })
  const client = address && rateLimitKey(address)
  if (client && points > 0) await limit('template-link-client', `${client} ${linkId}`, ofLink(CLIENT_SHARE))
  if (client) await limit('template-link-client-hour', `${client} ${linkId}`, CLIENT_HOUR_LIMIT)
  if (client) await limit('template-link-client-address', `${client} ${tenantId} ${email}`, CLIENT_LIMIT)
  await limit('template-link-pause', `${linkId} ${email}`, PAUSE)
  await limit('template-link-address', `${tenantId} ${email}`, ADDRESS_LIMIT)
  if (points > 0) await limit('template-link', String(linkId), ofLink(LINK_FACTOR))
  await limit('template-link-hour', String(linkId), LINK_HOUR_LIMIT)
}

/** Counts an attempt at a code, so that one client cannot use up the attempts of an address again and again. */
export async function countVisitorAttempt(
  { address }: RequestMeta,
  { tenantId, email }: Pick<Target, 'tenantId' | 'email'>,
): Promise<void> {
  if (address)
    await limit('template-link-attempt', `${rateLimitKey(address)} ${tenantId} ${email}`, CLIENT_LIMIT)
}

async function limit(bucket: string, key: string, allowance: RateLimit): Promise<void> {
  const use = await consumeStrict(bucket, key, allowance)
  if (!use.allowed) throw rateLimited(use.resetSeconds, use.limit)
}
