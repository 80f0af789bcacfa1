import { eq } from 'drizzle-orm'
import { tenantLogos } from '#db/schema/identity'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'

/** The logo as a PNG; null without one. */
export async function findLogo(
  reader: Pick<Tx, 'select'>,
  { tenantId }: Pick<Ctx, 'tenantId'>,
): Promise<Uint8Array | null> {
  const [row] = await reader
    .select({ png: tenantLogos.png })
    .from(tenantLogos)
    .where(eq(tenantLogos.tenantId, tenantId))
  return row?.png ?? null
}

/** The logo as a data URL. */
export function toLogoUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
}
