import http from 'node:http'
import https from 'node:https'
import { guardedAgent } from './guarded-agent.ts'

export interface TextRequest {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | undefined
  /** Hosts that are allowed though their addresses are private. */
  allowedHosts: readonly string[]
  /** The time limit, if it is not the usual one. */
  maxSeconds?: number
}

export interface TextResponse {
  status: number
  text: string
}

/**
 * Sends text to checked addresses (`guardedAgent`), and receives text.
 * @throws Error when there is no response
 */
export function requestText(
  url: URL,
  { method, headers = {}, body, allowedHosts, maxSeconds }: TextRequest,
): Promise<TextResponse> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      agent: guardedAgent(url, allowedHosts, maxSeconds),
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(pieces).toString() }),
      )
    })
    request.end(body)
  })
}
