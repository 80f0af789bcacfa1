import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { presentAccount } from './get-account.ts'
import type { AccountChange, AccountRecord } from './schema.ts'

/** Changes how long the tenant keeps what is signed from now on; what the vault holds keeps its date. */
export async function updateAccount(ctx: Ctx, input: AccountChange): Promise<AccountRecord> {
  authorize(ctx, 'tenant.manage')
  return write(ctx, async (tx) => {
    await changeRetention(tx, ctx, input.retention_years)
    return presentAccount(tx, ctx)
  })
}

async function changeRetention(tx: Tx, ctx: Ctx, years: number | undefined): Promise<void> {
  if (years === undefined) return
  const own = eq(tenants.id, ctx.tenantId)
  const [before] = await tx.select({ years: tenants.retentionYears }).from(tenants).where(own).for('update')
  if (before!.years === years) return
  await tx.update(tenants).set({ retentionYears: years }).where(own)
  const changes = { retention_years: { from: before!.years, to: years } }
  await record(tx, ctx, { type: 'tenant.updated', subject: { tenant: ctx.tenantId }, data: { changes } })
}
