import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { type ArchiveRow, findArchive } from './link.ts'
import type { ArchiveRecord } from './schema.ts'

/** The address that gets copies of the tenant's emails about completed processes. */
export async function getArchive(ctx: Ctx): Promise<ArchiveRecord> {
  authorize(ctx, 'tenant.read')
  return read(ctx, async (reader) => presentArchive(await findArchive(reader, ctx)))
}

export function presentArchive(row: ArchiveRow | null): ArchiveRecord {
  return { email: row?.email ?? null, confirmed_at: row?.confirmedAt?.toISOString() ?? null }
}
