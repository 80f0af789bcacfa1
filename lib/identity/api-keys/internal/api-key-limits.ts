import { and, eq } from 'drizzle-orm'
import { apiKeys } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { forbidden } from '#lib/core/errors'
import { isWithin, parseRange } from '#lib/core/network/addresses'
import type { Scope } from '#lib/core/roles'
import { insufficientScope, unknownCredential } from '#lib/identity/refusals'
import { DEFAULT_SCOPES, grantableScopes } from '#lib/identity/rules'
import { errorText } from '#lib/messages/errors'

/** When a key expires (null: never), and the IP addresses and networks it may be used from (empty: all). */
interface ApiKeyLimits {
  expiresAt: Date | null
  allowedIps: string[]
}

/**
 * The limits of a new key. A key that creates it cannot exceed its own limits, which are also the default.
 */
export async function apiKeyLimits(
  reader: Reader,
  { tenantId, actor }: Ctx,
  requested: ApiKeyLimits,
): Promise<ApiKeyLimits> {
  if (actor.type !== 'api_key') return requested
  const [creator] = await reader
    .select({ expiresAt: apiKeys.expiresAt, allowedIps: apiKeys.allowedIps })
    .from(apiKeys)
    .where(and(eq(apiKeys.tenantId, tenantId), eq(apiKeys.id, actor.id)))
  if (!creator) throw unknownCredential()
  const expiresAt = requested.expiresAt ?? creator.expiresAt
  if (expiresAt && creator.expiresAt && expiresAt > creator.expiresAt)
    throw insufficientScope('A key cannot create a key that expires later than itself.')
  const allowedIps = requested.allowedIps.length > 0 ? requested.allowedIps : creator.allowedIps
  if (!isWithinRanges(allowedIps, creator.allowedIps))
    throw insufficientScope('A key cannot create a key that is allowed from more IP addresses.')
  return { expiresAt, allowedIps }
}

/** The scopes of a new key: the requested or the default ones; a key can grant only its own. */
export function apiKeyScopes({ actor }: Ctx, requested: Scope[] | undefined): Scope[] {
  const allowed = grantableScopes(actor)
  const defaults = DEFAULT_SCOPES.filter((scope) => allowed.includes(scope))
  if (!requested && defaults.length === 0)
    throw insufficientScope('The key has none of the default scopes. Name the scopes of the new key.')
  if (!requested) return defaults
  const missingScope = requested.find((scope) => !allowed.includes(scope))
  if (missingScope)
    throw insufficientScope(`A key without the scope ${missingScope} cannot grant it.`, {
      required_scope: missingScope,
    })
  return [...new Set(requested)]
}

/** The requested mode, else the caller's; a test key cannot create a live key. */
export function apiKeyMode(ctx: Ctx, requested: boolean | undefined): boolean {
  const isTestKey = ctx.testMode && ctx.actor.type === 'api_key'
  if (isTestKey && requested === false) throw forbidden(errorText('api.testKeyCreatesTestKeysOnly'))
  return requested ?? ctx.testMode
}

/** Whether each range of `inner` is within one of `outer`; an empty `outer` allows all. */
function isWithinRanges(inner: string[], outer: string[]): boolean {
  if (outer.length === 0) return true
  const ranges = outer.map(parseRange).filter((range) => range !== null)
  return inner.every((text) => {
    const range = parseRange(text)
    return range !== null && isWithin(range, ranges)
  })
}
