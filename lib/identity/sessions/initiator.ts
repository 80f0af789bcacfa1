import { and, eq, isNull } from 'drizzle-orm'
import { apiKeys, tenants, users } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { AppError } from '#lib/core/errors'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { authorize, type Permission } from '#lib/policy'
import { isAllowedIp } from './authenticate.ts'

/** The user or key that started a job, and from which IP address. */
interface Initiator {
  /** The user, or the creator of the key. */
  userId: number
  keyId: number | null
  address: string | null
}

/**
 * The context of a job in the name of its initiator, with the rights that the initiator has now. The job asks for it
 * before each step, as the rights may end meanwhile. Nothing goes on in the name of a user of a suspended tenant.
 * @param job the context of the job itself
 * @returns the error when the tenant is suspended, or the initiator no longer has one of the permissions
 */
export async function makeInitiatorCtx(
  reader: Pick<Reader, 'select'>,
  job: Ctx,
  { userId, keyId, address }: Initiator,
  permissions: Permission[],
): Promise<Ctx | ErrorText> {
  const { tenantId, now } = job
  const [row] = await reader
    .select({
      user: users,
      unconfirmed: tenants.unconfirmed,
      suspendedAt: tenants.suspendedAt,
      needsFactor: tenants.requireSecondFactor,
    })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId), isNull(users.deletedAt)))
  if (!row?.user.email) return errorText('failures.starterDeleted')
  if (row.suspendedAt) return errorText('failures.tenantSuspended')
  const { id, name, email, role, locale } = row.user
  const ctx = { ...job, address, locale, unconfirmed: row.unconfirmed }
  if (keyId === null) {
    const mustSetUpFactor = row.needsFactor && !row.user.secondFactor
    // A job never counts as a recently entered password.
    const authenticatedAt = new Date(0)
    const actor = { type: 'user' as const, id, name, email, role, sessionId: 0, authenticatedAt }
    return checkPermissions({ ...ctx, actor, mustSetUpFactor }, permissions)
  }
  const [key] = await reader
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, keyId)))
  if (!key) return errorText('failures.starterKeyDeleted')
  if (key.expiresAt && key.expiresAt <= now) return errorText('failures.starterKeyExpired')
  if (!isAllowedIp(key.allowedIps, address)) return errorText('failures.starterKeyAddressNotAllowed')
  const creator = { id, name, email, role }
  // Nobody gets what a job does as a response: no link was shown.
  const scopes = key.scopes.filter((scope) => scope !== 'signing-links')
  const actor = { type: 'api_key' as const, id: keyId, name: key.name, scopes, creator }
  return checkPermissions({ ...ctx, actor }, permissions)
}

/** The initiator of a job that the actor starts; null for signers and jobs. */
export function getInitiator({ actor, address }: Pick<Ctx, 'actor' | 'address'>): Initiator | null {
  if (actor.type === 'user') return { userId: actor.id, keyId: null, address }
  if (actor.type === 'api_key') return { userId: actor.creator.id, keyId: actor.id, address }
  return null
}

function checkPermissions(ctx: Ctx, permissions: Permission[]): Ctx | ErrorText {
  try {
    for (const permission of permissions) authorize(ctx, permission)
    return ctx
  } catch (error) {
    if (error instanceof AppError) return toErrorText(error)
    throw error
  }
}

function toErrorText({ code, details }: AppError): ErrorText {
  switch (code) {
    case 'insufficient_scope':
      return errorText('failures.starterKeyLacksScope', { scope: String(details.required_scope) })
    case 'second_factor_setup_required':
      return errorText('failures.starterNeedsSecondFactor')
    case 'email_not_confirmed':
      return errorText('failures.tenantEmailNotConfirmed')
    default:
      return errorText('failures.starterRoleNotAllowed')
  }
}
