import { parseArgs } from 'node:util'
import type postgres from 'postgres'
import { fail } from '../server/steps.mjs'

/*
 * npm run scale -- COUNT FOLDER: a database of its own in FOLDER, with COUNT vault documents of many tenants; measures
 * what their lists, searches and maintenance take.
 */

const usage = `npm run scale -- COUNT FOLDER [--tenants 1000] [--seeded]
COUNT   how many vault documents, at least 100,000; some gigabytes of disk a million
FOLDER  of the database, which is made there and not removed; with --seeded it is there already`

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    tenants: { type: 'string', default: '1000' },
    seeded: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
})
if (options.help) {
  console.log(usage)
  process.exit(0)
}
const [count, tenantCount] = [Number(positionals[0]?.replaceAll('_', '')), Number(options.tenants)]
const folder = positionals[1]
if (!folder || !(count >= 100_000) || !(tenantCount >= 10)) fail(usage)

process.env.DATA_DIR = folder
process.env.LOG_LEVEL = 'error'
const { startEmbedded } = await import('#db/embedded/embedded')
const server = await startEmbedded({ dataDir: folder })
process.env.DATABASE_URL = server.url
const { closeDatabase, connect } = await import('#db/connection/client')
const { closeSender } = await import('#lib/jobs/boss')
const owners = [connect(server.url), connect(server.url)]
const [owner] = owners as [postgres.Sql]
try {
  const { seedVaults } = await import('#lib/testing/database/seed')
  const { migrateDatabase } = await import('#db/migrate')
  const { installJobs } = await import('#lib/jobs/install')
  const { measure } = await import('./bench/vault.ts')
  const { makeTenant } = await import('#lib/testing/users/tenant')
  await owner`alter system set max_wal_size = '8GB'`
  await owner`select pg_reload_conf()`
  await migrateDatabase(server.url, installJobs)
  if (!options.seeded) {
    const ids: number[] = []
    for (let n = 0; n < tenantCount; n++) ids.push((await makeTenant()).tenantId)
    let stepAt = performance.now()
    await seedVaults(owners, ids, count, new Date(), (step) => {
      print(`made: ${step}`, `${((performance.now() - stepAt) / 1000).toFixed(1)} s`)
      stepAt = performance.now()
    })
  }
  await measure(owner, print)
} finally {
  for (const client of owners) await client.end({ timeout: 5 })
  await closeSender()
  await closeDatabase()
  await server.stop()
}

/** Prints what was measured. */
function print(what: string, ...figures: string[]): void {
  console.log(`${what.padEnd(44)}${figures.map((figure) => figure.padStart(12)).join('')}`)
}
