import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { connect } from '#db/connection/client'
import { embeddedUrl } from '#db/embedded/embedded'
import { asSuperuser } from '../superuser.ts'
import type { Site } from './site.ts'

/**
 * The stored files that no record refers to and that the service does not remove, where both are in its data folder;
 * prints how many there were before.
 */
export async function findUnusedFiles({ service: { dataDir } }: Pick<Site, 'service'>): Promise<string[]> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: embeddedUrl(dataDir) }
  const before = await listUnused(dataDir)
  execFileSync(process.execPath, ['scripts/faults/sweep.ts'], { env, stdio: 'inherit' })
  const after = await listUnused(dataDir)
  console.log(`Files without a record: ${before.length}, after the sweep ${after.length}`)
  return after.map((name) => `No record names ${name}`)
}

async function listUnused(dataDir: string): Promise<string[]> {
  const names = readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => /^[0-9a-f]{64}$/.test(basename(name)))
  const referenced = await asSuperuser(dataDir, hashesInRecords)
  return files.filter((name) => !referenced.has(tenantAndHash(name)))
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
