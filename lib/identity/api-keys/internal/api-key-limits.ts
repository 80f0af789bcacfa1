import { and, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/identity'
import type { Reader } from '#db/tenant'
import { isWithin, parseRange } from '#lib/core/addresses'
import type { Ctx } from '#lib/core/ctx'
import { AppError, forbidden } from '#lib/core/errors'
import type { Role, Scope } from '#lib/core/roles'
import { unknownCredential } from '#lib/identity/refusals'
import { DEFAULT_SCOPES, grantableScopes } from '#lib/identity/rules'
import { authorize, scopesOfRole } from '#lib/policy'

/** How long and from where a key works. */
export interface ApiKeyLimits {
  expiresAt: Date | null
  allowedIps: string[]
}

/** A key that makes a key hands on its own end and addresses, or less; a person is bound by neither. */
export async function apiKeyLimits(
  reader: Reader,
  { tenantId, actor }: Ctx,
  requested: ApiKeyLimits,
): Promise<ApiKeyLimits> {
  if (actor.type !== 'api_key') return requested
  const [maker] = await reader
    .select({ expiresAt: apiKeys.expiresAt, allowedIps: apiKeys.allowedIps })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, actor.id)))
  if (!maker) throw unknownCredential()
  const expiresAt = requested.expiresAt ?? maker.expiresAt
  if (expiresAt && maker.expiresAt && expiresAt > maker.expiresAt)
    throw exceeds('A key cannot make one that outlives it.')
  const allowedIps = requested.allowedIps.length > 0 ? requested.allowedIps : maker.allowedIps
  if (!liesWithin(allowedIps, maker.allowedIps))
    throw exceeds('A key cannot make one that works from more addresses.')
  return { expiresAt, allowedIps }
}

/** The scopes a new key gets. A key hands on no more than it has. */
export function apiKeyScopes({ actor }: Ctx, requested: Scope[] | undefined): Scope[] {
  const allowed = grantableScopes(actor)
  const usual = DEFAULT_SCOPES.filter((scope) => allowed.includes(scope))
  if (!requested && usual.length === 0)
    throw exceeds('The key has none of the default scopes. Name the scopes of the new key.')
  if (!requested) return usual
  const missing = requested.find((scope) => !allowed.includes(scope))
  if (missing)
    throw exceeds(`A key without the scope ${missing} cannot hand it on.`, { required_scope: missing })
  return [...new Set(requested)]
}

/** Refuses to give a person a role that may do what the key may not; `tenant_admin` takes the scope `admins`. */
export function requireCanGive({ actor }: Ctx, role: Role): void {
  if (actor.type !== 'api_key' || actor.scopes.includes('admins')) return
  const needed: Scope[] = role === 'tenant_admin' ? ['admins'] : scopesOfRole(role)
  const missing = needed.find((scope) => !actor.scopes.includes(scope))
  if (missing)
    throw exceeds(`A key without the scope ${missing} cannot give the role ${role}, which may do that.`, {
      required_scope: missing,
    })
}

/** Refuses a key without the scope `admins` any change to an administrator. */
export function requireCanManage(ctx: Ctx, { role }: { role: Role }): void {
  if (role === 'tenant_admin') authorize(ctx, 'admin.manage')
}

/** The mode asked for, else the one the caller works in; a test key cannot make a live one. */
export function apiKeyMode(ctx: Ctx, requested: boolean | undefined): boolean {
  const bound = ctx.testMode && ctx.actor.type === 'api_key'
  if (bound && requested === false) throw forbidden('A test key can only make test keys.')
  return requested ?? ctx.testMode
}

function liesWithin(inner: string[], outer: string[]): boolean {
  if (outer.length === 0) return true
  const ranges = outer.map(parseRange).filter((range) => range !== null)
  return inner.every((text) => {
    const range = parseRange(text)
    return range !== null && isWithin(range, ranges)
  })
}

function exceeds(message: string, details: { required_scope?: Scope } = {}): AppError {
  return new AppError('insufficient_scope', message, details)
}
