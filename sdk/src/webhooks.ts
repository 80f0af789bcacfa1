import { ParaphError } from './error.ts'
import type { WebhookEvent } from './operations.ts'

const DEFAULT_TOLERANCE_SECONDS = 5 * 60
const SECRET_PREFIX = 'whsec_'

/** The headers of a request, as `fetch` and Node have them. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Record<string, string | string[] | undefined>

/**
 * The event of a delivery, once its signature and time are verified (Standard Webhooks).
 * @param body as it was received, before it is parsed
 * @param secret of the webhook, with its prefix `whsec_`
 * @param options.toleranceSeconds how old a delivery may be, or how far in the future, 5 minutes by default
 * @throws ParaphError `invalid_webhook`
 */
export async function verifyWebhook(
  body: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string,
  { toleranceSeconds = DEFAULT_TOLERANCE_SECONDS } = {},
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerNamed(headers, name),
  )
  if (!id || !timestamp || !signatures)
    throw invalid('webhook-id, webhook-timestamp or webhook-signature is missing.')
  const age = Math.floor(Date.now() / 1000) - Number(timestamp)
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds)
    throw invalid(`The time ${timestamp} is more than ${toleranceSeconds} seconds away from now.`)
  const content = toBytes(body)
  const message = joined(new TextEncoder().encode(`${id}.${timestamp}.`), content)
  if (!(await hasSignature(message, signatures, secret))) throw invalid('No signature is of this secret.')
  return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent
}

/** Whether one of the signatures is of the secret: there are two while a secret is replaced. */
async function hasSignature(message: BufferSource, signatures: string, secret: string): Promise<boolean> {
  const keyBytes = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret)
  if (!keyBytes?.length) throw new TypeError('The secret of the webhook is not base64.')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', keyBytes, algorithm, false, ['verify'])
  let found = false
  for (const entry of signatures.split(' ')) {
    const [version, text = ''] = entry.split(',')
    const signature = version === 'v1' ? fromBase64(text) : null
    // In constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, message))) found = true
  }
  return found
}

function headerNamed(headers: WebhookHeaders, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const found = Object.entries(headers).find(([other]) => other.toLowerCase() === name)?.[1]
  return (Array.isArray(found) ? found[0] : found) ?? null
}

function toBytes(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError('Pass the body as it was received, not parsed: the signature is of its bytes.')
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function invalid(message: string): ParaphError {
  return new ParaphError({ code: 'invalid_webhook', message })
}
