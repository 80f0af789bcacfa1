/**
 * `npm run chaos -- SEED [LAST]`: several faults at random times, some at once, while processes of two signers are
 * under way, with files in an object storage, emails and time stamps. Prints the schedule first; the same seed makes the
 * same one. With LAST, one run for each seed up to it. The exit code is 1 when a process is not whole.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { clockBackward, clockForward } from './faults/clocks.ts'
import type { Fault } from './faults/fault.ts'
import { mailDeferred, mailHanging, mailSlow } from './faults/mail.ts'
import { backendKilled, workerKilled } from './faults/memory.ts'
import { databaseKilled, databasePaused, webKilled, webPaused, workerPaused } from './faults/processes.ts'
import { type Injection, makeSchedule } from './faults/schedule.ts'
import { Site } from './faults/site.ts'
import { storageFailing, storageSlow } from './faults/storage.ts'
import { stamperDown } from './faults/time-stamps.ts'
import { judge, type Outcome } from './faults/try-fault.ts'

/** A seed takes others of them when one is added. */
const faults: Record<string, Fault> = {
  'web-killed': webKilled,
  'worker-killed': workerKilled,
  'database-killed': databaseKilled,
  'backend-killed': backendKilled,
  'web-paused': webPaused,
  'worker-paused': workerPaused,
  'database-paused': databasePaused,
  'storage-failing': storageFailing,
  'storage-slow': storageSlow,
  'clock-forward': clockForward,
  'clock-backward': clockBackward,
  'mail-deferred': mailDeferred,
  'mail-hanging': mailHanging,
  'mail-slow': mailSlow,
  'stamper-down': stamperDown,
}

const first = Number(process.argv[2])
const last = Number(process.argv[3] ?? first)
if (!Number.isInteger(first) || !Number.isInteger(last)) {
  console.error('Which seed? npm run chaos -- SEED [LAST]')
  process.exit(2)
}

const outcomes: Outcome[] = []
for (let seed = first; seed <= last; seed++) {
  const schedule = makeSchedule(seed, Object.keys(faults))
  console.log(`Seed ${seed}`)
  console.table(schedule)
  outcomes.push(await run(`seed ${seed}`, schedule))
  console.log(JSON.stringify(outcomes.at(-1), null, 2))
}
console.table(
  outcomes.map(({ title, begun, whole, failedFor, wellAfter }) => ({
    title,
    'processes whole': `${whole} of ${begun}`,
    'requests fail for (s)': failedFor,
    'all well after (s)': wellAfter,
  })),
)
process.exit(outcomes.some(({ errors }) => errors.length > 0) ? 1 : 0)

async function run(title: string, schedule: Injection[]): Promise<Outcome> {
  const site = await Site.make()
  try {
    for (const fault of Object.values(faults)) await fault.prepare?.(site)
    await site.start()
    return await judge(site, { title, check: mailDeferred.check }, async () => {
      await Promise.all(schedule.map((injection) => inject(site, injection)))
    })
  } finally {
    await site.stop()
  }
}

async function inject(site: Site, { name, at, seconds }: Injection): Promise<void> {
  const fault = faults[name]!
  await sleep(at * 1000)
  await fault.inject(site)
  await sleep(seconds * 1000)
  await fault.heal?.(site)
}
