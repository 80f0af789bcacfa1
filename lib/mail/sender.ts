import { createPrivateKey } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { senderDomains } from '#db/schema/mail'
import type { Reader } from '#db/tenancy/tenant'
import { decrypt, encrypt } from '#lib/core/secretbox'

export type SenderRow = typeof senderDomains.$inferSelect

const PURPOSE = 'dkim key'

/** The sender of a tenant's emails; null when none is set. */
export async function findSender(
  reader: Pick<Reader, 'select'>,
  { tenantId }: { tenantId: number },
): Promise<SenderRow | null> {
  const [row] = await reader.select().from(senderDomains).where(eq(senderDomains.tenantId, tenantId))
  return row ?? null
}

/** The domain of an address. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1)
}

/** The private key for the table, bound to its tenant. */
export function encryptDkimKey(tenantId: number, privateKey: Buffer): Buffer {
  return encrypt(PURPOSE, privateKey, String(tenantId))
}

/** What nodemailer signs the emails of a sender with (RFC 6376). */
export function dkimOptions({ tenantId, address, selector, privateKey }: SenderRow) {
  const key = createPrivateKey({
    key: decrypt(PURPOSE, privateKey, String(tenantId)),
    format: 'der',
    type: 'pkcs8',
  })
  return {
    domainName: domainOf(address),
    keySelector: selector,
    privateKey: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
  }
}
