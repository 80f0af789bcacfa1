import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { pinnedLookup, type Target } from '#lib/core/outbound-guard'
import { STORED_BODY_BYTES } from '../rules.ts'

/** What came back: the status, and the beginning of the body as text. */
interface HttpReply {
  status: number
  retryAfter: string | undefined
  body: string
}

/**
 * Posts `body` to the addresses that were checked and to no other: the name is not resolved again, redirects are not
 * followed, no connection is shared, and of the answer only the beginning is read.
 */
export function post(
  { url, host, addresses }: Target,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const request: ClientRequest = (url.protocol === 'https:' ? https : http).request({
      hostname: host,
      port: url.port || undefined,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      servername: isIP(host) ? '' : host,
      lookup: pinnedLookup(addresses),
      agent: false,
      signal,
    })
    request.on('error', reject)
    request.on('response', (response) => {
      // The status is known: later errors concern only the body.
      request.off('error', reject).on('error', () => {})
      const { statusCode: status = 0, headers: got } = response
      void readStart(response).then((text) => {
        request.destroy()
        resolve({ status, retryAfter: got['retry-after'], body: text })
      })
    })
    request.end(body)
  })
}

/** As much as is kept; a body that breaks off has said what it had to say. */
async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= STORED_BODY_BYTES) break
    }
  } catch {}
  const bytes = Buffer.concat(chunks).subarray(0, STORED_BODY_BYTES)
  // PostgreSQL stores no NUL, and the last character may have been cut.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')
}
