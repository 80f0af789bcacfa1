import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import { type Tx, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import type { AccountChange, AccountRecord } from '../schema.ts'
import { presentAccount } from './get-account.ts'

const settingNames = ['retention_years', 'refuse_active_content'] as const

/** Changes the settings of the tenant. A new retention applies from now on; vault documents keep their dates. */
export async function updateAccount(ctx: Ctx, input: AccountChange): Promise<AccountRecord> {
  authorize(ctx, 'tenant.manage')
  return write(ctx, async (tx) => {
    await changeSettings(tx, ctx, input)
    return presentAccount(tx, ctx)
  })
}

async function changeSettings(tx: Tx, ctx: Ctx, input: AccountChange): Promise<void> {
  const isOwnTenant = eq(tenants.id, ctx.tenantId)
  const [before] = await tx
    .select({ retention_years: tenants.retentionYears, refuse_active_content: tenants.refuseActiveContent })
    .from(tenants)
    .where(isOwnTenant)
    .for('update')
  const after = {
    retention_years: input.retention_years ?? before!.retention_years,
    refuse_active_content: input.refuse_active_content ?? before!.refuse_active_content,
  }
  const changedNames = settingNames.filter((name) => before![name] !== after[name])
  if (changedNames.length === 0) return
  const { retention_years: retentionYears, refuse_active_content: refuseActiveContent } = after
  await tx.update(tenants).set({ retentionYears, refuseActiveContent }).where(isOwnTenant)
  const changes = Object.fromEntries(
    changedNames.map((name) => [name, { from: before![name], to: after[name] }]),
  )
  await record(tx, ctx, { type: 'tenant.updated', subject: { tenant: ctx.tenantId }, data: { changes } })
}
