import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { rateLimited } from '#lib/core/errors'
import { rateLimitKey } from '#lib/core/network/addresses'
import { LOGIN_WINDOW_SECONDS } from '#lib/identity/rules'
import { consume, consumeStrict, refund } from '#lib/limits/limiter'

const WINDOW_SECONDS = 60

/** The rate-limit headers of the response. */
export type RateHeaders = Record<string, string>

/** The limits per IP address: signing pages, `/verify`, `/trust`, everything else. */
export type AddressLimit = 'signing' | 'verify' | 'trust' | 'address'

/** The limits per signing link. */
export type LinkLimit = 'draft' | 'handwriting' | 'attachment' | 'confirmation'

/** Counts the request against its IP address. @param headers gets the rate-limit headers */
export async function limitAddress(
  requestMeta: RequestMeta,
  bucket: AddressLimit,
  headers: RateHeaders,
): Promise<void> {
  if (requestMeta.address)
    await limit(bucket, rateLimitKey(requestMeta.address), env().rateLimits[bucket], headers)
}

/** Counts the request against the user's session or the API key. */
export async function limitPrincipal(ctx: Ctx, headers: RateHeaders): Promise<void> {
  if (ctx.actor.type !== 'user' && ctx.actor.type !== 'api_key') return
  const principal = ctx.actor.type === 'user' ? `session:${ctx.actor.sessionId}` : `api_key:${ctx.actor.id}`
  // What is opened in a frame must not use up what its API key may send.
  const { editor } = ctx
  await limit(
    'principal',
    editor ? `editor:${editor.sessionHash}` : principal,
    env().rateLimits.principal,
    headers,
  )
}

/** Counts the request against its signing link, apart from those that the address may send to signing pages. */
export async function limitLink({ actor }: Ctx, bucket: LinkLimit, headers: RateHeaders): Promise<void> {
  if (actor.type === 'signer') await limit(bucket, actor.tokenHash, env().rateLimits.signing, headers)
}

/**
 * Counts a visitor's request with a used `Idempotency-Key`. The first request may have contained a password: comparing
 * fingerprints tells whether a second one has the same, so it may not allow more guesses than a login.
 */
export async function countIdempotencyGuess(
  { actor }: Ctx,
  key: string,
): Promise<{ succeeded(): Promise<void> }> {
  const points = env().rateLimits.login
  if (actor.type !== 'system' || points === 0) return { succeeded: async () => {} }
  const allowance = { points, windowSeconds: LOGIN_WINDOW_SECONDS }
  const usage = await consumeStrict('taken-key', key, allowance)
  if (!usage.allowed) throw rateLimited(usage.resetSeconds, usage.limit)
  return { succeeded: () => refund('taken-key', key) }
}

async function limit(bucket: string, key: string, points: number, headers: RateHeaders): Promise<void> {
  if (points === 0) return
  const usage = await consume(bucket, key, { points, windowSeconds: WINDOW_SECONDS })
  headers['x-ratelimit-limit'] = String(points)
  headers['x-ratelimit-remaining'] = String(usage.remaining)
  if (usage.allowed) return
  headers['x-ratelimit-reset'] = String(usage.resetSeconds)
  throw rateLimited(usage.resetSeconds, points)
}
