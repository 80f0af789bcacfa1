import { existsSync } from 'node:fs'
import { connect } from '#db/client'
import { embeddedUrl, startEmbedded } from '#db/embedded'
import { migrateDatabase } from '#db/migrate'
import { type Progress, seedVault } from '#db/seed'
import { env } from '#lib/core/env'
import { AlreadyRunning, acquireLock, readLock, releaseLock } from '../server/lock.mjs'
import { duration, fail, print } from '../server/steps.mjs'

/*
 * npm run seed -- COUNT [TENANT]: fills the vault of a tenant with documents that have no files, to see it large. In
 * the database of DATABASE_URL, or in the embedded one of DATA_DIR, whether the service runs or not. For development.
 */

const MOST = 10_000_000
const usage = `npm run seed -- COUNT [TENANT]
COUNT   how many documents, 1 to ${MOST.toLocaleString('en')}; a million takes two or three minutes
TENANT  the id of the tenant whose vault is filled; without it, the oldest tenant
The database is that of DATABASE_URL, or the embedded one of DATA_DIR.`

const words = process.argv.slice(2)
if (words.includes('--help') || words.includes('-h')) {
  console.log(usage)
  process.exit(0)
}
const [count, rows] = words.map((word) =>
  /^[\d_]+$/.test(word) ? Number(word.replaceAll('_', '')) : Number.NaN,
)
if (words.length === 0 || words.length > 2) fail(`The number of documents is missing.\n\n${usage}`)
if (!count || count > MOST)
  fail(`“${words[0]}” is no number from 1 to ${MOST.toLocaleString('en')}.\n\n${usage}`)
if (Number.isNaN(rows)) fail(`“${words[1]}” is not a tenant id.\n\n${usage}`)

// An unfinished transaction is rolled back; the embedded PostgreSQL ends with this process.
let written = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () =>
    fail(written ? 'Stopped. The documents are there.' : 'Stopped. Nothing was added.'),
  )

const { databaseUrl, dataDir } = env()
const database = await open()
const owner = connect(database.url, { max: 1 })
let failure: unknown
try {
  await seed()
} catch (error) {
  failure = error
} finally {
  await owner.end({ timeout: 5 })
  await database.close()
}
if (failure) fail(failure instanceof Error ? failure.message : String(failure))

async function seed(): Promise<void> {
  const tenant = await chosenTenant()
  const [began, steps] = [performance.now(), teller()]
  console.log(
    `\n${number(count!)} documents for the vault of “${tenant.name}” (tenant ${tenant.id}), in ${database.name}`,
  )
  console.log('  Lists of the vault may be slow until this is done. Ctrl-C leaves everything as it was.')
  await seedVault(owner, Number(tenant.id), count!, new Date(), steps.tell)
  steps.end('gathered')
  const [now] = await owner<{ count: string }[]>`
    select count(*) from vault_documents where tenant_id = ${tenant.id}`
  console.log(
    `\nDone in ${duration(performance.now() - began)}. The vault holds ${number(Number(now!.count))} documents.\n`,
  )
}

/** One line for each thing that is done, once it is; on a terminal the line of the rows counts up. */
function teller(): { tell(progress: Progress): void; end(said: string): void } {
  let [from, doing] = [performance.now(), 'rows' as Progress['step']]
  const names = { rows: 'documents', search: 'search index', statistics: 'statistics' }
  const end = (progress: string) => {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
    print(names[doing], progress, performance.now() - from)
    from = performance.now()
  }
  const report = (progress: Progress) => {
    if (progress.step === 'rows') {
      const percent = Math.floor((progress.done / count!) * 100)
      const line = `  ${names.rows.padEnd(14)}${number(progress.done)} of ${number(count!)} (${percent} %)`
      if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
      else console.log(line)
      return
    }
    end(doing === 'rows' ? 'written' : 'rebuilt')
    doing = progress.step
    written = doing === 'statistics'
  }
  return { tell: report, end }
}

async function chosenTenant(): Promise<{ id: string; name: string }> {
  const tenants = await owner<
    { id: string; name: string }[]
  >`select id, name from tenants order by id limit 20`
  if (tenants.length === 0) throw new Error('There are no tenants yet: run `npm start`, sign up, then seed.')
  if (rows === undefined) return tenants[0]!
  const [tenant] = await owner<
    { id: string; name: string }[]
  >`select id, name from tenants where id = ${rows}`
  const known = tenants.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  if (!tenant) throw new Error(`There is no tenant ${rows}. There are:\n${known}`)
  return tenant
}

/** The database as it runs, or started for as long as the seeding takes. */
async function open(): Promise<{ url: string; name: string; close: () => Promise<void> }> {
  if (databaseUrl) {
    const reason = await unreachable(databaseUrl)
    if (reason) fail(`The database of DATABASE_URL does not respond: ${reason}`)
    return { url: databaseUrl, name: 'the database of DATABASE_URL', close: async () => {} }
  }
  if (!existsSync(`${dataDir}/postgres`))
    fail(`There is no database in ${dataDir} (DATA_DIR) yet: run \`npm start\`, sign up, then seed.`)
  const name = `the embedded PostgreSQL of ${dataDir}`
  if (readLock(dataDir) && !(await unreachable(embeddedUrl(dataDir))))
    return { url: embeddedUrl(dataDir), name, close: async () => {} }
  await acquireLock(dataDir).catch((error) =>
    fail(error instanceof AlreadyRunning ? error.message : error.stack),
  )
  process.on('exit', () => releaseLock(dataDir))
  const server = await startEmbedded({ dataDir })
  await migrateDatabase(server.url)
  return { url: server.url, name, close: () => server.stop() }
}

async function unreachable(url: string): Promise<string | null> {
  const client = connect(url, { max: 1, connect_timeout: 3 })
  const answer = client`select 1`.then(
    () => null,
    (error: Error) => error.message || String(error),
  )
  return answer.finally(() => client.end({ timeout: 1 }))
}

function number(of: number): string {
  return of.toLocaleString('en')
}
