import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'

/** The origins whose pages may show pages of the tenant in a frame. */
export async function findEmbedOrigins(reader: Reader, tenantId: number): Promise<string[]> {
  const [tenant] = await reader
    .select({ origins: tenants.embedOrigins })
    .from(tenants)
    .where(eq(tenants.id, tenantId))
  return tenant!.origins
}
