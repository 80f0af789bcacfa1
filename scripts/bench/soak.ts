/**
 * Loads a service for BENCH_MINUTES with processes of two signers, uploads, reads of the API and pages of the dashboard, so
 * that BENCH_BUSY percent of the machine's processor time is used, and prints the memory (PSS) of each role over that time
 * and a minute after it.
 */
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, makeLogin } from '../client.ts'
import { Load, verifyAll } from '../load.ts'
import { measureMemory, sumByRole } from '../process-tree.ts'
import { Service } from '../service.ts'
import { signIn } from './sign-in.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 60)
const BUSY_PERCENT = Number(process.env.BENCH_BUSY ?? 70)
/** One waits for its answers, which does not keep two processors busy where others use them too. */
const READERS = 2
/** A process begins in every such interval. */
const PROCESS_MILLISECONDS = 2000
/** Between two looks at whether the reader has to be slower or faster, by so much. */
const CONTROL_MILLISECONDS = 5000
const CONTROL_STEP = 1.2
const PAUSE_MILLISECONDS = { least: 1, most: 2000 }
/** An organisation may upload twice as many in a month. */
const MAX_UPLOADS = 5000

/** Prints a line for each minute, and one for the minute after. */
export async function benchSoak(): Promise<void> {
  if (process.platform !== 'linux') return console.log('Memory is measured on Linux only.')
  const service = await Service.start()
  console.log(`\nMemory in MB (PSS) during ${MINUTES} minutes of load\n`)
  try {
    const load = Load.startSteadily(await Client.signUp(service.url), PROCESS_MILLISECONDS, {
      lookMilliseconds: 500,
      completionSeconds: 180,
      mails: false,
      oneByOne: false,
    })
    const readers = Array.from({ length: READERS }, () => startReader(service.url))
    const readBusy = watchProcessors()
    const sample = (name: string) => {
      const megabytes = sumByRole(service.tree(), (process) => measureMemory(process) / 1e6)
      const memory = Object.entries(megabytes)
        .map(([role, value]) => `${role} ${Math.round(value)}`)
        .join(', ')
      const pages = readers.reduce((sum, reader) => sum + reader.count(), 0)
      const done = `${load.signings.length} processes, ${pages} pages`
      console.log(`${name}: ${Math.round(readBusy())} % busy, ${memory}, ${done}`)
    }
    for (let index = 1; index <= MINUTES; index++) {
      await sleep(60_000)
      sample(`minute ${index}`)
    }
    await Promise.all([load.stop(), ...readers.map((reader) => reader.stop())])
    await sleep(60_000)
    sample('a minute after')
    for (const { reason } of load.failures) console.log(`A process: ${reason}`)
    await verifyAll(load.signings)
  } finally {
    await service.stop()
  }
}

/**
 * A user who uploads files, reads lists and opens pages of the dashboard, until it is stopped: as fast as makes the machine
 * as busy as it is to be.
 */
function startReader(url: string) {
  let isStopping = false
  let pause = 50
  const readBusy = watchProcessors()
  const control = setInterval(() => {
    const { least, most } = PAUSE_MILLISECONDS
    const changed = readBusy() > BUSY_PERCENT ? pause * CONTROL_STEP : pause / CONTROL_STEP
    pause = Math.min(most, Math.max(least, changed))
  }, CONTROL_MILLISECONDS)
  let pages = 0
  const read = async () => {
    while (!isStopping) await readInNewOrganisation()
  }
  const readInNewOrganisation = async () => {
    const { buildPdf } = await import('#lib/pdf/fixtures/build')
    const login = makeLogin()
    const client = await Client.signUp(url, login)
    const cookie = await signIn(url, login)
    for (let uploads = 0; uploads < MAX_UPLOADS && !isStopping; uploads++) {
      const { id } = await client.upload(buildPdf(), 'lease.pdf')
      await client.request('GET /documents/{id}', { path: { id } })
      await client.request('GET /signature-processes', {})
      for (const path of ['/overview', '/documents', '/processes', '/vault', `/documents/${id}`]) {
        const page = await fetch(url + path, { headers: { cookie } })
        if (!page.ok) throw new Error(`${path}: ${page.status}`)
        await page.arrayBuffer()
        pages++
        await sleep(pause)
      }
    }
  }
  const ended = read().finally(() => clearInterval(control))
  const stop = () => {
    isStopping = true
    return ended
  }
  return { count: () => pages, stop }
}

/** @returns a function that says which percentage of processor time was used since its last call */
function watchProcessors(): () => number {
  let before = countTicks()
  return () => {
    const now = countTicks()
    const [used, all] = [now.used - before.used, now.all - before.all]
    before = now
    return (100 * used) / all
  }
}

/** What programs of a lower priority take would be free for others. */
function countTicks() {
  const times = cpus().map(({ times }) => times)
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const all = sum(times.flatMap((part) => Object.values(part)))
  return { all, used: all - sum(times.map(({ idle, nice }) => idle + nice)) }
}
