/**
 * `npm run rolling [-- ROUNDS]`: two web and two worker processes on an external PostgreSQL and an S3 server; each in
 * turn is stopped and started again while processes are signed and sealed. No request may fail.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, type Part } from './cluster.ts'
import { Load, verifyAll } from './load.ts'

const LOOPS = 4
const PAUSE_MILLISECONDS = 2000

const rounds = Number(process.argv[2] ?? 3)
const cluster = await Cluster.start()
const rows: Record<string, string | number | null>[] = []
try {
  const load = await Load.start(cluster.url, LOOPS)
  for (let round = 1; round <= rounds; round++) {
    for (const part of cluster.parts) rows.push(await restart(part, load))
  }
  await load.stop()
  console.table(rows)
  for (const { reason } of load.failures) console.log(`Failed: ${reason}`)
  console.log(`${load.failures.length} requests failed, ${cluster.balancer.cut} of them cut in flight`)
  const wrong = await verifyAll(load.signings)
  process.exitCode = wrong > 0 || load.failures.length > cluster.balancer.cut ? 1 : 0
} finally {
  await cluster.stop()
}
process.exit()

async function restart(part: Part, load: Load): Promise<(typeof rows)[number]> {
  await sleep(PAUSE_MILLISECONDS)
  const completed = () => load.signings.filter(({ completedAt }) => completedAt !== null).length
  const [before, failed, start] = [completed(), load.failures.length, Date.now()]
  const status = await part.stop()
  const stopped = Date.now()
  await part.start()
  return {
    restarted: part.name,
    'exit status': status,
    'stopped after (s)': (stopped - start) / 1000,
    'started after (s)': (Date.now() - stopped) / 1000,
    'processes completed meanwhile': completed() - before,
    'requests failed': load.failures.length - failed,
  }
}
