import { and, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import { events } from '#db/schema/audit'
import { tenants, users } from '#db/schema/identity'
import { userIdentities } from '#db/schema/identity-sign-in'
import type { Tx } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { addDays, addSeconds, MAX_OFFSET_SECONDS } from '#lib/core/clock'
import type { Ctx, RequestMeta } from '#lib/core/ctx'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { withdrawLinks } from '#lib/identity/links/internal/withdraw-links'
import { clearedInvitation } from '#lib/identity/links/link-tokens'
import type { UserRow } from '#lib/identity/present'
import { ADDRESS_DAYS } from '#lib/identity/rules'
import { findSuspended, lockTenantUsers, whereActiveUser } from '#lib/identity/users/internal/users'
import type { ProviderTenant, SsoProvider } from '../find-provider.ts'
import { LinkNeedsPassword, type ProviderAccount, SignInRefused } from '../sign-in-refused.ts'
import type { Identity } from './claims.ts'
import { findSso } from './providers.ts'

type SignInScope = RequestMeta & { tenantId: number }

/**
 * The active user of the tenant with this account at the provider. At the first sign-in the user with the verified
 * email is linked, or a new user is created if the tenant allows it and is not suspended. An administrator, of the tenant or the
 * installation, is linked only after the password: an administrator who changes the provider could otherwise become any
 * other.
 * @param provider as read before the sign-in: one that was changed or removed meanwhile signs nobody in
 * @throws SignInRefused
 */
export async function findLinkedUser(
  tx: Tx,
  scope: SignInScope,
  provider: SsoProvider,
  identity: Identity,
): Promise<UserRow> {
  await lockTenantUsers(tx, scope)
  if (provider.tenant) await assertUnchanged(tx, provider.tenant)
  const { issuer } = provider
  const account: ProviderAccount = { source: getSource(provider), issuer, subject: identity.subject }
  const link = await findLink(tx, scope, account)
  if (link?.user) return link.user
  const user = await findUserByEmail(tx, scope, identity.email)
  if (user && (user.role === 'tenant_admin' || user.operator)) {
    const { email } = identity
    throw new LinkNeedsPassword({ tenantId: scope.tenantId, userId: user.id, email, account })
  }
  if (user) return linkUser(tx, scope, user, account)
  if (await isPendingEmail(tx, scope, identity.email)) throw new SignInRefused('address_not_confirmed')
  if (link || !provider.tenant?.createUsers || (await wasDeleted(tx, scope, identity.email)))
    throw new SignInRefused('unknown_user')
  if (await isTenantSuspended(tx, scope)) throw new SignInRefused('tenant_suspended')
  const { defaultRole: role } = provider.tenant
  return linkUser(tx, scope, await insertUser(tx, scope, { ...identity, role }), account)
}

/** The provider decides how long the exchange of a code takes: domains, rules and certificates may be others by then. */
async function assertUnchanged(tx: Tx, { id, updatedAt }: ProviderTenant): Promise<void> {
  const sso = await findSso(tx, id)
  if (sso?.updatedAt.getTime() !== updatedAt.getTime()) throw new SignInRefused('provider_changed')
}

/** Where the accounts of a provider come from: the same issuer may name them otherwise in another protocol. */
function getSource(provider: SsoProvider): ProviderAccount['source'] {
  if (provider.protocol === 'saml') return 'saml'
  return provider.tenant ? 'tenant' : 'installation'
}

/** The subject of a link whose user was deleted and erased: the account is still known, and not readable. */
export function erasedSubject({ issuer, subject }: Pick<ProviderAccount, 'issuer' | 'subject'>): string {
  return ERASED_SUBJECT + hmacHex(deriveKey('erased subject'), `${issuer} ${subject}`)
}
export const ERASED_SUBJECT = 'erased:'

/** The link of the account, if there is one; its user is null once deleted. */
export async function findLink(
  tx: Tx,
  scope: SignInScope,
  account: ProviderAccount,
): Promise<{ user: UserRow | null } | null> {
  const [row] = await tx
    .select({ user: users })
    .from(userIdentities)
    .leftJoin(users, and(whereActiveUser(scope), eq(users.id, userIdentities.userId)))
    .where(
      and(
        eq(userIdentities.tenantId, scope.tenantId),
        eq(userIdentities.source, account.source),
        eq(userIdentities.issuer, account.issuer),
        inArray(userIdentities.subject, [account.subject, erasedSubject(account)]),
      ),
    )
  return row ?? null
}

async function findUserByEmail(tx: Tx, scope: SignInScope, email: string): Promise<UserRow | null> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(whereActiveUser(scope), eq(users.email, email)))
  return user ?? null
}

/**
 * Whether the user who last had the address was deleted here, or is suspended by the directory. The event of the deletion
 * still has the address, as after an erasure; an invitation or the directory makes a user under it again.
 */
async function wasDeleted(tx: Tx, scope: SignInScope, email: string): Promise<boolean> {
  if (await findSuspended(tx, scope, email)) return true
  const [last] = await tx
    .select({ type: events.type })
    .from(events)
    .where(
      and(
        eq(events.tenantId, scope.tenantId),
        inArray(events.type, ['user.created', 'user.deleted']),
        sql`${events.data} ->> 'email' = ${email}`,
        // Suspended: the user may have another address since.
        sql`${events.data} -> 'suspended' is null`,
      ),
    )
    .orderBy(desc(events.occurredAt), desc(events.id))
    .limit(1)
  return last?.type === 'user.deleted'
}

async function isTenantSuspended(tx: Tx, { tenantId }: SignInScope): Promise<boolean> {
  const whereSuspended = and(eq(tenants.id, tenantId), isNotNull(tenants.suspendedAt))
  return (await tx.$count(tenants, whereSuspended)) > 0
}

/** Whether the address will be that of a user who has yet to confirm it. */
async function isPendingEmail(tx: Tx, scope: SignInScope, email: string): Promise<boolean> {
  const wherePending = and(
    whereActiveUser(scope),
    eq(users.pendingEmail, email),
    // As `isAddressPending`.
    gt(users.addressExpiresAt, scope.now),
    lte(users.addressExpiresAt, addSeconds(addDays(scope.now, ADDRESS_DAYS), MAX_OFFSET_SECONDS)),
  )
  return (await tx.$count(users, wherePending)) > 0
}

/** Links the account to the user; a pending invitation is accepted by this. @throws SignInRefused */
export async function linkUser(
  tx: Tx,
  scope: SignInScope,
  user: UserRow,
  account: ProviderAccount,
): Promise<UserRow> {
  const { tenantId, now } = scope
  const { source, issuer } = account
  // The address may belong to another person now, who must not get the account of the first.
  const others = await tx.$count(
    userIdentities,
    and(
      eq(userIdentities.tenantId, tenantId),
      eq(userIdentities.userId, user.id),
      eq(userIdentities.source, source),
      eq(userIdentities.issuer, issuer),
    ),
  )
  if (others > 0) throw new SignInRefused('other_account')
  // The account of an erased user belongs to the new one from now on.
  await tx
    .delete(userIdentities)
    .where(
      and(
        eq(userIdentities.tenantId, tenantId),
        eq(userIdentities.source, source),
        eq(userIdentities.issuer, issuer),
        eq(userIdentities.subject, erasedSubject(account)),
      ),
    )
  await tx
    .insert(userIdentities)
    .values({ tenantId, userId: user.id, ...account, createdAt: now })
    .onConflictDoUpdate({
      target: [userIdentities.tenantId, userIdentities.source, userIdentities.issuer, userIdentities.subject],
      set: { userId: user.id, createdAt: now },
    })
  // Other tenants rely on a confirmed address, so a tenant's own provider cannot confirm one.
  const confirmation =
    source === 'installation'
      ? { emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${now.toISOString()})` }
      : {}
  const [linked] = await tx
    .update(users)
    .set({ ...clearedInvitation, ...confirmation, updatedAt: now })
    .where(and(whereActiveUser(scope), eq(users.id, user.id)))
    .returning()
  await withdrawLinks(tx, scope, user.id, ['invitation'])
  const data = { user_id: user.id, issuer, subject: account.subject }
  await record(tx, makeCtx(scope, user), { type: 'user.identity_linked', subject: { user: user.id }, data })
  return linked!
}

async function insertUser(
  tx: Tx,
  scope: SignInScope,
  person: { name: string; email: string; role: UserRow['role'] },
): Promise<UserRow> {
  const { tenantId, now, locale } = scope
  const { name, email, role } = person
  const [user] = await tx
    .insert(users)
    .values({ tenantId, name, email, role, locale, createdAt: now, updatedAt: now })
    .returning()
  const data = { user_id: user!.id, name, email, role }
  await record(tx, makeCtx(scope, user!), { type: 'user.created', subject: { user: user!.id }, data })
  return user!
}

/** The context of a user who is signing in. */
function makeCtx(scope: SignInScope, { id, name, email, role }: UserRow): Ctx {
  const actor = {
    type: 'user' as const,
    id,
    name,
    email: email ?? '',
    role,
    sessionId: 0,
    authenticatedAt: scope.now,
  }
  return { ...scope, actor, testMode: false }
}
