import { and, eq } from 'drizzle-orm'
import { findAddressChange, findInvitation, findRecovery } from '#db/cross-tenant'
import { tenants, users } from '#db/schema/identity'
import { read } from '#db/tenant'
import { sha256Hex } from '#lib/core/ids'
import type { UserRow } from '#lib/identity/present'
import { activeUsers } from '#lib/identity/users/internal/users'

/** The purpose of a link. */
export type LinkKind = keyof typeof finders

const finders = { invitation: findInvitation, recovery: findRecovery, address: findAddressChange }
const endOf = {
  invitation: (user: UserRow) => user.invitationExpiresAt,
  recovery: (user: UserRow) => user.recoveryExpiresAt,
  address: (user: UserRow) => user.addressExpiresAt,
}

/** The owner of a link; null when it is unknown, used or expired. */
export async function linkOwner(
  kind: LinkKind,
  token: string,
  at: Date,
): Promise<{ user: UserRow; tenantName: string } | null> {
  const found = await finders[kind](sha256Hex(token))
  if (!found) return null
  const [row] = await read(found, (reader) =>
    reader
      .select({ user: users, tenantName: tenants.name })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(activeUsers(found), eq(users.id, found.id))),
  )
  const endsAt = row && endOf[kind](row.user)
  return endsAt && at < endsAt ? row : null
}
