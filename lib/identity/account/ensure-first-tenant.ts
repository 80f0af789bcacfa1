import { allTenantIds } from '#db/cross-tenant'
import { now } from '#lib/core/clock'
import { type Env, EnvError } from '#lib/core/env'
import { AppError, throwIfFaulty } from '#lib/core/errors'
import { newRequestId } from '#lib/core/ids'
import { createTenant } from './internal/create-tenant.ts'
import { signUpFaults } from './internal/sign-up-faults.ts'

/**
 * Creates the tenant of `ADMIN_EMAIL`, `ADMIN_PASSWORD` and `TENANT_NAME` on an installation without tenants.
 * @returns the administrator's email address when the tenant was created, else null
 * @throws EnvError when the password is not acceptable
 */
export async function ensureFirstTenant({ admin }: Pick<Env, 'admin'>): Promise<string | null> {
  if (!admin || (await allTenantIds()).length > 0) return null
  const visit = { now: now(), requestId: newRequestId(), address: null, userAgent: null, locale: 'en' }
  const email = admin.email.toLowerCase()
  const input = { tenant_name: admin.tenantName, name: 'Administrator', email, password: admin.password }
  try {
    throwIfFaulty(await signUpFaults(input, false))
    await createTenant(visit, input, { unconfirmed: false, enter: async () => null })
    return email
  } catch (error) {
    const faults = error instanceof AppError ? error.details.errors : undefined
    // Another process that started at the same time has created it.
    if (faults?.email) return null
    if (faults?.password) throw new EnvError(`ADMIN_PASSWORD is not acceptable: ${faults.password[0]}`)
    throw error
  }
}
