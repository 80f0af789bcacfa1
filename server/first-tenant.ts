import { measureClock } from '#db/clock'
import { env } from '#lib/core/env'

/**
 * Creates the tenant of `ADMIN_EMAIL` in a migrated database without tenants; the clock may not be measured yet.
 * @returns the administrator's address when the tenant was created, else null
 */
export async function createFirstTenant(): Promise<string | null> {
  if (!env().admin) return null
  await measureClock()
  const { ensureFirstTenant } = await import('#lib/identity/account/ensure-first-tenant')
  return ensureFirstTenant(env())
}
