import { type AnyColumn, and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { apiKeys, sessions, tenants, users } from '#db/schema/identity'
import { archiveAddresses, senderDomains } from '#db/schema/mail'
import {
  ERASED_NAME,
  type EraseStep,
  type Person,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import { whereDeletedUser } from './deleted-users.ts'

/** `column` refers to the user with the address. */
const refersToUser = (column: AnyColumn, { tenantId, email }: Person): SQL =>
  sql`${column} in (select ${users.id} from ${users} where ${users.tenantId} = ${tenantId} and ${users.email} = ${email})`

/**
 * The names of deleted users who had the address, their ids in the directory, and pending changes to the address. An
 * existing user blocks the erasure.
 */
const eraseUsers: EraseStep = async (tx, { tenantId, now }, person) => {
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
  await tx
    .update(users)
    .set({ suspendedEmail: null, externalId: null })
    .where(and(eq(users.tenantId, tenantId), eq(users.suspendedEmail, person.email)))
  return { users: erased.length, address_changes: cancelled.length }
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
      or(
        eq(users.email, person.email),
        eq(users.pendingEmail, person.email),
        eq(users.suspendedEmail, person.email),
      ),
    ),
    sessions: readRows(
      person,
      sessions,
      [sessions.kind, sessions.address, sessions.userAgent, sessions.createdAt, sessions.expiresAt],
      refersToUser(sessions.userId, person),
    ),
  }),
  erase: [eraseUsers],
  erased: [users.name, users.pendingEmail, users.suspendedEmail, users.externalId],
  kept: {
    'deleted with the user': [
      users.email,
      sessions.address,
      sessions.userAgent,
      apiKeys.allowedIps,
      apiKeys.lastUsedIp,
    ],
    'the address of the organisation': [
      tenants.replyTo,
      senderDomains.name,
      senderDomains.address,
      archiveAddresses.email,
    ],
  },
}
