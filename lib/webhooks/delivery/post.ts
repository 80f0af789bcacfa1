import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { pinnedLookup, type Target } from '#lib/core/network/outbound-guard'
import { STORED_BODY_BYTES } from '../rules.ts'

/** The response: its status, and the beginning of its body as text. */
interface HttpReply {
  status: number
  retryAfter: string | undefined
  body: string
}

/**
 * Posts `body` to the addresses that were checked and to no other: the name is not resolved again, redirects are not
 * followed, no connection is shared, and only the beginning of the response is read.
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
      const { statusCode: status = 0, headers: responseHeaders } = response
      void readStart(response).then((text) => {
        request.destroy()
        resolve({ status, retryAfter: responseHeaders['retry-after'], body: text })
      })
    })
    request.on('upgrade', ({ statusCode: status = 101 }, socket) => {
      socket.destroy()
      resolve({ status, retryAfter: undefined, body: '' })
    })
    request.end(body)
  })
}

/** The part of the body that is stored, as text; of a body that is cut off, what was received. */
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
  // PostgreSQL stores no NUL; `stream` drops a last character that is cut off.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')
}
