import { eq } from 'drizzle-orm'
import { tenantKeys } from '#db/schema/keys'
import { createTenantAtomically } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import type { TenantScope } from '#lib/keys/authorities'

/** A tenant without users and keys, at a time. */
export function makeTenantScope(name: string, now: Date): Promise<TenantScope> {
  const tenant = { name, documentsLimit: 10, signaturesLimit: 10, at: now }
  return createTenantAtomically(tenant, async (_tx, tenantId) => ({ tenantId, now }))
}

/** The keys of a tenant, oldest first. */
export function listTenantKeys(scope: TenantScope) {
  return read(scope, (reader) =>
    reader.select().from(tenantKeys).where(eq(tenantKeys.tenantId, scope.tenantId)).orderBy(tenantKeys.id),
  )
}
