import { createHmac, randomBytes } from 'node:crypto'
import { decrypt, encrypt } from '#lib/core/secretbox'

const SECRET_BYTES = 32
/** Each makes the headers of a delivery longer. */
const MAX_PREVIOUS = 3
const PREFIX = 'whsec_'
const PURPOSE = 'webhook secret'

/** A new signing secret. */
export function newSecret(): Uint8Array {
  return randomBytes(SECRET_BYTES)
}

/** Formats a secret as Standard Webhooks does: `whsec_` and base64. */
export function formatSecret(secret: Uint8Array): string {
  return PREFIX + Buffer.from(secret).toString('base64')
}

/** Encrypts a secret for the table, bound to its tenant. */
export function encryptSecret(tenantId: number, secret: Uint8Array): Buffer {
  return encrypt(PURPOSE, secret, String(tenantId))
}

interface Keyring {
  tenantId: number
  secret: Uint8Array
  previousSecret: Uint8Array | null
  previousUntil: Date | null
}

/** The signing secrets at `now`: the current one first, then the previous ones while they are valid. */
export function decryptSecrets({ tenantId, ...ring }: Keyring, now: Date): Uint8Array[] {
  const isRotating = ring.previousSecret && ring.previousUntil && now < ring.previousUntil
  const encrypted = isRotating ? [ring.secret, ring.previousSecret!] : [ring.secret]
  return encrypted.flatMap((secrets) => splitSecrets(decrypt(PURPOSE, secrets, String(tenantId))))
}

/** The previous secrets after a rotation, encrypted together: receivers may still have any of them. */
export function encryptPrevious(ring: Keyring, now: Date): Buffer {
  return encryptSecret(ring.tenantId, Buffer.concat(decryptSecrets(ring, now).slice(0, MAX_PREVIOUS)))
}

function splitSecrets(bytes: Uint8Array): Uint8Array[] {
  const count = bytes.length / SECRET_BYTES
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * SECRET_BYTES, (index + 1) * SECRET_BYTES),
  )
}

/** The headers of Standard Webhooks, signed with each of `secrets`. */
export function signedHeaders(
  message: { messageId: string; body: string },
  secrets: readonly Uint8Array[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const content = `${message.messageId}.${timestamp}.${message.body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(content).digest('base64')}`,
  )
  return {
    'webhook-id': message.messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
