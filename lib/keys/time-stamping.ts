// Unlike decodeURIComponent, `unescape` leaves a malformed %-sequence as it is.
import { unescape as percentDecode } from 'node:querystring'
import { addSeconds, now } from '#lib/core/clock'
import { endFault, markReported, reportFault } from '#lib/core/runtime/faults'
import { errorText } from '#lib/messages/errors'
import { PadesError } from '#lib/pades/error'
import { type StampQuery, stampQuery, verifyStampResponse } from '#lib/pades/time-stamps/time-stamp'

/** The time for one authority, from the connection to the last byte. */
const TIMEOUT_MILLISECONDS = 5_000
/** Much more than the size of any response. */
const RESPONSE_MAX_BYTES = 64 * 1024

/** An authority is tried last for this long after a failure. */
const BACKOFF_SECONDS = 300
/** URL of an authority → time of its last failure; authorities that work again are removed. */
const failedAt = new Map<string, Date>()

/** Tokens of one authority differ by a few bytes. */
const TOKEN_MARGIN_BYTES = 128
/** The longest token so far; undefined before the first one. */
let longestToken: number | undefined

/** The length that the next token will hardly exceed; undefined while none has been seen. */
export function expectTokenBytes(): number | undefined {
  return longestToken && longestToken + TOKEN_MARGIN_BYTES
}

/**
 * A time-stamp token over bytes with this SHA-256 digest from the first authority that responds (RFC 3161, over HTTP as in 3.4).
 *
 * @param urls of the authorities, in order of preference, with user name and password where needed
 * @returns DER ContentInfo
 * @throws PadesError `no_time_stamp` when none responds, with the last reason as `cause`; the log has all
 */
export async function timeStamp(urls: string[], digest: Uint8Array): Promise<Uint8Array> {
  const availableFirst = urls.toSorted((a, b) => Number(isBackingOff(a)) - Number(isBackingOff(b)))
  let cause: unknown
  for (const url of availableFirst) {
    const query = stampQuery(digest, now())
    try {
      const token = verifyStampResponse(await sendRequest(new URL(url), query), query)
      failedAt.delete(url)
      endFault('time_stamps_failed', new URL(url).host)
      longestToken = Math.max(longestToken ?? 0, token.length)
      return token
    } catch (error) {
      cause = error
      failedAt.set(url, now())
      reportFault('time_stamps_failed', { subject: new URL(url).host, err: error })
    }
  }
  const failure = new PadesError('no_time_stamp', errorText('failures.noTimeStampingAuthority'), { cause })
  throw markReported(failure, 'time_stamps_failed')
}

function isBackingOff(url: string): boolean {
  const lastFailure = failedAt.get(url)
  return lastFailure !== undefined && addSeconds(lastFailure, BACKOFF_SECONDS) > now()
}

/** Sends the request. @returns TimeStampResp (RFC 3161, 2.4.2), DER, not verified */
async function sendRequest(url: URL, { der }: StampQuery): Promise<Uint8Array> {
  const response = await fetch(url.origin + url.pathname + url.search, {
    method: 'POST',
    body: der,
    headers: {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      ...basicAuthorization(url),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  if (!response.ok) throw new Error(`The authority responded with ${response.status}.`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > RESPONSE_MAX_BYTES) throw new Error(`The response is longer than ${RESPONSE_MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The Authorization header (RFC 7617) for the user name and password of a URL; empty without them. */
function basicAuthorization({ username, password }: URL): { authorization?: string } {
  if (!username && !password) return {}
  const login = Buffer.from(`${percentDecode(username)}:${percentDecode(password)}`)
  return { authorization: `Basic ${login.toString('base64')}` }
}
