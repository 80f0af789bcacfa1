import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { archiveAddresses } from '#db/schema/mail'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { randomToken } from '#lib/core/ids'
import { authorize } from '#lib/policy'
import { lockCredential } from '../sessions/credential.ts'
import { countArchiveConfirmation } from '../sessions/internal/login-limits.ts'
import { presentArchive } from './get-archive.ts'
import { type ArchiveRow, findArchive, withdrawArchiveMails } from './link.ts'
import type { ArchiveRecord, ArchiveSettings } from './schema.ts'

/** Sets where copies go; the address gets an email with a link to confirm it. A confirmed one stays confirmed. */
export async function setArchive(ctx: Ctx, { email }: ArchiveSettings): Promise<ArchiveRecord> {
  authorize(ctx, 'tenant.mail_archive')
  const { tenantId } = ctx
  const isConfirmed = (row: ArchiveRow | null) => row?.email === email && row.confirmedAt !== null
  const current = await read(ctx, (reader) => findArchive(reader, ctx))
  if (!isConfirmed(current)) await countArchiveConfirmation(tenantId, email)
  return write(ctx, async (tx) => {
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, tenantId)).for('no key update')
    await lockCredential(tx, ctx)
    const before = await findArchive(tx, ctx)
    if (isConfirmed(before)) return presentArchive(before)
    // An address that is set again gets another email, and the link of the one before it stays valid.
    const nonce = before?.email === email ? before.nonce : randomToken()
    const row = { tenantId, email, nonce, confirmedAt: null, updatedAt: ctx.now }
    await tx
      .insert(archiveAddresses)
      .values(row)
      .onConflictDoUpdate({ target: archiveAddresses.tenantId, set: row })
    await withdrawArchiveMails(tx, ctx)
    const subject = { tenant: tenantId }
    await record(tx, ctx, { type: 'tenant.archive_address_changed', subject, data: { email } })
    return presentArchive(row)
  })
}
