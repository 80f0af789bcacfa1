import { env } from '#lib/core/env'
import { TextError } from '#lib/core/errors'
import { requestText, type TextResponse } from '#lib/core/network/guarded-request'
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
): Promise<TextResponse> {
  try {
    return await requestText(url, {
      ...{ method, body, maxSeconds, allowedHosts: env().signingServiceAllowedHosts },
      headers: {
        ...(body !== undefined && { 'content-type': type }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
  } catch (error) {
    const reason = error instanceof TextError ? error.text : describeRequestError(error)
    throw new ServiceProblem(errorText('keys.serviceSilent', { reason }), 'silent', { cause: error })
  }
}
