import { and, eq, sql } from 'drizzle-orm'
import { constantSql, rowMaker } from '#db/lists/rows'
import { processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { presentVaultDocument, type VaultRow } from './present.ts'
import type { VaultRecord } from './schema.ts'

const { name, voidedAt, voidReason } = processes
const sourceColumns = { name, voidedAt, voidReason }
const toSource = rowMaker(sourceColumns)

/** The process of each row of the vault, as one column of a statement. */
export const sourceSql = constantSql(sql`(
  select json_build_array(${name}, ${voidedAt}, ${voidReason}) from ${processes}
  where ${processes.tenantId} = ${vaultDocuments.tenantId} and ${processes.id} = ${vaultDocuments.processId})`)

/** The API representations of rows with their `sourceSql`: a document is void if its process was declared void. */
export function toVaultRecords({ now }: Ctx, rows: VaultRow[], sources: unknown[]): VaultRecord[] {
  return rows.map((row, index) => {
    const values = sources[index] as unknown[] | null
    return presentVaultDocument(row, values ? toSource(values) : undefined, now)
  })
}

/** The API representation of one vault document. */
export async function toVaultRecord(reader: Reader, ctx: Ctx, row: VaultRow): Promise<VaultRecord> {
  const [source] = await reader
    .select(sourceColumns)
    .from(processes)
    .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.id, row.processId)))
  return presentVaultDocument(row, source, ctx.now)
}
