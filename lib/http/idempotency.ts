import { and, eq, isNull, lt, not, or, sql } from 'drizzle-orm'
import { FastResponse } from 'srvx/node'
import { isProcessAlive, processName } from '#db/connection/presence'
import { logFailure } from '#db/connection/unavailable'
import { claimNewKey, claimRow, storeResponse, whereOwnedClaim } from '#db/idempotency-claim'
import { idempotencyKeys } from '#db/schema/http'
import { forEachDueTenant } from '#db/tenancy/due-tenants'
import { read, write } from '#db/tenancy/tenant'
import { addDays, addSeconds, now } from '#lib/core/clock'
import type { Claim, Ctx } from '#lib/core/ctx'
import { AppError, invalidState, validationError } from '#lib/core/errors'
import { hmacHex, randomToken } from '#lib/core/ids'
import { canonicalJson, type Json } from '#lib/core/json'
import { rateLimitKey } from '#lib/core/network/addresses'
import { decrypt, deriveKey, encrypt } from '#lib/core/secretbox'
import { errorText } from '#lib/messages/errors'
import { countIdempotencyGuess } from './limits.ts'
import { getUrl } from './request/url.ts'
import { errorResponse, REPLAYED_ERRORS } from './response/error-response.ts'

/** How long a key and its response are stored. */
const KEPT_DAYS = 1
/** After this time another request may take over the key of an unfinished one. */
const IN_FLIGHT_SECONDS = 120
/** What a response is stored with, beside its encrypted cookies; the other headers belong to a request. */
const STORED_HEADERS = ['location', 'content-type', 'content-disposition', 'etag']
/** The name of the cookies among the stored headers: a process of the version before sends it as it is. */
const STORED_COOKIES = 'paraph-cookies'
/** Larger error responses are not stored. */
const MAX_REFUSAL_BYTES = 8 * 1024
/** The purpose of the key that encrypts stored responses: some contain a secret that is shown only once. */
const RESPONSE_PURPOSE = 'idempotent answer'
/** The purpose of the key of request fingerprints, which may cover a password. */
const REQUEST_PURPOSE = 'idempotent request'

/**
 * Runs `callback` at most once per `Idempotency-Key` and principal. A retry gets the stored response; a different
 * request with the same key is refused, and so is a retry while the first request is running. Errors that depend on
 * the request are stored; refused credentials, limits and failures are not, so the same key can be used again. After
 * 120 s an unfinished request loses the key to the next retry, unless it has committed; its transaction is then
 * rolled back. When the process ended after the commit, the response is lost, and a retry gets an error that says so.
 * @param fingerprint gives the values that identify the request; called only when there is a key
 * @param changesNothing the response is not stored: a retry runs `callback` again
 */
export async function withIdempotency(
  ctx: Ctx,
  request: Request,
  fingerprint: () => Promise<Json>,
  callback: (ctx: Ctx) => Promise<Response>,
  { changesNothing = false }: { changesNothing?: boolean } = {},
): Promise<Response> {
  const key = request.headers.get('idempotency-key')
  if (request.method !== 'POST' || key === null) return callback(ctx)
  // The headers of a request have no spaces around their values.
  if (key === '') throw validationError({ 'Idempotency-Key': [errorText('values.mustNotBeEmpty')] })
  if (key.length > 255) throw validationError({ 'Idempotency-Key': [errorText('api.atMost255Characters')] })
  const claim: Claim = {
    tenantId: ctx.tenantId,
    principal: getPrincipal(ctx, request),
    key,
    owner: `${await processName()}.${randomToken(16)}`,
  }
  const requestHmac = hmacHex(
    deriveKey(REQUEST_PURPOSE),
    canonicalJson([getTarget(request), await fingerprint()]),
  )
  const storedResponse = await claimKey(ctx, claim, requestHmac)
  if (storedResponse) return changesNothing ? asReplayed(await callback(ctx)) : storedResponse
  const logIfFailed = (storing: Promise<void>) =>
    storing.catch((error) => logFailure(error, 'a response could not be stored under its idempotency key'))
  try {
    const response = await callback({ ...ctx, claim })
    await logIfFailed(changesNothing ? storeStatus(claim, response) : save(claim, response))
    return response
  } catch (error) {
    await logIfFailed(finishFailed(ctx, claim, error))
    throw error
  }
}

/** The path with the query, whose order does not matter. */
function getTarget(request: Request): string {
  const { pathname, searchParams } = new URL(getUrl(request))
  searchParams.sort()
  return searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname
}

/** Stores an error that depends on the request; after any other error that wrote nothing, the key is free again. */
async function finishFailed({ actor, requestId }: Ctx, claim: Claim, error: unknown): Promise<void> {
  // Whether a COMMIT was carried out whose connection was lost, only the database knows.
  if (!(error instanceof AppError) || error.code === 'unavailable') return abandonClaim(claim)
  // An error with a cause is an internal one and is not replayed.
  const isReplayed = actor.type !== 'system' && REPLAYED_ERRORS.has(error.code) && error.cause === undefined
  return isReplayed ? save(claim, errorResponse(error, requestId)) : release(claim)
}

/** The owner of a key: live and test mode are separate; visitors differ by IP address and credential. */
function getPrincipal({ actor, address, testMode, editor }: Ctx, request: Request): string {
  if (editor) return `editor:${editor.sessionHash}`
  if (actor.type !== 'system') return `${actor.type}:${actor.id}${testMode ? ':test' : ''}`
  const authorization = request.headers.get('authorization') ?? ''
  return `visitor:${hmacHex(deriveKey(REQUEST_PURPOSE), `${rateLimitKey(address ?? '')} ${authorization}`)}`
}

/**
 * Whether the process that claimed the key is still connected to the database; if not, it cannot write any more, and
 * its claim may be taken over.
 */
const isOwnerAlive = isProcessAlive(sql`split_part(${idempotencyKeys.owner}, '.', 1)`)

/**
 * Claims the key for this request, or takes over a claim that is stale.
 * @returns null when this request is to run, else the stored response
 */
async function claimKey(ctx: Ctx, claim: Claim, requestHmac: string): Promise<Response | null> {
  // The current time, as the upload may have taken minutes since `ctx.now`.
  const time = now()
  if (await claimNewKey(claim, requestHmac, time)) return null
  const row = {
    ...claim,
    requestHmac,
    createdAt: time,
    executed: false,
    status: null,
    headers: null,
    body: null,
  }
  const staleBefore = addSeconds(time, -IN_FLIGHT_SECONDS)
  // An existing row is replaced when it is expired, or when its request committed nothing and timed out or died.
  const claimedRows = await write(ctx, (tx) =>
    tx
      .insert(idempotencyKeys)
      .values(row)
      .onConflictDoUpdate({
        target: [idempotencyKeys.tenantId, idempotencyKeys.principal, idempotencyKeys.key],
        set: row,
        setWhere: or(
          lt(idempotencyKeys.createdAt, addDays(time, -KEPT_DAYS)),
          and(
            isNull(idempotencyKeys.status),
            not(idempotencyKeys.executed),
            or(lt(idempotencyKeys.createdAt, staleBefore), not(isOwnerAlive)),
          ),
        ),
      })
      .returning({ key: idempotencyKeys.key }),
  )
  if (claimedRows.length > 0) return null
  const [storedClaim] = await read(ctx, (reader) =>
    reader.select({ stored: idempotencyKeys, isOwnerAlive }).from(idempotencyKeys).where(claimRow(claim)),
  )
  const stored = storedClaim?.stored
  // A visitor's request counts as a guess of the stored one until its body turns out to be the same.
  const guess = stored && (await countIdempotencyGuess(ctx, `${claim.principal} ${claim.key}`))
  if (stored && stored.requestHmac !== requestHmac) {
    throw new AppError('idempotency_key_reuse', 'This Idempotency-Key was used with another request.')
  }
  await guess?.succeeded()
  if (!stored || stored.status === null) {
    const isRunning =
      stored && stored.owner !== null && storedClaim.isOwnerAlive && stored.createdAt >= staleBefore
    if (stored?.executed && !isRunning) throw responseLost()
    throw new AppError('idempotency_in_flight', 'A request with this Idempotency-Key is still running.')
  }
  return restoreResponse(stored.status, stored, claim.key)
}

/** The stored response, with its cookies: those of the first one may have been lost with it. */
function restoreResponse(
  status: number,
  stored: Pick<typeof idempotencyKeys.$inferSelect, 'headers' | 'body'>,
  key: string,
): Response {
  const { [STORED_COOKIES]: cookies, ...others } = stored.headers ?? {}
  const restore = (content: string) => decrypt(RESPONSE_PURPOSE, Buffer.from(content, 'base64'), key)
  const headers = new Headers({
    'content-type': 'application/json',
    ...others,
    'idempotent-replayed': 'true',
  })
  for (const cookie of cookies ? (JSON.parse(restore(cookies).toString()) as string[]) : [])
    headers.append('set-cookie', cookie)
  if (typeof stored.body === 'string') return new FastResponse(restore(stored.body), { status, headers })
  headers.delete('content-type')
  return new FastResponse(null, { status, headers })
}

function responseLost(): AppError {
  return invalidState(errorText('api.responseLost'), 'carried_out')
}

function asReplayed(response: Response): Response {
  response.headers.set('idempotent-replayed', 'true')
  return response
}

/** Stores that a request was carried out, and nothing of its response. */
function storeStatus(claim: Claim, { status }: Response): Promise<void> {
  return storeResponse(claim, { status, headers: {}, body: null })
}

/** Stores a response under the key of the claim. */
async function save(claim: Claim, response: Response): Promise<void> {
  const body = Buffer.from(await response.clone().arrayBuffer())
  // Storing a large error would cost more space than its replay is worth.
  if (!response.ok && body.length > MAX_REFUSAL_BYTES) return release(claim)
  const toStored = (content: Buffer) => encrypt(RESPONSE_PURPOSE, content, claim.key).toString('base64')
  const headers = STORED_HEADERS.map((name) => [name, response.headers.get(name)])
  const cookies = response.headers.getSetCookie()
  await storeResponse(claim, {
    status: response.status,
    headers: {
      ...Object.fromEntries(headers.filter(([, value]) => value !== null)),
      ...(cookies.length > 0 && { [STORED_COOKIES]: toStored(Buffer.from(JSON.stringify(cookies))) }),
    },
    body: body.length === 0 ? null : toStored(body),
  })
}

/** Deletes the claim, so that the key can be used again. */
async function release(claim: Claim): Promise<void> {
  await write({ tenantId: claim.tenantId }, (tx) => tx.delete(idempotencyKeys).where(whereOwnedClaim(claim)))
}

/** Releases a claim that wrote nothing; one that did is marked as executed without a response. */
async function abandonClaim(claim: Claim): Promise<void> {
  await write({ tenantId: claim.tenantId }, async (tx) => {
    await tx.delete(idempotencyKeys).where(and(whereOwnedClaim(claim), not(idempotencyKeys.executed)))
    await tx.update(idempotencyKeys).set({ owner: null }).where(whereOwnedClaim(claim))
  })
}

/** Deletes expired idempotency keys of every tenant and of visitors. */
export function purgeIdempotencyKeys(time: Date): Promise<void> {
  const before = addDays(time, -KEPT_DAYS)
  return forEachDueTenant('http.purge', before, (tenantId) =>
    write({ tenantId }, (tx) =>
      tx
        .delete(idempotencyKeys)
        .where(and(eq(idempotencyKeys.tenantId, tenantId), lt(idempotencyKeys.createdAt, before))),
    ),
  )
}
