import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { closeDatabase, connect } from '#db/client'
import { migrateDatabase } from '#db/migrate'
import { closePresence } from '#db/presence'
import { closeSender } from '#lib/jobs/boss'
import { withDatabase } from './database-url.ts'

// Every test file has its own database, data folder and configuration, created before its imports run.
const server = inject('testServerUrl')
const name = `test_${randomBytes(6).toString('hex')}`
const dataDir = await mkdtemp(join(tmpdir(), 'paraph-data-'))

process.env.APP_SECRET = inject('testSecret')
process.env.DATA_DIR = dataDir
process.env.DATABASE_URL = withDatabase(server, name)
process.env.LOG_LEVEL ??= 'silent'
await asOwner(`create database ${name} template ${inject('testTemplate')}`)
// The copy has the tables and policies already; this creates the application role, which each database has of its own.
await migrateDatabase(process.env.DATABASE_URL)

afterAll(async () => {
  await closeSender()
  await closePresence()
  await closeDatabase()
  await asOwner(`drop database ${name} with (force)`)
  await rm(dataDir, { recursive: true, force: true })
})

async function asOwner(statement: string): Promise<void> {
  const client = connect(server, { max: 1 })
  await client.unsafe(statement)
  await client.end()
}
