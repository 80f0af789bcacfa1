import http from 'node:http'
import https from 'node:https'
import { env } from '#lib/core/env'
import { TextError } from '#lib/core/errors'
import { guardedAgent } from '#lib/core/network/guarded-agent'
import { describeRequestError } from '#lib/core/network/request-error'
import { errorText } from '#lib/messages/errors'
import { ServiceProblem } from './service-problem.ts'

interface ServiceRequest {
  method: 'GET' | 'POST'
  type: string
  body: string | undefined
  token: string | undefined
  maxSeconds: number
}

/** One request to checked addresses. @throws ServiceProblem when there is no response */
export async function requestService(
  url: URL,
  { method, type, body, token, maxSeconds }: ServiceRequest,
): Promise<{ status: number; text: string }> {
  try {
    return await new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method,
        agent: guardedAgent(url, env().signingServiceAllowedHosts, maxSeconds),
        headers: {
          ...(body !== undefined && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
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
  } catch (error) {
    const reason = error instanceof TextError ? error.text : describeRequestError(error)
    throw new ServiceProblem(errorText('keys.serviceSilent', { reason }), 'silent', { cause: error })
  }
}
