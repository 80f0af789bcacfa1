import { unescape as decoded } from 'node:querystring'
import { addSeconds, now } from '#lib/core/clock'
import { log } from '#lib/core/log'
import { PadesError } from '#lib/pades/error'
import { type StampQuery, stampQuery, verifyStampResponse } from '#lib/pades/time-stamps/time-stamp'

const TIMEOUT_MILLISECONDS = 5_000
/** Far more than any time-stamp token has. */
const RESPONSE_MAX_BYTES = 64 * 1024

/** A failed authority is tried last for this long. */
const PAUSE_AFTER_FAILURE_SECONDS = 300
const failed = new Map<string, Date>()

/**
 * A time-stamp token over `bytes` from the first authority that responds (RFC 3161, over HTTP as in 3.4).
 *
 * @param urls of the authorities, with user name and password where needed
 * @returns DER ContentInfo
 * @throws PadesError `no_time_stamp` when none does; the log has the reasons
 */
export async function timeStamp(urls: string[], bytes: Uint8Array): Promise<Uint8Array> {
  const inTurn = urls.toSorted((a, b) => Number(isBackingOff(a)) - Number(isBackingOff(b)))
  for (const url of inTurn) {
    const query = stampQuery(bytes, now())
    try {
      const token = verifyStampResponse(await requestToken(new URL(url), query), query)
      failed.delete(url)
      return token
    } catch (error) {
      failed.set(url, now())
      log().warn({ err: error, authority: new URL(url).host }, 'no time stamp from an authority')
    }
  }
  throw new PadesError('no_time_stamp', 'No time-stamping authority is available.')
}

function isBackingOff(url: string): boolean {
  const at = failed.get(url)
  return at !== undefined && addSeconds(at, PAUSE_AFTER_FAILURE_SECONDS) > now()
}

async function requestToken(url: URL, { der }: StampQuery): Promise<Uint8Array> {
  const response = await fetch(url.origin + url.pathname + url.search, {
    method: 'POST',
    body: der,
    headers: {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      ...loginOf(url),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  if (!response.ok) throw new Error(`The authority responded with ${response.status}.`)
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body ?? []) {
    size += piece.length
    if (size > RESPONSE_MAX_BYTES) throw new Error(`The response is longer than ${RESPONSE_MAX_BYTES} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function loginOf({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {}
  const login = Buffer.from(`${decoded(username)}:${decoded(password)}`)
  return { authorization: `Basic ${login.toString('base64')}` }
}
