import type { Sql, TransactionSql } from 'postgres'

/*
 * All rows of one tenant, read and deleted by the owner of the tables: the command line of an operator connects as it.
 * The application's role can do neither.
 */

const ROWS_PER_READ = 500

/** Every table with rows of tenants, `tenants` last: before each table come those that refer to it. */
async function listTenantTables(owner: Sql | TransactionSql): Promise<string[]> {
  const tables = await owner<{ name: string }[]>`
    select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and exists (
        select from pg_attribute where attrelid = c.oid and attname = 'tenant_id' and not attisdropped)
    order by 1`
  const references = await owner<Reference[]>`
    select child.relname as child, parent.relname as parent, confdeltype = 'a' as "isStrict" from pg_constraint
      join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`
  return [
    ...sortByReferences(
      tables.map(({ name }) => name),
      references,
    ),
    'tenants',
  ]
}

interface Reference {
  child: string
  parent: string
  /** The parent's row cannot be deleted before. */
  isStrict: boolean
}

function sortByReferences(tables: string[], references: Reference[]): string[] {
  const sorted: string[] = []
  for (let rest = tables; rest.length > 0; ) {
    const isFree = (table: string, those: Reference[]) =>
      !those.some(({ child, parent }) => parent === table && rest.includes(child))
    const free = rest.filter((table) => isFree(table, references))
    // Two tables may refer to each other where one of the references is emptied or deletes the row.
    const strict = references.filter(({ isStrict }) => isStrict)
    const next = free.length > 0 ? free : rest.filter((table) => isFree(table, strict)).slice(0, 1)
    if (next.length === 0) throw new Error(`No order to delete the rows of ${rest.join(', ')}.`)
    sorted.push(...next)
    rest = rest.filter((table) => !next.includes(table))
  }
  return sorted
}

/** The rows of a tenant in a table, each as JSON on a line of its own, without the columns `omitted`. */
export async function* readRowsAsJson(
  owner: Sql | TransactionSql,
  table: string,
  tenantId: number,
  omitted: string[],
): AsyncGenerator<string> {
  const key = table === 'tenants' ? 'id' : 'tenant_id'
  const rows = owner<{ line: string }[]>`
    select (to_jsonb(t) - ${omitted}::text[])::text as line from ${owner(table)} t where t.${owner(key)} = ${tenantId}`
  for await (const batch of rows.cursor(ROWS_PER_READ)) yield `${batch.map(({ line }) => line).join('\n')}\n`
}

/**
 * Deletes all rows of a tenant, as a part of the transaction. @returns how many rows, by table
 */
export async function deleteTenantRows(
  owner: TransactionSql,
  tenantId: number,
): Promise<Record<string, number>> {
  // Events are append-only but for this.
  await owner`select set_config('app.deleted_tenant', ${String(tenantId)}, true)`
  const tables = await listTenantTables(owner)
  const counts: Record<string, number> = {}
  // Triggers add counters while rows are deleted: again, until nothing is left.
  for (let deleted = 1; deleted > 0; ) {
    deleted = 0
    for (const table of tables.slice(0, -1)) {
      const { count } = await owner`delete from ${owner(table)} where tenant_id = ${tenantId}`
      deleted += count
      counts[table] ??= count
    }
  }
  await owner`delete from tenants where id = ${tenantId}`
  return counts
}

/** Waits until all transactions that were open when this one began have ended, at most `seconds`. */
export async function waitForOlderTransactions(owner: Sql, seconds: number): Promise<void> {
  const [row] = await owner<{ id: string }[]>`select pg_snapshot_xmax(pg_current_snapshot())::text as id`
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    const [state] = await owner<{ isOver: boolean }[]>`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${row!.id}::xid8 as "isOver"`
    if (state!.isOver) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
