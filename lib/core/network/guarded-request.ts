import http from 'node:http'
import https from 'node:https'
import { guardedAgent } from './guarded-agent.ts'

export interface TextResponse {
  status: number
  text: string
}

/**
 * Posts plain text to checked addresses (`guardedAgent`).
 * @throws Error when there is no response
 */
export function postText(url: URL, body: string, allowedHosts: readonly string[]): Promise<TextResponse> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: guardedAgent(url, allowedHosts),
      headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) },
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
