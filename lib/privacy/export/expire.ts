import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { privacyRequests } from '#db/schema/privacy'
import { type Tx, write } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { maskEmail } from '#lib/core/text/mask-email'
import { enqueuePurge } from '#lib/documents/purge'
import { changeRequest } from '../find.ts'
import type { PrivacyRequestRow } from '../present.ts'

/** Deletes expired exports of a tenant. */
export function expireExports(tenantId: number, now: Date): Promise<void> {
  return write({ tenantId }, async (tx) => {
    const rows = await tx
      .select()
      .from(privacyRequests)
      .where(
        and(
          eq(privacyRequests.tenantId, tenantId),
          isNotNull(privacyRequests.resultSha256),
          lte(privacyRequests.expiresAt, now),
        ),
      )
      .for('update')
    for (const row of rows) await expireExport(tx, { tenantId }, row)
  })
}

/** Deletes the data of an export; the request stays, with the address masked. */
export async function expireExport(
  tx: Tx,
  ctx: Pick<Ctx, 'tenantId'>,
  { id, email, resultSha256 }: PrivacyRequestRow,
): Promise<void> {
  await changeRequest(tx, ctx, id, { status: 'expired', email: maskEmail(email), resultSha256: null })
  if (resultSha256) await enqueuePurge(tx, ctx, [resultSha256])
}
