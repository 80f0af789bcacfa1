import { z } from 'zod'
import type { Json } from './json.ts'

/** The HTTP request that sends a text message, as configured; `{to}`, `{text}` and `{secret}` are filled in. */
export interface SmsProvider {
  url: string
  method: 'POST' | 'PUT' | 'GET'
  headers: Record<string, string>
  /** Null: the request has no body. */
  body: Json
  secret: string
}

/** The values of the placeholders. */
interface SmsValues {
  to: string
  text: string
  secret: string
}

const FORM = 'application/x-www-form-urlencoded'

const json = (text: string, ctx: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Without the text, which may contain a secret.
    ctx.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
}

export const smsVariables = {
  SMS_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
      'must be a URL beginning with https:// or http://',
    )
    .optional(),
  SMS_METHOD: z.enum(['POST', 'PUT', 'GET'], { error: 'must be POST, PUT or GET' }).default('POST'),
  SMS_HEADERS: z
    .string()
    .default('{}')
    .transform(json)
    .pipe(
      z.record(
        z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/),
        z.string('must be a JSON object of texts').regex(/^[\t\x20-\x7e]*$/, 'must have texts in ASCII'),
        {
          error: ({ code }) =>
            code === 'invalid_key'
              ? 'must have names of HTTP headers as its members'
              : 'must be a JSON object of texts',
        },
      ),
    ),
  SMS_BODY: z.string().default('null').transform(json),
  SMS_SECRET: z.string().default(''),
}

type SmsVariables = z.output<z.ZodObject<typeof smsVariables>>

/**
 * The provider of text messages; null without `SMS_URL`.
 * @throws Error with a sentence for the operator
 */
export function toSmsProvider(v: SmsVariables): SmsProvider | null {
  const { SMS_URL: url, SMS_METHOD: method, SMS_HEADERS: headers, SMS_SECRET: secret } = v
  const body = v.SMS_BODY as Json
  if (url === undefined) {
    if (body === null && Object.keys(headers).length === 0 && secret === '') return null
    throw new Error('SMS_URL is missing: SMS_HEADERS, SMS_BODY and SMS_SECRET describe a request to it.')
  }
  const template = `${url} ${JSON.stringify(body)}`
  for (const placeholder of ['{to}', '{text}'])
    if (!template.includes(placeholder)) throw new Error(`SMS_BODY or SMS_URL must contain ${placeholder}.`)
  if (method === 'GET' && body !== null) throw new Error('SMS_BODY must be absent with SMS_METHOD=GET.')
  const provider = { url, method, headers, body, secret }
  if (isForm(headers) && !(isObject(body) && Object.values(body).every((value) => typeof value === 'string')))
    throw new Error(`SMS_BODY must be a JSON object of texts with the content type ${FORM}.`)
  if (secret === '' && `${template} ${JSON.stringify(headers)}`.includes('{secret}'))
    throw new Error('SMS_SECRET is missing: {secret} stands for it.')
  return provider
}

/** The request for one text message. */
export function makeSmsRequest(
  { url, method, headers, body, secret }: SmsProvider,
  to: string,
  text: string,
) {
  const values = { to, text, secret }
  const filled = fillPlaceholders(body, values)
  const filledHeaders = Object.entries(headers).map(
    ([name, value]) => [name, fillText(value, values)] as const,
  )
  return {
    url: url.replace(/\{(to|text|secret)\}/g, (_, name: keyof SmsValues) => encodeURIComponent(values[name])),
    method,
    headers: { ...(body !== null && { 'content-type': 'application/json' }), ...lowerCase(filledHeaders) },
    body:
      body === null
        ? null
        : isForm(headers)
          ? new URLSearchParams(filled as Record<string, string>).toString()
          : JSON.stringify(filled),
  }
}

const lowerCase = (entries: (readonly [string, string])[]) =>
  Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]))

const fillText = (text: string, values: SmsValues) =>
  text.replace(/\{(to|text|secret)\}/g, (_, name: keyof SmsValues) => values[name])

function fillPlaceholders(value: Json, values: SmsValues): Json {
  if (typeof value === 'string') return fillText(value, values)
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, values))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, fillPlaceholders(item, values)]),
  )
}

function isForm(headers: Record<string, string>): boolean {
  return Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith(FORM),
  )
}

function isObject(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
