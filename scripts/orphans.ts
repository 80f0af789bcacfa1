/** Counts stored files that no record of the database refers to. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { connect } from '#db/connection/client'
import { embeddedUrl } from '#db/embedded/embedded'

/** Runs `callback` on the database of `npm start` in `dataDir`, as its superuser. */
export async function asSuperuser<T>(
  dataDir: string,
  callback: (sql: ReturnType<typeof connect>) => Promise<T>,
): Promise<T> {
  const sql = connect(embeddedUrl(dataDir), { max: 1 })
  return callback(sql).finally(() => sql.end())
}

/** Counts all stored files, and those that no record refers to. */
export async function countFiles(dataDir: string): Promise<{ files: number; orphans: number }> {
  const names = await readdir(join(dataDir, 'files'), { recursive: true })
  const files = names.filter((name) => /^[0-9a-f]{64}$/.test(basename(name)))
  const referenced = await asSuperuser(dataDir, hashesInRecords)
  return { files: files.length, orphans: files.filter((name) => !referenced.has(tenantAndHash(name))).length }
}

/** `tenant/hash` of every file in a column `…sha256`, and of every image of a signature or of initials. */
async function hashesInRecords(sql: ReturnType<typeof connect>): Promise<Set<string>> {
  const columns = await sql<{ table: string; column: string }[]>`
    select c.table_name as table, c.column_name as column from information_schema.columns c
    join information_schema.columns t on t.table_schema = c.table_schema and t.table_name = c.table_name
    where c.table_schema = 'public' and c.column_name like '%sha256' and t.column_name = 'tenant_id'`
  const referenced = new Set<string>()
  const selects = [
    ...columns.map(({ table, column }) => `select tenant_id, ${column}::text as hash from ${table}`),
    `select tenant_id, signature ->> 'imageSha256' as hash from signers`,
    `select tenant_id, initials ->> 'imageSha256' as hash from signers`,
  ]
  for (const select of selects) {
    for (const { tenant_id, hash } of await sql.unsafe(select)) referenced.add(`${tenant_id}/${hash}`)
  }
  return referenced
}

function tenantAndHash(path: string): string {
  return `${path.split('/')[0]}/${basename(path)}`
}
