/**
 * Sends ten times the requests that a service can answer, from one tenant and from ten, and prints how long those of
 * another tenant, of signers and of the sign-in page take meanwhile. BENCH_SECONDS sets the length of each part.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { buildPdf } from '#lib/pdf/fixtures/build'
import { Client } from '../client.ts'
import { findFault, type Signing } from '../load.ts'
import { Service } from '../service.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20)
const TIMES = 10
const TENANTS = 10
const CONNECTIONS = 1000
/** For each part, more than can sign in its time. */
const SIGNERS = 10 + SECONDS * 5
const PAUSE_MILLISECONDS = 200
/** Before each part, for the jobs of the part before. */
const PAUSE_SECONDS = 3

/** A request that is sent again and again, with the key of its tenant. */
type TenantRequest = { path: string; headers: Record<string, string> }

/** Prints the table. */
export async function benchOverload(): Promise<void> {
  const service = await Service.start()
  try {
    const { url } = service
    const senders = await Promise.all(Array.from({ length: TENANTS }, () => makeRequest(url)))
    const other = await makeRequest(url)
    const client = await Client.signUp(url)
    const { requests } = await autocannon({ url, connections: 16, duration: 5, requests: senders })
    const overallRate = Math.round(requests.average) * TIMES
    console.log(`\n${Math.round(requests.average)} requests/s by 16 connections; ${overallRate}/s are sent\n`)
    const signed: Signing[] = []
    const loads: Record<string, TenantRequest[]> = {
      none: [],
      'of one tenant': senders.slice(0, 1),
      'of ten tenants': senders,
    }
    const rows: Record<string, object> = {}
    for (const [name, requests] of Object.entries(loads)) {
      const waiting = await sendProcesses(client)
      await sleep(PAUSE_SECONDS * 1000)
      const load =
        requests.length > 0 &&
        autocannon({ url, connections: CONNECTIONS, duration: SECONDS, workers: 1, overallRate, requests })
      const end = Date.now() + SECONDS * 1000
      const [pages, signatures, logins, reads] = await Promise.all([
        repeat(end, () => openPage(waiting[0]!.signers[0]!.signing_url!)),
        repeat(end, async () => signed.push(await signNext(waiting))),
        repeat(end, () => get(`${url}/login`)),
        repeat(end, () => get(url + other.path, other.headers)),
      ])
      const statuses = load && Object.entries((await load).statusCodeStats)
      rows[name] = {
        answered: statuses ? statuses.map(([status, { count }]) => `${status}: ${count}`).join(', ') : '',
        'signing page': pages,
        'a signature': signatures,
        'sign-in page': logins,
        'get of another tenant': reads,
      }
    }
    console.table(rows)
    let whole = 0
    for (const signing of signed) {
      await client.completed(signing.id, 120)
      signing.completedAt = Date.now()
      if ((await findFault(signing)) === null) whole++
    }
    console.log(`${whole} of ${signed.length} signed processes completed once, with all signatures valid`)
  } finally {
    await service.stop()
  }
}

async function makeRequest(url: string): Promise<TenantRequest> {
  const client = await Client.signUp(url)
  const { id } = await client.upload(buildPdf(), 'lease.pdf')
  return { path: `/api/v1/documents/${id}`, headers: { authorization: `Bearer ${client.key}` } }
}

/** Sends a process to each signer before the load. */
async function sendProcesses(client: Client): Promise<Signing[]> {
  const signings: Signing[] = []
  for (let index = 0; index < SIGNERS; index++) {
    const document = await client.upload(buildPdf(), `lease-${index}.pdf`)
    const { id, signers } = await client.send(document.id, ['Zoë Ångström'])
    signings.push({ id, client, signers, accepted: new Set(), begunAt: Date.now(), completedAt: null })
  }
  for (const signing of signings) {
    const [signer] = signing.signers
    await client.findLink(signing.id, signer!.id)
    signing.signers = (await client.getProcess(signing.id)).signers
  }
  return signings
}

/** Signs the first of the processes, and takes it away: another page of the first that is left is opened meanwhile. */
async function signNext(waiting: Signing[]): Promise<Signing> {
  if (waiting.length === 1) throw new Error('No process is left.')
  const signing = waiting.shift()!
  const [signer] = signing.signers
  await signing.client.sign(signer!.signing_url!, signer!.name)
  signing.accepted.add(signer!.id)
  return signing
}

/** Opens the link as a browser does, which is redirected and keeps the cookie. */
async function openPage(link: string): Promise<void> {
  const redirection = await fetch(link, { redirect: 'manual' })
  const cookie = redirection.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ')
  await get(new URL(redirection.headers.get('location') ?? link, link).href, { cookie })
}

async function get(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(String(response.status))
}

/** Calls `work` until `end`. @returns its times in ms, and its failures by their reason */
async function repeat(end: number, work: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  const failures: Record<string, number> = {}
  for (; Date.now() < end; await sleep(PAUSE_MILLISECONDS)) {
    const start = performance.now()
    try {
      await work()
      times.push(Math.round(performance.now() - start))
    } catch (error) {
      const reason = (error as Error).message
      failures[reason] = (failures[reason] ?? 0) + 1
    }
  }
  times.sort((a, b) => a - b)
  const failed = Object.entries(failures).map(([reason, count]) => `, failed ${count} (${reason})`)
  return `${times.length}: ${times[times.length >> 1] ?? '-'} and ${times.at(-1) ?? '-'}${failed.join('')}`
}
