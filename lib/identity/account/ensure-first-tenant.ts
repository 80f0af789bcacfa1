import { listTenantIds } from '#db/tenancy/cross-tenant'
import { now } from '#lib/core/clock'
import { makeSystemCtx } from '#lib/core/ctx'
import { type Env, EnvError } from '#lib/core/env'
import { AppError, throwIfInvalid } from '#lib/core/errors'
import { newRequestId } from '#lib/core/ids'
import { setOperator } from '../users/operator.ts'
import { createTenant } from './internal/create-tenant.ts'
import { signUpErrors } from './internal/sign-up-errors.ts'

/**
 * Creates the tenant of `ADMIN_EMAIL`, `ADMIN_PASSWORD` and `TENANT_NAME` on an installation without tenants.
 * The user administers the installation.
 * @returns the administrator's email address when the tenant was created, else null
 * @throws EnvError when the password is not acceptable
 */
export async function ensureFirstTenant({ admin }: Pick<Env, 'admin'>): Promise<string | null> {
  if (!admin || (await listTenantIds()).length > 0) return null
  const requestMeta = { now: now(), requestId: newRequestId(), address: null, userAgent: null, locale: 'en' }
  const email = admin.email.toLowerCase()
  const input = { tenant_name: admin.tenantName, name: 'Administrator', email, password: admin.password }
  try {
    throwIfInvalid(await signUpErrors(input, false))
    await createTenant(requestMeta, input, {
      unconfirmed: false,
      inTransaction: (tx, { tenantId, userId }) =>
        setOperator(tx, makeSystemCtx(tenantId, 'first-start', requestMeta.now), userId, true),
    })
    return email
  } catch (error) {
    const errors = error instanceof AppError ? error.details.errors : undefined
    // Another process that started at the same time has created it.
    if (errors?.email) return null
    if (errors?.password) throw new EnvError(`ADMIN_PASSWORD is not acceptable: ${errors.password[0]}`)
    throw error
  }
}
