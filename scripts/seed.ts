/**
 * `npm run seed -- COUNT [TENANT]`: fills the vault of a tenant (the oldest, unless its id is given) with COUNT documents
 * without files, in the database of DATABASE_URL or the embedded one of DATA_DIR, running or not. For development.
 */
import { connect } from '#db/client'
import { embeddedUrl, startEmbedded } from '#db/embedded'
import { migrateDatabase } from '#db/migrate'
import { seedVault } from '#db/seed'
import { env } from '#lib/core/env'

const [count, wanted] = process.argv.slice(2).map(Number)
if (!Number.isInteger(count) || count! < 1) throw new Error('Say how many: npm run seed -- 1000000')
const { databaseUrl, dataDir } = env()
const running = databaseUrl ?? embeddedUrl(dataDir)
const server = databaseUrl || (await answers(running)) ? null : await startEmbedded({ dataDir })
const ownerUrl = server?.url ?? running
if (server) await migrateDatabase(ownerUrl)
const owner = connect(ownerUrl, { max: 1 })
try {
  const tenants = await owner<{ id: string; name: string }[]>`select id, name from tenants order by id`
  const tenant = wanted ? tenants.find(({ id }) => Number(id) === wanted) : tenants[0]
  if (!tenant) throw new Error('There is no such tenant yet: sign up first.')
  const start = performance.now()
  await seedVault(owner, Number(tenant.id), count!, new Date())
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${count} documents are in the vault of ${tenant.name} (${tenant.id}), after ${seconds} s.`)
} finally {
  await owner.end()
  await server?.stop()
}

async function answers(url: string): Promise<boolean> {
  const client = connect(url, { max: 1, connect_timeout: 2 })
  return client`select 1`
    .then(
      () => true,
      () => false,
    )
    .finally(() => client.end({ timeout: 1 }))
}
