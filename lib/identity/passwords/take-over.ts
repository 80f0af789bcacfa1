import { and, eq, ne } from 'drizzle-orm'
import { users } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { isEmailConfirmed } from '../account/confirmed.ts'
import { changeAccount } from '../account/update-account.ts'
import { deleteKeys } from '../api-keys/internal/delete-keys.ts'
import { consentLocales } from '../consent/limits.ts'
import { deleteFactors, setSecondFactor } from '../factors/internal/factors.ts'
import type { LinkOwner } from '../links/internal/link-owner.ts'
import type { LinkKind } from '../links/link-tokens.ts'
import type { UserRow } from '../present.ts'
import { deleteSender } from '../sender/internal/delete-sender.ts'
import { deleteLinks } from '../sso/internal/delete-links.ts'
import { deleteProvider } from '../sso/internal/delete-provider.ts'
import { endUser } from '../users/delete-user.ts'
import { findActiveUser, whereActiveUser } from '../users/internal/users.ts'
import { recordUserChanges } from '../users/update-user.ts'

/**
 * Whether a password reset gives its link's owner an organisation that somebody else may have signed up: with the owner's
 * address, which nobody has confirmed. The role does not count: somebody may have changed it meanwhile.
 */
export function takesOver(
  kind: LinkKind,
  { user, confirmsTenant, isFirst }: Pick<LinkOwner, 'user' | 'confirmsTenant' | 'isFirst'>,
): boolean {
  return kind === 'recovery' && confirmsTenant && isFirst && !isEmailConfirmed(user)
}

const safeSettings = {
  reply_to: null,
  embed_origins: [],
  show_signing_links: false,
  delete_after_retention: false,
  consent: Object.fromEntries(consentLocales.map((locale) => [locale, null])),
}

/**
 * Ends everything by which the person who signed the organisation up could go on reading and acting in it: other users, API
 * keys, second factors, the identity provider with the accounts linked to it, what emails say about who sends them, what
 * signers agree to, and settings; call `lockTenantUsers` before. `ctx` is that of the new owner, who has confirmed the
 * address and becomes an administrator.
 */
export async function endPreviousAccess(
  tx: Tx,
  ctx: Ctx,
  { id: userId, secondFactor }: UserRow,
): Promise<void> {
  await makeAdmin(tx, ctx, userId)
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(whereActiveUser(ctx), ne(users.id, userId)))
  for (const { id } of others) await endUser(tx, ctx, id, {})
  await deleteKeys(tx, ctx, userId)
  await deleteProvider(tx, ctx)
  await deleteLinks(tx, ctx)
  await deleteSender(tx, ctx)
  await changeAccount(tx, ctx, safeSettings)
  const owner = { tenantId: ctx.tenantId, userId }
  await deleteFactors(tx, owner)
  if (!secondFactor) return
  await setSecondFactor(tx, ctx, owner, false)
  await record(tx, ctx, { type: 'user.factors_reset', subject: { user: userId }, data: { user_id: userId } })
}

async function makeAdmin(tx: Tx, ctx: Ctx, userId: number): Promise<void> {
  const before = await findActiveUser(tx, ctx, userId)
  const [after] = await tx
    .update(users)
    .set({ role: 'tenant_admin' })
    .where(and(whereActiveUser(ctx), eq(users.id, userId)))
    .returning()
  await recordUserChanges(tx, ctx, before, after!)
}
