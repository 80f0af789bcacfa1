/**
 * Loads a service for BENCH_MINUTES with processes of two signers, uploads, reads of the API and pages of the dashboard,
 * and prints the memory (PSS) of each role over that time and a minute after it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, makeLogin } from '../client.ts'
import { Load, verifyAll } from '../load.ts'
import { measureMemory, type Role, sumByRole } from '../process-tree.ts'
import { Service } from '../service.ts'
import { signIn } from './sign-in.ts'

const MINUTES = Number(process.env.BENCH_MINUTES ?? 60)

/** Between two readings of all that a user reads. */
const READER_PAUSE_MILLISECONDS = 100

/** Prints the table. */
export async function benchSoak(): Promise<void> {
  if (process.platform !== 'linux') return console.log('Memory is measured on Linux only.')
  const service = await Service.start()
  const rows: Record<string, Record<string, number>> = {}
  try {
    const load = await Load.start(service.url, 2)
    const reader = startReader(service.url)
    const sample = (name: string) => {
      const megabytes = sumByRole(service.tree(), (process) => measureMemory(process) / 1e6)
      rows[name] = { ...round(megabytes), processes: load.signings.length, pages: reader.count() }
    }
    for (let index = 1; index <= MINUTES; index++) {
      await sleep(60_000)
      sample(`minute ${index}`)
    }
    await Promise.all([load.stop(), reader.stop()])
    await sleep(60_000)
    sample('a minute after')
    console.log(`\nMemory in MB (PSS) during ${MINUTES} minutes of load\n`)
    console.table(rows)
    for (const { reason } of load.failures) console.log(`A process: ${reason}`)
    await verifyAll(load.signings)
  } finally {
    await service.stop()
  }
}

/** A user who uploads files, reads lists and opens pages of the dashboard, until it is stopped. */
function startReader(url: string) {
  let isStopping = false
  let pages = 0
  const read = async () => {
    const { buildPdf } = await import('#lib/pdf/fixtures/build')
    const login = makeLogin()
    const client = await Client.signUp(url, login)
    const cookie = await signIn(url, login)
    while (!isStopping) {
      const { id } = await client.upload(buildPdf(), 'lease.pdf')
      await client.request('GET /documents/{id}', { path: { id } })
      await client.request('GET /signature-processes', {})
      for (const path of ['/overview', '/documents', '/processes', '/vault', `/documents/${id}`]) {
        const page = await fetch(url + path, { headers: { cookie } })
        if (!page.ok) throw new Error(`${path}: ${page.status}`)
        await page.arrayBuffer()
        pages++
      }
      await sleep(READER_PAUSE_MILLISECONDS)
    }
  }
  const ended = read()
  const stop = () => {
    isStopping = true
    return ended
  }
  return { count: () => pages, stop }
}

const round = ({ web, worker, PostgreSQL }: Record<Role, number>) => ({
  web: Math.round(web),
  worker: Math.round(worker),
  PostgreSQL: Math.round(PostgreSQL),
})
