import { and, eq, isNull, lte } from 'drizzle-orm'
import { tenantSeals } from '#db/schema/keys'
import { listTenantIds } from '#db/tenancy/cross-tenant'
import { read, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays } from '#lib/core/clock'
import { type Ctx, makeSystemCtx } from '#lib/core/ctx'
import { log } from '#lib/core/log'
import { findSeal, lockSeal, presentSeal, type SealRow } from './seals.ts'

export const SEAL_EXPIRY_QUEUE = 'keys.announce-seal-expiry'
/** How many days before the end of its certificate the seal is announced; 0: it has ended. */
const STAGES = [0, 7, 30]

/** Records once per stage that a tenant's own seal ends, or has ended: the installation seals from then on. */
export async function announceSealExpiry(now: Date): Promise<void> {
  for (const tenantId of await listTenantIds())
    await announceOfTenant(makeSystemCtx(tenantId, SEAL_EXPIRY_QUEUE, now)).catch((error: unknown) =>
      log().error({ err: error, tenant: tenantId }, 'the end of a seal could not be announced'),
    )
}

async function announceOfTenant(ctx: Ctx): Promise<void> {
  const ending = await read(ctx, (reader) =>
    reader
      .select({ id: tenantSeals.id })
      .from(tenantSeals)
      .where(
        and(
          eq(tenantSeals.tenantId, ctx.tenantId),
          isNull(tenantSeals.removedAt),
          lte(tenantSeals.notAfter, addDays(ctx.now, Math.max(...STAGES))),
        ),
      ),
  )
  if (ending.length === 0) return
  await write(ctx, async (tx) => {
    await lockSeal(tx, ctx)
    const row = await findSeal(tx, ctx)
    const stage = row && findStage(row, ctx.now)
    if (!row || stage == null || (row.announcedDays !== null && row.announcedDays <= stage)) return
    await tx
      .update(tenantSeals)
      .set({ announcedDays: stage })
      .where(and(eq(tenantSeals.tenantId, ctx.tenantId), eq(tenantSeals.id, row.id)))
    const { subject, not_after } = await presentSeal(row, ctx.now)
    await record(tx, ctx, {
      type: stage === 0 ? 'tenant.seal_expired' : 'tenant.seal_expiring',
      subject: { tenant: ctx.tenantId },
      data: { subject, not_after },
    })
  })
}

function findStage({ notAfter }: SealRow, now: Date): number | null {
  return STAGES.find((days) => notAfter <= addDays(now, days)) ?? null
}
