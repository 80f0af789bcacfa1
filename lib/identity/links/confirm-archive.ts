import { and, eq, isNull } from 'drizzle-orm'
import { archiveAddresses } from '#db/schema/mail'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { withdrawMails } from '#lib/mail/queue'
import { ARCHIVE_TOPIC, findArchiveOfLink } from '../archive/link.ts'
import { linkInvalid } from '../refusals.ts'

/** Confirms by the link sent to it that an address may get copies. The link works once. */
export async function confirmArchive(
  requestMeta: RequestMeta,
  { token }: { token: string },
): Promise<{ message: string }> {
  const found = await findArchiveOfLink(token, requestMeta.now)
  if (!found) throw linkInvalid()
  const { tenantId, email, nonce } = found.row
  const ctx: Ctx = {
    ...requestMeta,
    tenantId,
    actor: { type: 'system', job: 'archive-address' },
    testMode: false,
  }
  await write(ctx, async (tx) => {
    const [confirmed] = await tx
      .update(archiveAddresses)
      .set({ confirmedAt: ctx.now })
      // The nonce is compared again: the link may have been used or replaced meanwhile.
      .where(
        and(
          eq(archiveAddresses.tenantId, tenantId),
          eq(archiveAddresses.nonce, nonce),
          isNull(archiveAddresses.confirmedAt),
        ),
      )
      .returning({ email: archiveAddresses.email })
    if (!confirmed) throw linkInvalid()
    await withdrawMails(tx, ctx, [ARCHIVE_TOPIC])
    const subject = { tenant: tenantId }
    await record(tx, ctx, { type: 'tenant.archive_address_confirmed', subject, data: confirmed })
  })
  return { message: `${email} gets copies from now on.` }
}
