import { createCipheriv, createDecipheriv } from 'node:crypto'
import { env } from '#lib/core/env'
import { deriveKey } from '#lib/core/secretbox'
import type { SendJob } from './queue.ts'

const CIPHER = 'aes-256-ecb'
const PURPOSE = 'message id'
/** Two numbers of 64 bits are one block of the cipher. */
const BLOCK_BYTES = 16

/** The header with the token of an email: some relays, such as Amazon SES, write a Message-ID of their own. */
export const MESSAGE_HEADER = 'X-Paraph-Message'

/** The Message-ID of an email: the same each time it is sent, so that clients can drop a duplicate. */
export function makeMessageId(job: SendJob): string {
  return `<${makeMessageToken(job)}@${new URL(env().appUrl).hostname}>`
}

/** What names an email: 32 hexadecimal digits, from which only the installation reads which email it is. */
export function makeMessageToken({ tenantId, mailId }: SendJob): string {
  const block = Buffer.alloc(BLOCK_BYTES)
  block.writeBigUInt64BE(BigInt(tenantId))
  block.writeBigUInt64BE(BigInt(mailId), BLOCK_BYTES / 2)
  const cipher = createCipheriv(CIPHER, deriveKey(PURPOSE), null).setAutoPadding(false)
  return cipher.update(block).toString('hex')
}

/** The email with this Message-ID or token; null when it is not from this installation. */
export function readMessageName(name: string): SendJob | null {
  const token = /^<?([0-9a-f]{32})(?:@|$)/.exec(name)?.[1]
  if (!token) return null
  const decipher = createDecipheriv(CIPHER, deriveKey(PURPOSE), null).setAutoPadding(false)
  const block = decipher.update(Buffer.from(token, 'hex'))
  const [tenantId, mailId] = [block.readBigUInt64BE(), block.readBigUInt64BE(BLOCK_BYTES / 2)].map(Number)
  const isOurs = Number.isSafeInteger(tenantId) && Number.isSafeInteger(mailId)
  return isOurs ? { tenantId: tenantId!, mailId: mailId! } : null
}
