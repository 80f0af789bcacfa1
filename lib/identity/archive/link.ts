import { and, eq, sql } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { archiveAddresses, mails } from '#db/schema/mail'
import { type Reader, read, type Tx } from '#db/tenancy/tenant'
import { addDays } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { hmacHex, sameSecret } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { ADDRESS_DAYS, isAddressPending } from '../rules.ts'

export type ArchiveRow = typeof archiveAddresses.$inferSelect

/** The topic of emails that ask to confirm the address. */
export const ARCHIVE_TOPIC = 'archive-address'

/** The topic of the copies of emails about a completed process. */
export function archiveCopyTopic(processId: number): string {
  return `${ARCHIVE_TOPIC}:${processId}`
}

/** Deletes emails to the address that were not sent yet, the copies too: there is another one, or none. */
export async function withdrawArchiveMails(tx: Tx, { tenantId }: { tenantId: number }): Promise<void> {
  const isToAddress = sql`starts_with(${mails.topic}, ${ARCHIVE_TOPIC})`
  await tx.delete(mails).where(and(eq(mails.tenantId, tenantId), eq(mails.status, 'queued'), isToAddress))
}

export async function findArchive(
  reader: Pick<Reader, 'select'>,
  { tenantId }: { tenantId: number },
): Promise<ArchiveRow | null> {
  const [row] = await reader.select().from(archiveAddresses).where(eq(archiveAddresses.tenantId, tenantId))
  return row ?? null
}

/** The link that confirms the address, and until when. */
export function getArchiveLink(row: ArchiveRow): { link: string; until: Date } {
  return { link: `${env().appUrl}/confirm-address/${makeToken(row)}`, until: getExpiry(row) }
}

/** The address that a link confirms, with the name of its tenant; null when the link is not valid (any more). */
export async function findArchiveOfLink(
  token: string,
  now: Date,
): Promise<{ row: ArchiveRow; tenant: string } | null> {
  const tenantId = Number(/^(\d{1,15})-[0-9a-f]{64}$/.exec(token)?.[1] ?? 0)
  if (!tenantId) return null
  return read({ tenantId }, async (reader) => {
    const row = await findArchive(reader, { tenantId })
    if (
      !row ||
      !sameSecret(makeToken(row), token) ||
      row.confirmedAt ||
      !isAddressPending(getExpiry(row), now)
    )
      return null
    const [tenant] = await reader.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId))
    return tenant ? { row, tenant: tenant.name } : null
  })
}

function makeToken({ tenantId, email, nonce }: ArchiveRow): string {
  const key = deriveKey('archive address link')
  return `${tenantId}-${hmacHex(key, JSON.stringify([tenantId, email, nonce]))}`
}

function getExpiry({ updatedAt }: ArchiveRow): Date {
  return addDays(updatedAt, ADDRESS_DAYS)
}
