/**
 * Measures what a process costs from the upload to `completed`, with one page and typed signatures: the processor time
 * of each role, the SQL statements and transactions, the bytes that the signed file has more than the uploaded one, and
 * the time from the last signature to `completed`, one process after another and with 16 clients. BENCH_PROCESSES sets
 * how many processes are measured.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../client.ts'
import { Service } from '../service.ts'
import { asSuperuser } from '../superuser.ts'

const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 30)
const CLIENTS = 16
const warmUps = 5
const names = ['Zoë Ångström', 'Иван Петров']

/** Prints the tables. */
export async function benchSealing(): Promise<void> {
  if (process.platform !== 'linux') return console.log('The cost of a process is measured on Linux only.')
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  const file = buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842], text: 'Agreement' }] })
  const service = await Service.start()
  try {
    const client = await Client.signUp(service.url)
    await repeat(warmUps, () => signOne(client, file, names))
    const before = service.processorMilliseconds()
    const waits = await repeat(PROCESSES, () => signOne(client, file, names))
    const after = service.processorMilliseconds()
    const [statements, transactions] = await countStatements(service, () =>
      repeat(10, () => signOne(client, file, names)),
    )
    const perProcess = (role: 'web' | 'worker' | 'PostgreSQL') =>
      ((after[role] - before[role]) / PROCESSES).toFixed(0)
    console.log(`A process of two signers on one page, ${PROCESSES} one after another\n`)
    console.table({
      'web (ms of processor time)': perProcess('web'),
      'worker (ms)': perProcess('worker'),
      'PostgreSQL (ms)': perProcess('PostgreSQL'),
      'SQL statements': (statements / 10).toFixed(0),
      transactions: (transactions / 10).toFixed(0),
      'KiB added by one signer': await measureGrowth(client, file, names.slice(0, 1)),
      'KiB added by two signers': await measureGrowth(client, file, names),
      'last signature to completed, median (ms)': percentile(waits, 0.5),
      'the slowest (ms)': percentile(waits, 1),
    })
    const clients = await repeat(CLIENTS, () => Client.signUp(service.url))
    const runs = clients.map((each) => repeat(Math.ceil(PROCESSES / 5), () => signOne(each, file, names)))
    const start = performance.now()
    const parallelWaits = (await Promise.all(runs)).flat()
    console.log(`\n${CLIENTS} clients, ${parallelWaits.length} processes\n`)
    console.table({
      'processes a minute': ((60_000 * parallelWaits.length) / (performance.now() - start)).toFixed(0),
      'last signature to completed, median (ms)': percentile(parallelWaits, 0.5),
      '99th percentile (ms)': percentile(parallelWaits, 0.99),
    })
  } finally {
    await service.stop()
  }
}

/** Completes a process. @returns the milliseconds from the last signature until the completion is seen */
async function signOne(client: Client, file: Uint8Array, signerNames: string[]): Promise<number> {
  const { signers } = await complete(client, file, signerNames)
  return Date.now() - Math.max(...signers.map(({ signed_at }) => Date.parse(signed_at!)))
}

async function complete(client: Client, file: Uint8Array, signerNames: string[]) {
  const document = await client.upload(file, 'agreement.pdf')
  const zones = signerNames.map((_, signer) => {
    const box = { page: 1, x: 60, y: 500 + signer * 100, width: 200, height: 60 }
    return { ...box, signer, type: 'signature' as const, required: true }
  })
  const { id } = await client.send(document.id, signerNames, { zones })
  for (const [index, name] of signerNames.entries()) {
    let link: string | null | undefined
    for (; !link; await sleep(200)) link = (await client.getProcess(id)).signers[index]!.signing_url
    await client.sign(link, name)
  }
  return client.waitForCompletion(id, { timeout: 120_000, interval: 200 })
}

async function measureGrowth(client: Client, file: Uint8Array, signerNames: string[]): Promise<string> {
  const { id } = await complete(client, file, signerNames)
  return (((await client.downloadSigned(id)).byteLength - file.length) / 1024).toFixed(1)
}

/** Counts the statements and the transactions with a BEGIN during `callback`, by the log of PostgreSQL. */
async function countStatements({ dataDir }: Service, callback: () => Promise<unknown>) {
  const setLogging = (value: string) =>
    asSuperuser(dataDir, async (sql) => {
      await sql.unsafe(`alter system set log_statement = '${value}'`)
      await sql`select pg_reload_conf()`
    })
  await setLogging('all')
  await sleep(1000)
  const readLog = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  const start = readLog().length
  await callback()
  const log = readLog().slice(start)
  await setLogging('none')
  return [/LOG: {2}(statement|execute [^:]*): /g, /LOG: {2}statement: begin/gi].map(
    (pattern) => log.match(pattern)?.length ?? 0,
  ) as [number, number]
}

async function repeat<T>(times: number, callback: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let run = 0; run < times; run++) results.push(await callback())
  return results
}

function percentile(values: number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!.toFixed(0)
}
