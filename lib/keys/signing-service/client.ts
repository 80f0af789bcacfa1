import type { z } from 'zod'
import { cutText } from '#lib/core/text/characters'
import { errorText } from '#lib/messages/errors'
import { requestService } from './request.ts'
import { ErrorBody, type MethodShapes, methodShapes, ServerMetadata, TokenShape } from './responses.ts'
import { ServiceProblem } from './service-problem.ts'

/** A remote signing service and this tenant's access to it (Cloud Signature Consortium API 2.0). */
export interface ServiceAccess {
  /** The base URI, which ends with `/csc/v2`. */
  url: string
  clientId: string
  clientSecret: string
}

/** Calls methods of a service with one access token. */
export type ServiceSession = Awaited<ReturnType<typeof openSession>>

const TIMEOUT_SECONDS = 10
const MAX_REASON_CHARACTERS = 200

/** What the service says about itself. @throws ServiceProblem */
export function getInfo({ url }: Pick<ServiceAccess, 'url'>) {
  return post(methodShapes.info, 'info', `${url}/info`, { json: {} })
}

/** The endpoints of the service's authorization server (11.1; RFC 8414). @throws ServiceProblem */
export async function findAuthorizationServer(access: Pick<ServiceAccess, 'url'>) {
  const { oauth2, oauth2Issuer } = await getInfo(access)
  if (oauth2) {
    const base = oauth2.replace(/\/$/, '')
    return { authorizeUrl: `${base}/oauth2/authorize`, tokenUrl: `${base}/oauth2/token` }
  }
  if (!oauth2Issuer) throw new ServiceProblem(errorText('keys.serviceWithoutOauth'))
  const { origin, pathname } = new URL(oauth2Issuer)
  const address = `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`
  const metadata = await post(ServerMetadata, 'oauth2Issuer', address, {})
  return { authorizeUrl: metadata.authorization_endpoint, tokenUrl: metadata.token_endpoint }
}

/** A token of the authorization server for this grant (8.4.4). @throws ServiceProblem */
export async function requestToken(
  access: ServiceAccess,
  tokenUrl: string,
  grant: Record<string, string>,
): Promise<string> {
  const form = { ...grant, client_id: access.clientId, client_secret: access.clientSecret }
  return (await post(TokenShape, 'token', tokenUrl, { form })).access_token
}

/** Calls methods of the service with one access token (OAuth 2.0 client credentials, 8.4.4). @throws ServiceProblem */
export async function openSession(access: ServiceAccess) {
  const { tokenUrl } = await findAuthorizationServer(access)
  const token = await requestToken(access, tokenUrl, { grant_type: 'client_credentials' })
  return <Name extends keyof MethodShapes>(method: Name, json: object, maxSeconds = TIMEOUT_SECONDS) => {
    const shape: z.ZodType = methodShapes[method]
    const response = post(shape, method, `${access.url}/${method}`, { json, token, maxSeconds })
    return response as Promise<z.output<MethodShapes[Name]>>
  }
}

interface Body {
  json?: object
  form?: Record<string, string>
  token?: string
  maxSeconds?: number
}

async function post<T>(
  shape: z.ZodType<T>,
  method: string,
  address: string,
  { json, form, token, maxSeconds = TIMEOUT_SECONDS }: Body,
): Promise<T> {
  const { status, text } = await requestService(new URL(address), {
    method: json || form ? 'POST' : 'GET',
    type: form ? 'application/x-www-form-urlencoded' : 'application/json',
    body: form ? new URLSearchParams(form).toString() : JSON.stringify(json),
    ...{ token, maxSeconds },
  })
  const body = text === '' ? {} : parseJson(text)
  if (status < 200 || status > 299) {
    const { data } = ErrorBody.safeParse(body)
    const reason = data ? (data.error_description ?? data.error) : `HTTP ${status}`
    const message = errorText('keys.serviceRefuses', {
      method,
      reason: cutText(reason, MAX_REASON_CHARACTERS),
    })
    throw new ServiceProblem(message, { status, code: data?.error, description: data?.error_description })
  }
  const { data } = shape.safeParse(body)
  if (!data) throw new ServiceProblem(errorText('keys.serviceUnexpected', { method }))
  return data
}

/** Optional members that are null are left out: some services send them so. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, value: unknown) => value ?? undefined)
  } catch {
    return null
  }
}
