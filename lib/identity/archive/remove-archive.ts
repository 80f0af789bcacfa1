import { eq } from 'drizzle-orm'
import { archiveAddresses } from '#db/schema/mail'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { withdrawArchiveMails } from './link.ts'

/** Nobody gets copies any more. */
export async function removeArchive(ctx: Ctx): Promise<void> {
  authorize(ctx, 'tenant.secure')
  await write(ctx, async (tx) => {
    const [removed] = await tx
      .delete(archiveAddresses)
      .where(eq(archiveAddresses.tenantId, ctx.tenantId))
      .returning({ email: archiveAddresses.email })
    if (!removed) throw notFound()
    await withdrawArchiveMails(tx, ctx)
    const subject = { tenant: ctx.tenantId }
    await record(tx, ctx, { type: 'tenant.archive_address_removed', subject, data: removed })
  })
}
