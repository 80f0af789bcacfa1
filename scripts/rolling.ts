/**
 * `npm run rolling [-- ROUNDS]`: two web and two worker processes on an external PostgreSQL and an S3 server; each in
 * turn is stopped and started again while processes are signed and sealed. No request may fail.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster, type ServiceProcess } from './cluster.ts'
import { Load, verifyAll } from './load.ts'

const LOOPS = 4
const PAUSE_MILLISECONDS = 2000

const rounds = Number(process.argv[2] ?? 3)
const cluster = await Cluster.start()
const rows: Record<string, string | number | null>[] = []
try {
  const pageLoad = await Load.start(cluster.url, LOOPS)
  for (let round = 1; round <= rounds; round++) {
    for (const serviceProcess of cluster.processes) rows.push(await restart(serviceProcess, pageLoad))
  }
  await pageLoad.stop()
  console.table(rows)
  for (const { reason } of pageLoad.failures) console.log(`Failed: ${reason}`)
  console.log(
    `${pageLoad.failures.length} requests failed, ${cluster.balancer.interrupted} of them cut in flight`,
  )
  const errorCount = await verifyAll(pageLoad.signings)
  process.exitCode = errorCount > 0 || pageLoad.failures.length > cluster.balancer.interrupted ? 1 : 0
} finally {
  await cluster.stop()
}
process.exit()

async function restart(serviceProcess: ServiceProcess, pageLoad: Load): Promise<(typeof rows)[number]> {
  await sleep(PAUSE_MILLISECONDS)
  const completed = () => pageLoad.signings.filter(({ completedAt }) => completedAt !== null).length
  const [completedBefore, failuresBefore, start] = [completed(), pageLoad.failures.length, Date.now()]
  const status = await serviceProcess.stop()
  const stopped = Date.now()
  await serviceProcess.start()
  return {
    restarted: serviceProcess.name,
    'exit status': status,
    'stopped after (s)': (stopped - start) / 1000,
    'started after (s)': (Date.now() - stopped) / 1000,
    'processes completed meanwhile': completed() - completedBefore,
    'requests failed': pageLoad.failures.length - failuresBefore,
  }
}
