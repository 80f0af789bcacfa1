import { and, eq, sql } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import { findAddressChange, findInvitation, findRecovery } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { secondsUntil } from '#lib/core/clock'
import { sha256Hex } from '#lib/core/ids'
import type { UserRow } from '#lib/identity/present'
import { ADDRESS_DAYS, INVITATION_DAYS, RECOVERY_SECONDS } from '#lib/identity/rules'
import { whereActiveUser } from '#lib/identity/users/internal/users'
import { isFirstUser, isOldestUser } from './confirmation.ts'

/** The purpose of an emailed link. */
export type LinkKind = keyof typeof finders

/** The functions that find the tenant and user of a link by the hash of its token. */
const finders = { invitation: findInvitation, recovery: findRecovery, address: findAddressChange }
/** The functions that give the expiry of a link from the row of its user, and how many seconds it lasts at most. */
const expiryByKind = {
  invitation: { of: (user: UserRow) => user.invitationExpiresAt, seconds: INVITATION_DAYS * 86_400 },
  recovery: { of: (user: UserRow) => user.recoveryExpiresAt, seconds: RECOVERY_SECONDS },
  address: { of: (user: UserRow) => user.addressExpiresAt, seconds: ADDRESS_DAYS * 86_400 },
}

/** Whose link it is. */
export interface LinkOwner {
  user: UserRow
  tenantName: string
  /** Whether nobody has confirmed the tenant yet, and the owner of the link can. */
  confirmsTenant: boolean
  /** Whether the tenant was signed up with the owner's address. */
  isFirst: boolean
}

/** The owner of a link; null when it is unknown, used or expired. */
export async function findLinkOwner(kind: LinkKind, token: string, time: Date): Promise<LinkOwner | null> {
  const ref = await finders[kind](sha256Hex(token))
  if (!ref) return null
  const [row] = await read(ref, (reader) =>
    reader
      .select({
        user: users,
        tenantName: tenants.name,
        confirmsTenant: sql<boolean>`${tenants.unconfirmed} and ${isOldestUser}`,
        isFirst: isFirstUser,
      })
      .from(users)
      .innerJoin(tenants, eq(tenants.id, users.tenantId))
      .where(and(whereActiveUser(ref), eq(users.id, ref.id))),
  )
  const { of, seconds } = expiryByKind[kind]
  const expiresAt = row && of(row.user)
  return expiresAt && secondsUntil(expiresAt, time, seconds) > 0 ? row : null
}
