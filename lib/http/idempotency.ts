import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { FastResponse } from 'srvx/node'
import { everyTenant } from '#db/doors'
import { idempotencyKeys } from '#db/schema/http'
import { read, write } from '#db/tenant'
import { countedAs } from '#lib/core/addresses'
import { addDays, addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { AppError, validationError } from '#lib/core/errors'
import { hmacHex, randomToken } from '#lib/core/ids'
import { canonicalJson, type Json } from '#lib/core/json'
import { log } from '#lib/core/log'
import { deriveKey, open, seal } from '#lib/core/secretbox'
import { countGuess } from './limits.ts'
import { KEPT_REFUSALS, problem, statusOf } from './problem.ts'

const KEPT_DAYS = 1
const IN_FLIGHT_SECONDS = 120
const MAX_REFUSAL_LENGTH = 8 * 1024
/** Saved answers are sealed: some carry a key that is shown this once. */
const PURPOSE = 'idempotent answer'
const REQUEST_PURPOSE = 'idempotent request'

/** Visitors belong to no tenant. */
const NO_TENANT = 0

/**
 * Runs `work` at most once per `Idempotency-Key` and principal: a repeat gets the saved answer, another request under
 * the same key is refused, one that is still running too. A refusal of the request is an answer; what was refused for who
 * asked, or how often, and what failed is not saved: it may come again under the same key.
 * Whoever runs for too long loses the key to the next, and their answer is then theirs alone.
 * @param said what tells one request from another; asked for under a key only, for of an upload it is known late
 */
export async function once(
  ctx: Ctx,
  request: Request,
  said: () => Promise<Json>,
  work: () => Promise<Response>,
): Promise<Response> {
  const key = request.headers.get('idempotency-key')
  if (request.method !== 'POST' || !key) return work()
  if (key.length > 255) throw validationError({ 'Idempotency-Key': ['At most 255 characters.'] })
  const claimed = {
    principal: principalOf(ctx, request),
    key,
    requestHmac: hmacHex(
      deriveKey(REQUEST_PURPOSE),
      canonicalJson([new URL(request.url).pathname, await said()]),
    ),
    owner: randomToken(16),
  }
  const saved = await claim(ctx, claimed)
  if (saved) return saved
  try {
    const response = await work()
    await save(ctx, claimed, response)
    return response
  } catch (error) {
    const keep = isAnswer(error) ? save(ctx, claimed, problem(error, ctx.requestId)) : release(ctx, claimed)
    // What was wrong with the request is told all the same.
    await keep.catch((fault) => log().warn({ err: fault }, 'a refusal could not be kept'))
    throw error
  }
}

/** Not what has a cause: that was a fault of ours. */
function isAnswer(error: unknown): boolean {
  return error instanceof AppError && KEPT_REFUSALS.has(statusOf[error.code]) && error.cause === undefined
}

interface Claim {
  principal: string
  key: string
  requestHmac: string
  owner: string
}

/** Visitors are told apart by where they come from and by what they show. */
function principalOf({ actor, address }: Ctx, request: Request): string {
  if (actor.type !== 'system') return `${actor.type}:${actor.id}`
  const shown = request.headers.get('authorization') ?? ''
  return `visitor:${hmacHex(deriveKey(REQUEST_PURPOSE), `${countedAs(address ?? '')} ${shown}`)}`
}

/** Takes the key for this request; null when it is ours to run, else the saved answer. */
async function claim(ctx: Ctx, claimed: Claim): Promise<Response | null> {
  const row = {
    ...claimed,
    tenantId: ctx.tenantId,
    createdAt: ctx.now,
    status: null,
    headers: null,
    body: null,
  }
  const taken = await write(ctx, (tx) =>
    tx
      .insert(idempotencyKeys)
      .values(row)
      .onConflictDoUpdate({
        target: [idempotencyKeys.tenantId, idempotencyKeys.principal, idempotencyKeys.key],
        set: row,
        setWhere: or(
          lt(idempotencyKeys.createdAt, addDays(ctx.now, -KEPT_DAYS)),
          and(
            isNull(idempotencyKeys.status),
            lt(idempotencyKeys.createdAt, addSeconds(ctx.now, -IN_FLIGHT_SECONDS)),
          ),
        ),
      })
      .returning({ key: idempotencyKeys.key }),
  )
  if (taken.length > 0) return null
  const [known] = await read(ctx, (reader) =>
    reader.select().from(idempotencyKeys).where(rowOf(ctx, claimed)),
  )
  const guess = known && (await countGuess(ctx, `${claimed.principal} ${claimed.key}`))
  if (known && known.requestHmac !== claimed.requestHmac) {
    throw new AppError('idempotency_key_reuse', 'This Idempotency-Key was used with another request.')
  }
  await guess?.succeeded()
  if (!known || known.status === null) {
    throw new AppError('idempotency_in_flight', 'A request with this Idempotency-Key is still running.')
  }
  const headers = { ...known.headers, 'idempotent-replayed': 'true' }
  return typeof known.body !== 'string'
    ? new FastResponse(null, { status: known.status, headers })
    : FastResponse.json(unsealed(known.body, claimed.key), { status: known.status, headers })
}

async function save(ctx: Ctx, claimed: Claim, response: Response): Promise<void> {
  const text = await response.clone().text()
  // Anybody may be refused as often as they like, and each refusal lies here for a day.
  if (!response.ok && text.length > MAX_REFUSAL_LENGTH) return release(ctx, claimed)
  const location = response.headers.get('location')
  await write(ctx, (tx) =>
    tx
      .update(idempotencyKeys)
      .set({
        status: response.status,
        headers: location ? { location } : {},
        body: text === '' ? null : seal(PURPOSE, Buffer.from(text), claimed.key).toString('base64'),
      })
      .where(mine(ctx, claimed)),
  )
}

function unsealed(body: string, key: string): Json {
  return JSON.parse(open(PURPOSE, Buffer.from(body, 'base64'), key).toString()) as Json
}

async function release(ctx: Ctx, claimed: Claim): Promise<void> {
  await write(ctx, (tx) => tx.delete(idempotencyKeys).where(mine(ctx, claimed)))
}

function rowOf(ctx: Ctx, { principal, key }: Claim) {
  return and(
    eq(idempotencyKeys.tenantId, ctx.tenantId),
    eq(idempotencyKeys.principal, principal),
    eq(idempotencyKeys.key, key),
  )
}

/** Still held by this request: not taken over since, and without an answer. */
function mine(ctx: Ctx, claimed: Claim) {
  return and(rowOf(ctx, claimed), eq(idempotencyKeys.owner, claimed.owner), isNull(idempotencyKeys.status))
}

/** Removes the saved answers that nobody can ask for any more, of every tenant. */
export async function forgetOldAnswers(now: Date): Promise<void> {
  for (const tenantId of [NO_TENANT, ...(await everyTenant())]) {
    await write({ tenantId }, async (tx) => {
      await tx
        .delete(idempotencyKeys)
        .where(
          and(
            eq(idempotencyKeys.tenantId, tenantId),
            lt(idempotencyKeys.createdAt, addDays(now, -KEPT_DAYS)),
          ),
        )
    })
  }
}
