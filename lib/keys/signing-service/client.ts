import http from 'node:http'
import https from 'node:https'
import { z } from 'zod'
import { env } from '#lib/core/env'
import { TextError } from '#lib/core/errors'
import { guardedAgent } from '#lib/core/network/guarded-agent'
import { describeRequestError } from '#lib/core/network/request-error'
import { errorText } from '#lib/messages/errors'

/** A remote signing service and this tenant's access to it (Cloud Signature Consortium API 2.0). */
export interface ServiceAccess {
  /** The base URI, which ends with `/csc/v2`. */
  url: string
  clientId: string
  clientSecret: string
}

/** The service does not do what it was asked; the message is for the tenant, who has chosen it. */
export class ServiceProblem extends TextError {}

const TIMEOUT_SECONDS = 10
/** A signer may have to confirm on another device, which takes as long as it takes them. */
const CONFIRMATION_SECONDS = 120
const MAX_REASON_CHARACTERS = 200

/** Responses of the service, as far as they are used (11.1, 8.4.3, 11.4, 11.5, 11.6, 11.9). */
const shapes = {
  info: z.object({
    specs: z.string(),
    name: z.string(),
    oauth2: z.url().optional(),
    methods: z.array(z.string()),
  }),
  token: z.object({ access_token: z.string() }),
  'credentials/list': z.object({ credentialIDs: z.array(z.string()) }),
  'credentials/info': z.object({
    key: z.object({ status: z.string(), algo: z.array(z.string()) }),
    cert: z.object({ status: z.string().optional(), certificates: z.array(z.string()) }),
    auth: z.object({ mode: z.string() }),
    signatureQualifier: z.string().optional(),
  }),
  'credentials/authorize': z.object({ SAD: z.string() }),
  'signatures/signHash': z.object({ signatures: z.array(z.string()) }),
}
type Shapes = typeof shapes
type Method = Exclude<keyof Shapes, 'token'>
export type CredentialInfo = z.infer<Shapes['credentials/info']>

const ErrorBody = z.object({ error: z.string(), error_description: z.string().optional() })

/** What the service says about itself. @throws ServiceProblem */
export function getInfo({ url }: Pick<ServiceAccess, 'url'>) {
  return post('info', `${url}/info`, { json: {} })
}

/** Calls methods of the service with one access token (OAuth 2.0 client credentials, 8.3.3). @throws ServiceProblem */
export async function openSession(access: ServiceAccess) {
  const { oauth2 } = await getInfo(access)
  if (!oauth2) throw new ServiceProblem(errorText('keys.serviceWithoutOauth'))
  const form = {
    grant_type: 'client_credentials',
    client_id: access.clientId,
    client_secret: access.clientSecret,
  }
  const { access_token: token } = await post('token', `${oauth2.replace(/\/$/, '')}/oauth2/token`, { form })
  return <Name extends Method>(method: Name, json: object) =>
    post(method, `${access.url}/${method}`, { json, token })
}

interface Body {
  json?: object
  form?: Record<string, string>
  token?: string
}

async function post<Name extends keyof Shapes>(
  name: Name,
  address: string,
  { json, form, token }: Body,
): Promise<z.infer<Shapes[Name]>> {
  const { status, text } = await send(new URL(address), {
    type: form ? 'application/x-www-form-urlencoded' : 'application/json',
    body: form ? new URLSearchParams(form).toString() : JSON.stringify(json),
    token,
    maxSeconds: name === 'credentials/authorize' ? CONFIRMATION_SECONDS : TIMEOUT_SECONDS,
  })
  const body = parseJson(text)
  if (status !== 200) {
    const { data } = ErrorBody.safeParse(body)
    const reason = data ? (data.error_description ?? data.error) : `HTTP ${status}`
    throw new ServiceProblem(
      errorText('keys.serviceRefuses', { method: name, reason: reason.slice(0, MAX_REASON_CHARACTERS) }),
    )
  }
  const { data } = shapes[name].safeParse(body)
  if (!data) throw new ServiceProblem(errorText('keys.serviceUnexpected', { method: name }))
  return data as z.infer<Shapes[Name]>
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** One request to checked addresses. @throws ServiceProblem when there is no response */
async function send(
  url: URL,
  {
    type,
    body,
    token,
    maxSeconds,
  }: { type: string; body: string; token: string | undefined; maxSeconds: number },
): Promise<{ status: number; text: string }> {
  try {
    return await new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? https : http).request(url, {
        method: 'POST',
        agent: guardedAgent(url, env().signingServiceAllowedHosts, maxSeconds),
        headers: {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
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
    throw new ServiceProblem(errorText('keys.serviceSilent', { reason }), { cause: error })
  }
}
