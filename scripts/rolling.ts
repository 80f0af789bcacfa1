/**
 * `npm run rolling [-- ROUNDS]`: two web and two worker processes on an external PostgreSQL and an S3 server; each in
 * turn is stopped and started again while processes are signed and sealed. No request may fail.
 *
 * `npm run rolling -- --from COMMIT`: web and worker of another version; those of this one migrate the database, run
 * beside them in every combination, and replace them, while processes are signed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { checkOut } from './checkout.ts'
import { Cluster, type ServiceProcess } from './cluster.ts'
import { Load, verifyAll } from './load.ts'

const LOOPS = 4
const PAUSE_MILLISECONDS = 2000
/** How many processes are completed in each phase of an upgrade. */
const PHASE_PROCESSES = Number(process.env.ROLLING_PROCESSES ?? 20)

const [first = '3', commit] = process.argv.slice(2)
const isUpgrade = first === '--from'
const cluster = await Cluster.start(isUpgrade ? { A: checkOut(commit ?? '') } : { A: '.', B: '.' })
const rows: Record<string, string | number | null>[] = []
try {
  const pageLoad = await Load.start(cluster.url, LOOPS)
  if (isUpgrade) await upgrade(pageLoad)
  else
    for (let round = 1; round <= Number(first); round++)
      for (const serviceProcess of cluster.processes) rows.push(await restart(serviceProcess, pageLoad))
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

function countCompleted(pageLoad: Load): number {
  return pageLoad.signings.filter(({ completedAt }) => completedAt !== null).length
}

async function restart(serviceProcess: ServiceProcess, pageLoad: Load): Promise<(typeof rows)[number]> {
  await sleep(PAUSE_MILLISECONDS)
  const [completedBefore, failuresBefore, start] = [
    countCompleted(pageLoad),
    pageLoad.failures.length,
    Date.now(),
  ]
  const status = await serviceProcess.stop()
  const stopped = Date.now()
  await serviceProcess.start()
  return {
    restarted: serviceProcess.name,
    'exit status': status,
    'stopped after (s)': (stopped - start) / 1000,
    'started after (s)': (Date.now() - stopped) / 1000,
    'processes completed meanwhile': countCompleted(pageLoad) - completedBefore,
    'requests failed': pageLoad.failures.length - failuresBefore,
  }
}

/** Both versions side by side, then each with one kind of process, each restarted once beside the other. */
async function upgrade(pageLoad: Load): Promise<void> {
  const find = (name: string) => cluster.processes.find((serviceProcess) => serviceProcess.name === name)!
  const phase = async (name: string, work: () => Promise<unknown>) => {
    const [completed, failures, start] = [countCompleted(pageLoad), pageLoad.failures.length, Date.now()]
    await work()
    const target = countCompleted(pageLoad) + PHASE_PROCESSES
    while (countCompleted(pageLoad) < target) await sleep(100)
    rows.push({
      phase: name,
      'took (s)': (Date.now() - start) / 1000,
      'processes completed': countCompleted(pageLoad) - completed,
      'requests failed': pageLoad.failures.length - failures,
    })
  }
  const swap = (stopped: string[], started: string[]) => async () => {
    for (const name of started) await find(name).start()
    for (const name of stopped) await find(name).stop()
  }
  await phase('the old version', async () => {})
  await phase('the new one migrates and runs beside it', () => cluster.add('B', '.'))
  await phase('new web, old worker', swap(['web A', 'worker B'], []))
  await phase('old web, new worker', swap(['web B', 'worker A'], ['web A', 'worker B']))
  await phase('the new version', swap(['web A'], ['web B']))
}
