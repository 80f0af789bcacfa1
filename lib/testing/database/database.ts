import { randomBytes } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { closeDatabase, connect } from '#db/connection/client'
import { closePresenceSession } from '#db/connection/presence'
import { migrateDatabase } from '#db/migrate'
import { closeSender } from '#lib/jobs/boss'
import { withDatabase } from './database-url.ts'

// Every test file has its own database, created before its imports run.
const server = inject('testServerUrl')
const name = `test_${randomBytes(6).toString('hex')}`
process.env.DATABASE_URL = withDatabase(server, name)
await asOwner(`create database ${name} template ${inject('testTemplate')}`)
// The copy has the tables and policies already. The migration creates the application role of this database.
await migrateDatabase(process.env.DATABASE_URL)

afterAll(async () => {
  await closeSender()
  await closePresenceSession()
  await closeDatabase()
  await asOwner(`drop database ${name} with (force)`)
})

async function asOwner(statement: string): Promise<void> {
  const client = connect(server, { max: 1 })
  await client.unsafe(statement)
  await client.end()
}
