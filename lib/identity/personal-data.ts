import { and, eq, isNotNull, ne, notLike, or, sql } from 'drizzle-orm'
import { apiKeys, sessions, tenants, users } from '#db/schema/identity'
import { passkeys, userIdentities } from '#db/schema/identity-sign-in'
import { archiveAddresses, senderDomains } from '#db/schema/mail'
import {
  BATCH_SIZE,
  ERASED_NAME,
  type EraseStep,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import { read } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { refersToUser, whereDeletedUser } from './deleted-users.ts'
import { ERASED_SUBJECT, erasedSubject } from './sso/internal/linked-user.ts'
import { lockTenantUsers } from './users/internal/users.ts'

/** The accounts of deleted users at the identity provider, whose subject is often the address. */
const eraseProviderAccounts: EraseStep = async (tx, { tenantId }, person) => {
  await lockTenantUsers(tx, { tenantId })
  const accounts = await tx
    .select()
    .from(userIdentities)
    .where(
      and(
        eq(userIdentities.tenantId, tenantId),
        whereDeletedUser(userIdentities.userId, person),
        notLike(userIdentities.subject, `${ERASED_SUBJECT}%`),
      ),
    )
    .limit(BATCH_SIZE)
  for (const account of accounts)
    await tx
      .update(userIdentities)
      .set({ subject: erasedSubject(account) })
      .where(and(eq(userIdentities.tenantId, tenantId), eq(userIdentities.id, account.id)))
  return { provider_accounts: accounts.length }
}

/**
 * The names of deleted users who had the address, their ids in the directory, and pending changes to the address. An
 * existing user blocks the erasure. A suspended user is deleted for good: the event has the address, by which reports and
 * later erasures find them.
 */
const eraseUsers: EraseStep = async (tx, ctx, person) => {
  const { tenantId, now } = ctx
  const erased = await tx
    .update(users)
    .set({ name: ERASED_NAME, externalId: null, updatedAt: now })
    .where(
      and(
        eq(users.tenantId, tenantId),
        whereDeletedUser(users.id, person),
        or(ne(users.name, ERASED_NAME), isNotNull(users.externalId)),
      ),
    )
    .returning({ id: users.id })
  const cancelled = await tx
    .update(users)
    .set({ pendingEmail: null, addressNonce: null, addressHash: null, addressExpiresAt: null })
    .where(and(eq(users.tenantId, tenantId), eq(users.pendingEmail, person.email)))
    .returning({ id: users.id })
  const forgotten = await tx
    .update(users)
    .set({ suspendedEmail: null, externalId: null, updatedAt: now })
    .where(and(eq(users.tenantId, tenantId), eq(users.suspendedEmail, person.email)))
    .returning({ id: users.id, name: users.name, role: users.role })
  for (const { id, name, role } of forgotten) {
    const data = { user_id: id, name, email: person.email, role }
    await record(tx, ctx, { type: 'user.deleted', subject: { user: id }, data })
  }
  return { users: erased.length, address_changes: cancelled.length }
}

/** Nobody gets copies at the address any more. */
const eraseArchiveAddress: EraseStep = async (tx, ctx, person) => {
  const subject = { tenant: ctx.tenantId }
  const removed = await tx
    .delete(archiveAddresses)
    .where(
      and(
        eq(archiveAddresses.tenantId, ctx.tenantId),
        eq(sql`lower(${archiveAddresses.email})`, person.email),
      ),
    )
    .returning({ email: archiveAddresses.email })
  for (const data of removed) await record(tx, ctx, { type: 'tenant.archive_address_removed', subject, data })
  return { archive_addresses: removed.length }
}

/** The settings of the organisation that have the address. */
async function* findSettings({ tenantId, email }: Person): AsyncGenerator<object> {
  const [settings] = await read({ tenantId }, (reader) =>
    reader
      .select({
        reply_to: tenants.replyTo,
        sender: senderDomains.address,
        archive_address: archiveAddresses.email,
      })
      .from(tenants)
      .leftJoin(senderDomains, eq(senderDomains.tenantId, tenants.id))
      .leftJoin(archiveAddresses, eq(archiveAddresses.tenantId, tenants.id))
      .where(eq(tenants.id, tenantId)),
  )
  for (const [setting, address] of Object.entries(settings ?? {}))
    if (address?.toLowerCase() === email) yield { setting, address }
}

export const identityData: PersonalData = {
  find: (person) => ({
    users: readRows(
      person,
      users,
      [
        users.name,
        users.email,
        users.pendingEmail,
        users.suspendedEmail,
        users.externalId,
        users.role,
        users.operator,
        users.locale,
        users.lastLoginAt,
        users.createdAt,
      ],
      refersToUser(users.id, person),
    ),
    // Of a user who has another address, which may be somebody else.
    address_changes: readRows(person, users, [users.pendingEmail], eq(users.pendingEmail, person.email)),
    provider_accounts: readRows(
      person,
      userIdentities,
      [userIdentities.issuer, userIdentities.subject, userIdentities.createdAt],
      refersToUser(userIdentities.userId, person),
    ),
    sessions: readRows(
      person,
      sessions,
      [sessions.kind, sessions.address, sessions.userAgent, sessions.createdAt, sessions.expiresAt],
      refersToUser(sessions.userId, person),
    ),
    passkeys: readRows(
      person,
      passkeys,
      [passkeys.name, passkeys.createdAt, passkeys.lastUsedAt],
      refersToUser(passkeys.userId, person),
    ),
    api_keys: readRows(
      person,
      apiKeys,
      [
        ...[apiKeys.name, apiKeys.scopes, apiKeys.allowedIps, apiKeys.testMode],
        ...[apiKeys.lastUsedAt, apiKeys.lastUsedIp, apiKeys.createdAt, apiKeys.expiresAt],
      ],
      refersToUser(apiKeys.createdBy, person),
    ),
    settings: findSettings(person),
  }),
  erase: [eraseArchiveAddress, eraseProviderAccounts, eraseUsers],
  erased: [
    ...[users.name, users.pendingEmail, users.suspendedEmail, users.externalId],
    userIdentities.subject,
    archiveAddresses.email,
  ],
  kept: {
    'deleted with the user': [
      users.email,
      sessions.address,
      sessions.userAgent,
      apiKeys.allowedIps,
      apiKeys.lastUsedIp,
    ],
    'the address of the organisation': [tenants.replyTo, senderDomains.name, senderDomains.address],
  },
}
