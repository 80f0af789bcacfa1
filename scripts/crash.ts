/**
 * `npm run crash [-- KILLS]`: while processes are signed and sealed, kills in turn the backend of a database
 * connection, PostgreSQL, the worker, the web process and the whole service. No signature may be lost or doubled, and
 * the sweep must be able to delete every file that no record refers to.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedUrl } from '#db/embedded/embedded'
import { loadInstallationKey } from '#db/installation-key'
import { documentReferences } from '#lib/document-references'
import { sweepFiles } from '#lib/documents/sweep'
import { Client } from './client.ts'
import { Load, verifyAll } from './load.ts'
import { asSuperuser, countFiles } from './orphans.ts'
import { Service } from './service.ts'

const LOOPS = 4
const RECOVERY_TIMEOUT_SECONDS = 120
/** The service counts as recovered after this number of successful probes in a row. */
const SUCCESSES_NEEDED = 10
/**
 * The pause before each kill. With the recoveries in between, the same process is killed at most every half minute; the
 * supervisor would delay the restart of a process that ended sooner.
 */
const PAUSE_MILLISECONDS = 2000

type Row = { kind: string; interrupted: number; requestsSeconds: number; completedSeconds: number }

const kills = Number(process.argv[2] ?? 60)
const service = await Service.start()
const killers: Record<string, () => Promise<unknown>> = {
  'a backend': terminateBackend,
  PostgreSQL: async () => process.kill(postmaster(), 'SIGKILL'),
  'the worker': async () => service.kill('server/worker.'),
  'the web process': async () => service.kill('server/web.'),
  'the whole tree': async () => service.kill(),
}

try {
  const probe = await Client.signUp(service.url)
  const pageLoad = await Load.start(service.url, LOOPS)
  const rows: Row[] = []
  for (let number = 0; number < kills; number++) {
    const kind = Object.keys(killers)[number % Object.keys(killers).length]!
    rows.push(await killOnce(kind, pageLoad, probe))
    console.log(JSON.stringify(rows.at(-1)))
  }
  await pageLoad.stop()
  // Only set now: a service started with DATABASE_URL would take its own database for an external one.
  Object.assign(process.env, { DATA_DIR: service.dataDir, DATABASE_URL: embeddedUrl(service.dataDir) })
  console.table(Object.keys(killers).map((kind) => summary(kind, rows)))
  const reasons = Object.entries(Object.groupBy(pageLoad.failures, ({ reason }) => reason))
  console.table(reasons.map(([reason, failures]) => ({ 'requests that failed': failures?.length, reason })))
  const errorCount = await verifyAll(pageLoad.signings)
  process.exitCode = errorCount > 0 || (await orphansAfterSweep()) > 0 ? 1 : 0
} finally {
  await service.stop()
}
process.exit()

async function killOnce(kind: string, pageLoad: Load, probe: Client): Promise<Row> {
  await sleep(PAUSE_MILLISECONDS + Math.random() * 1000)
  while (pageLoad.unfinished().length === 0) await sleep(1)
  const interrupted = pageLoad.unfinished()
  await killers[kind]!()
  const start = Date.now()
  if (kind === 'the whole tree') await service.start()
  const recoveredAt = await recoveryTime(probe)
  const deadline = start + RECOVERY_TIMEOUT_SECONDS * 1000
  while (interrupted.some(({ completedAt }) => completedAt === null) && Date.now() < deadline) await sleep(20)
  const last = Math.max(...interrupted.map(({ completedAt }) => completedAt ?? Number.POSITIVE_INFINITY))
  return {
    kind,
    interrupted: interrupted.length,
    requestsSeconds: (recoveredAt - start) / 1000,
    completedSeconds: (last - start) / 1000,
  }
}

/** The time of the first of SUCCESSES_NEEDED successful probes in a row; Infinity if the service does not recover. */
async function recoveryTime(probe: Client): Promise<number> {
  let firstAt = Number.POSITIVE_INFINITY
  const deadline = Date.now() + RECOVERY_TIMEOUT_SECONDS * 1000
  for (let succeeded = 0; succeeded < SUCCESSES_NEEDED && Date.now() < deadline; await sleep(50)) {
    try {
      const { id } = await probe.createProcess({ name: 'Probe' })
      await probe.getProcess(id)
      if (succeeded++ === 0) firstAt = Date.now()
    } catch {
      succeeded = 0
    }
  }
  return firstAt
}

/** Ends the backend of a connection of the application, if possible one that is in a transaction. */
function terminateBackend(): Promise<unknown> {
  return asSuperuser(
    service.dataDir,
    (sql) => sql`select pg_terminate_backend(pid) from (
      select pid from pg_stat_activity where usename like 'paraph_app%'
      order by state in ('active', 'idle in transaction') desc, random() limit 1) chosen`,
  )
}

function postmaster(): number {
  return Number(readFileSync(join(service.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function orphansAfterSweep(): Promise<number> {
  await loadInstallationKey()
  const before = await countFiles(service.dataDir)
  await sweepFiles(new Date(), documentReferences, { unusedSeconds: 1 })
  const after = await countFiles(service.dataDir)
  console.log(
    `Files that no record names: ${before.orphans} of ${before.files}; after the sweep ${after.orphans} of ${after.files}`,
  )
  return after.orphans
}

function summary(kind: string, rows: Row[]): Record<string, string | number> {
  const ofKind = rows.filter((row) => row.kind === kind)
  const medianAndMax = (values: number[]) => {
    const sorted = values.toSorted((a, b) => a - b)
    return `${sorted[sorted.length >> 1]?.toFixed(1)}, at most ${sorted.at(-1)?.toFixed(1)}`
  }
  return {
    killed: kind,
    times: ofKind.length,
    'processes interrupted': ofKind.reduce((sum, row) => sum + row.interrupted, 0),
    'requests succeed again after (s)': medianAndMax(ofKind.map((row) => row.requestsSeconds)),
    'interrupted processes completed after (s)': medianAndMax(ofKind.map((row) => row.completedSeconds)),
  }
}
