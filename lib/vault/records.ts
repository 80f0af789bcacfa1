import { and, eq, inArray } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { presentVaultDocument, type VaultRow } from './present.ts'
import type { VaultRecord } from './schema.ts'

/** The API representations of vault documents; each is void if its process was declared void. */
export async function toVaultRecords(reader: Reader, ctx: Ctx, rows: VaultRow[]): Promise<VaultRecord[]> {
  if (rows.length === 0) return []
  const processIds = [...new Set(rows.map(({ processId }) => processId))]
  const { id, name, voidedAt, voidReason } = processes
  const sources = await reader
    .select({ id, name, voidedAt, voidReason })
    .from(processes)
    .where(and(eq(processes.tenantId, ctx.tenantId), inArray(processes.id, processIds)))
  const sourceById = new Map(sources.map((source) => [source.id, source]))
  return rows.map((row) => presentVaultDocument(row, sourceById.get(row.processId), ctx.now))
}

/** The API representation of one vault document. */
export async function toVaultRecord(reader: Reader, ctx: Ctx, row: VaultRow): Promise<VaultRecord> {
  const [record] = await toVaultRecords(reader, ctx, [row])
  return record!
}
