import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, getActingUser } from '#lib/core/ctx'
import { throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { changeConsent } from '../consent/change-consent.ts'
import type { AccountChange, AccountRecord } from '../schema.ts'
import { lockCredential } from '../sessions/credential.ts'
import { presentAccount } from './get-account.ts'

const columns = {
  name: tenants.name,
  retention_years: tenants.retentionYears,
  delete_after_retention: tenants.deleteAfterRetention,
  end_notice_days: tenants.endNoticeDays,
  refuse_active_content: tenants.refuseActiveContent,
  color: tenants.color,
  reply_to: tenants.replyTo,
  locale: tenants.locale,
  expires_in_days: tenants.expiresInDays,
  reminder_days: tenants.reminderDays,
  signature_kinds: tenants.signatureKinds,
  embed_origins: tenants.embedOrigins,
  show_signing_links: tenants.showSigningLinks,
  require_second_factor: tenants.requireSecondFactor,
  session_idle_minutes: tenants.sessionIdleMinutes,
}
type Setting = keyof typeof columns
const OWN_FACTOR_MISSING = errorText('identity.ownFactorFirst')
/** Settings that protect the sign-in, and who can act for a signer. */
const securitySettings: readonly Setting[] = [
  'require_second_factor',
  'session_idle_minutes',
  'show_signing_links',
]

/** Changes the settings of the tenant. A new retention applies from now on; vault documents keep their dates. */
export async function updateAccount(ctx: Ctx, input: AccountChange): Promise<AccountRecord> {
  authorize(ctx, 'tenant.manage')
  return write(ctx, async (tx) => {
    await tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.id, ctx.tenantId)).for('update')
    await lockCredential(tx, ctx)
    await changeAccount(tx, ctx, input)
    return presentAccount(tx, ctx)
  })
}

/** Writes the settings and consent texts that differ, and records them. */
export async function changeAccount(tx: Tx, ctx: Ctx, input: AccountChange): Promise<void> {
  const changes = {
    ...(await changeSettings(tx, ctx, input)),
    ...(input.consent && (await changeConsent(tx, ctx, input.consent))),
  }
  if (Object.keys(changes).length > 0)
    await record(tx, ctx, { type: 'tenant.updated', subject: { tenant: ctx.tenantId }, data: { changes } })
}

/** Locks the tenant and writes the settings that differ. @returns the old and new values */
async function changeSettings(tx: Tx, ctx: Ctx, input: AccountChange) {
  const isOwnTenant = eq(tenants.id, ctx.tenantId)
  const [before] = await tx.select(columns).from(tenants).where(isOwnTenant).for('update')
  const after = Object.fromEntries(
    (Object.keys(columns) as Setting[]).map((name) => [
      name,
      input[name] === undefined ? before![name] : input[name],
    ]),
  ) as Record<Setting, never>
  const changedNames = (Object.keys(columns) as Setting[]).filter(
    (name) => !isDeepStrictEqual(before![name], after[name]),
  )
  if (changedNames.length === 0) return {}
  if (changedNames.some((name) => securitySettings.includes(name))) authorize(ctx, 'tenant.secure')
  if (changedNames.includes('delete_after_retention') && input.delete_after_retention)
    authorize(ctx, 'vault.delete')
  if (changedNames.includes('require_second_factor') && input.require_second_factor)
    await requireOwnFactor(tx, ctx)
  await tx
    .update(tenants)
    .set({
      name: after.name,
      retentionYears: after.retention_years,
      deleteAfterRetention: after.delete_after_retention,
      endNoticeDays: after.end_notice_days,
      refuseActiveContent: after.refuse_active_content,
      color: after.color,
      replyTo: after.reply_to,
      locale: after.locale,
      expiresInDays: after.expires_in_days,
      reminderDays: after.reminder_days,
      signatureKinds: after.signature_kinds,
      embedOrigins: after.embed_origins,
      showSigningLinks: after.show_signing_links,
      requireSecondFactor: after.require_second_factor,
      sessionIdleMinutes: after.session_idle_minutes,
    })
    .where(isOwnTenant)
  return Object.fromEntries(changedNames.map((name) => [name, { from: before![name], to: after[name] }]))
}

/** An administrator who requires a factor must have one: a thief of a password could lock all others out. */
async function requireOwnFactor(tx: Tx, ctx: Ctx): Promise<void> {
  const [user] = await tx
    .select({ secondFactor: users.secondFactor })
    .from(users)
    .where(and(eq(users.tenantId, ctx.tenantId), eq(users.id, getActingUser(ctx)?.id ?? 0)))
  throwIfInvalid(user?.secondFactor ? {} : { require_second_factor: [OWN_FACTOR_MISSING] })
}
