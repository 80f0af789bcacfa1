import { existsSync } from 'node:fs'
import { connect } from '#db/connection/client'
import { embeddedUrl, startEmbedded } from '#db/embedded/embedded'
import { migrateDatabase } from '#db/migrate'
import { env } from '#lib/core/env'
import { type Progress, seedVault } from '#lib/testing/database/seed'
import { AlreadyRunning, acquireLock, readLock, releaseLock } from '../server/lock.mjs'
import { duration, fail, print } from '../server/steps.mjs'

/*
 * npm run seed -- COUNT [TENANT]: for development, fills the vault of a tenant with documents without files, in the
 * database of DATABASE_URL or in the embedded one of DATA_DIR, whether the service runs or not.
 */

const MAX_COUNT = 10_000_000
const usage = `npm run seed -- COUNT [TENANT]
COUNT   how many documents, 1 to ${MAX_COUNT.toLocaleString('en')}; a million takes two or three minutes
TENANT  the id of the tenant whose vault is filled; without it, the oldest tenant
The database is that of DATABASE_URL, or the embedded one of DATA_DIR.`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(usage)
  process.exit(0)
}
const [count, tenantId] = args.map((argument) =>
  /^[\d_]+$/.test(argument) ? Number(argument.replaceAll('_', '')) : Number.NaN,
)
if (args.length === 0 || args.length > 2) fail(`The number of documents is missing.\n\n${usage}`)
if (!count || count > MAX_COUNT)
  fail(`“${args[0]}” is no number from 1 to ${MAX_COUNT.toLocaleString('en')}.\n\n${usage}`)
if (Number.isNaN(tenantId)) fail(`“${args[1]}” is not a tenant id.\n\n${usage}`)

// An unfinished transaction is rolled back; the embedded PostgreSQL ends with this process.
let isCommitted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () =>
    fail(isCommitted ? 'Stopped. The documents are there.' : 'Stopped. Nothing was added.'),
  )

const { databaseUrl, dataDir } = env()
const database = await openDatabase()
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
  const tenant = await findTenant()
  const [startedAt, reporter] = [performance.now(), progressReporter()]
  console.log(
    `\n${formatNumber(count!)} documents for the vault of “${tenant.name}” (tenant ${tenant.id}), in ${database.name}`,
  )
  console.log('  Lists of the vault may be slow until this is done. Ctrl-C leaves everything as it was.')
  await seedVault(owner, Number(tenant.id), count!, new Date(), reporter.report)
  reporter.endStep('gathered')
  const [vault] = await owner<{ count: string }[]>`
    select count(*) from vault_documents where tenant_id = ${tenant.id}`
  console.log(
    `\nDone in ${duration(performance.now() - startedAt)}. The vault holds ${formatNumber(Number(vault!.count))} documents.\n`,
  )
}

/** Prints a line for each completed step; on a terminal, also the progress of the step `rows`. */
function progressReporter(): { report(progress: Progress): void; endStep(outcome: string): void } {
  let [stepStartedAt, currentStep] = [performance.now(), 'rows' as Progress['step']]
  const names = { rows: 'documents', search: 'search index', statistics: 'statistics' }
  const endStep = (outcome: string) => {
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K')
    print(names[currentStep], outcome, performance.now() - stepStartedAt)
    stepStartedAt = performance.now()
  }
  const report = (progress: Progress) => {
    if (progress.step === 'rows') {
      const percent = Math.floor((progress.done / count!) * 100)
      const line = `  ${names.rows.padEnd(14)}${formatNumber(progress.done)} of ${formatNumber(count!)} (${percent} %)`
      if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${line}`)
      else console.log(line)
      return
    }
    endStep(currentStep === 'rows' ? 'written' : 'rebuilt')
    currentStep = progress.step
    isCommitted = currentStep === 'statistics'
  }
  return { report, endStep }
}

async function findTenant(): Promise<{ id: string; name: string }> {
  const tenants = await owner<
    { id: string; name: string }[]
  >`select id, name from tenants order by id limit 20`
  if (tenants.length === 0) throw new Error('There are no tenants yet: run `npm start`, sign up, then seed.')
  if (tenantId === undefined) return tenants[0]!
  const [tenant] = await owner<
    { id: string; name: string }[]
  >`select id, name from tenants where id = ${tenantId}`
  const tenantList = tenants.map(({ id, name }) => `  ${id}  ${name}`).join('\n')
  if (!tenant) throw new Error(`There is no tenant ${tenantId}. There are:\n${tenantList}`)
  return tenant
}

/** Connects to the running database, or starts the embedded one until `close`. */
async function openDatabase(): Promise<{ url: string; name: string; close: () => Promise<void> }> {
  if (databaseUrl) {
    const reason = await connectionError(databaseUrl)
    if (reason) fail(`The database of DATABASE_URL does not respond: ${reason}`)
    return { url: databaseUrl, name: 'the database of DATABASE_URL', close: async () => {} }
  }
  if (!existsSync(`${dataDir}/postgres`))
    fail(`There is no database in ${dataDir} (DATA_DIR) yet: run \`npm start\`, sign up, then seed.`)
  const name = `the embedded PostgreSQL of ${dataDir}`
  if (readLock(dataDir) && !(await connectionError(embeddedUrl(dataDir))))
    return { url: embeddedUrl(dataDir), name, close: async () => {} }
  await acquireLock(dataDir).catch((error) =>
    fail(error instanceof AlreadyRunning ? error.message : error.stack),
  )
  process.on('exit', () => releaseLock(dataDir))
  const server = await startEmbedded({ dataDir })
  await migrateDatabase(server.url)
  return { url: server.url, name, close: () => server.stop() }
}

async function connectionError(url: string): Promise<string | null> {
  const client = connect(url, { max: 1, connect_timeout: 3 })
  const result = client`select 1`.then(
    () => null,
    (error: Error) => error.message || String(error),
  )
  return result.finally(() => client.end({ timeout: 1 }))
}

function formatNumber(value: number): string {
  return value.toLocaleString('en')
}
