/**
 * `npm run bench -- --beside COMMIT [CASE…]`: measures this version of the service beside another one in one run, both
 * alternating. The other version is driven by its API, its pages and its `npm start` only. Compare the ratios: they do
 * not depend on the machine. BENCH_SECONDS sets the length of one measurement, BENCH_ROUNDS
 * how many there are of each version, BENCH_PROCESSES how many processes are signed.
 */
import type { Sql } from 'postgres'
import { checkOut } from '../checkout.ts'
import { Client, makeLogin } from '../client.ts'
import type { Role } from '../process-tree.ts'
import { Service } from '../service.ts'
import { encodeUpload } from './encode-upload.ts'
import { type Case, type Measurement, measureRounds, median, medianOfEach } from './measure.ts'
import { signIn } from './sign-in.ts'

const ROWS = 20
const WARM_UPS = 3
const PROCESSES = Number(process.env.BENCH_PROCESSES ?? 5)
/** Rare polls: each of them is a request that counts. */
const POLL_MILLISECONDS = 500
const SIGNERS = ['Zoë Ångström', 'Grace Hopper']
const WHOLE_PROCESS = 'process of two signers'

/** The version that others are measured beside, and the one that runs this. */
const VERSIONS = ['old', 'new'] as const
type Version = (typeof VERSIONS)[number]

/** A running version of the service. */
interface Side {
  service: Service
  owner: Sql
  client: Client
  cases: Case[]
}

/** Prints the tables. @param chosen parts of the names of cases; empty: all of them */
export async function benchBeside(commit: string, chosen: string[]): Promise<void> {
  if (process.platform !== 'linux') return console.log('Processor times are measured on Linux only.')
  const folders = { old: checkOut(commit), new: process.cwd() }
  const sides: Partial<Record<Version, Side>> = {}
  try {
    for (const version of VERSIONS) sides[version] = await startSide(folders[version])
    const both = sides as Record<Version, Side>
    const isChosen = (name: string) => chosen.length === 0 || chosen.some((part) => name.includes(part))
    const names = both.new.cases.map(({ name }) => name).filter(isChosen)
    for (const connections of names.length > 0 ? [16, 1] : []) await compareRequests(both, names, connections)
    if (isChosen(WHOLE_PROCESS)) await compareProcesses(both)
  } finally {
    for (const side of Object.values(sides)) {
      await side.owner.end()
      await side.service.stop()
    }
  }
}

/** Builds and starts the version in `folder`, and gives it the records that the cases read. */
async function startSide(folder: string): Promise<Side> {
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  // Limits that are never reached, but not 0: the count of each request is part of what is measured.
  const limits = { RATE_LIMIT_PER_MINUTE: '100000000', RATE_LIMIT_ADDRESS: '100000000' }
  const service = await Service.start(limits, folder)
  try {
    await preloadStatistics(service)
    const owner = await connectOwner(service)
    await owner`create extension pg_stat_statements`
    const login = makeLogin()
    const client = await Client.signUp(service.url, login)
    client.pollMilliseconds = POLL_MILLISECONDS
    const uploader = await Client.signUp(service.url)
    await owner`update tenants set documents_limit = 1000000000, signatures_limit = 1000000000`
    for (let run = 0; run < WARM_UPS; run++) await completeProcess(client)
    const ids = { document: 0, process: 0 }
    for (let row = 0; row < ROWS; row++) {
      ids.document = (await client.upload(buildPdf(), `lease-${row}.pdf`)).id
      ids.process = (await client.send(ids.document, SIGNERS)).id
      await client.findLink(ids.process, (await client.getProcess(ids.process)).signers[0]!.id)
    }
    const cases = await listCases(service, { client, uploader }, ids, await signIn(service.url, login))
    await printRows(cases)
    return { service, owner, client, cases }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** Starts the service again with pg_stat_statements, which counts its statements. */
async function preloadStatistics(service: Service): Promise<void> {
  const owner = await connectOwner(service)
  await owner`alter system set shared_preload_libraries = 'pg_stat_statements'`
  await owner.end()
  await service.halt()
  await service.start()
}

async function connectOwner({ dataDir }: Service): Promise<Sql> {
  const { connect } = await import('#db/connection/client')
  const { embeddedUrl } = await import('#db/embedded/embedded')
  return connect(embeddedUrl(dataDir), { max: 1 })
}

async function listCases(
  service: Service,
  { client, uploader }: { client: Client; uploader: Client },
  ids: { document: number; process: number },
  cookie: string,
): Promise<Case[]> {
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  const addKey = ({ key }: Client) => ({ authorization: `Bearer ${key}` })
  const get = (name: string, path: string, headers: Record<string, string>) => {
    return { name, service, headers, url: service.url + path }
  }
  const visit = (name: string, path: string) => get(name, path, { cookie })
  const call = (name: string, path: string) => get(name, `/api/v1${path}`, addKey(client))
  const { headers, body } = await encodeUpload(buildPdf(), 'lease.pdf')
  const upload = get('upload', '/api/v1/documents', { ...addKey(uploader), ...headers })
  return [
    get('live', '/api/v1/health/live', {}),
    get('sign-in page', '/login', {}),
    visit('overview page', '/overview'),
    visit('documents page', '/documents'),
    visit('processes page', '/processes'),
    call('get document', `/documents/${ids.document}`),
    call('get process', `/signature-processes/${ids.process}`),
    call('list documents', `/documents?per_page=${ROWS}`),
    call('list processes', `/signature-processes?per_page=${ROWS}`),
    call('search vault', '/vault/documents?search=agreement'),
    { ...upload, method: 'POST', body },
  ]
}

/** Says how many of the documents are in the HTML of their page: some versions load them by a script. */
async function printRows(cases: Case[]): Promise<void> {
  const { url, headers = {} } = cases.find(({ name }) => name === 'documents page')!
  const html = await (await fetch(url, { headers })).text()
  console.log(`Its page of documents has ${new Set(html.match(/lease-\d+/g)).size} rows in its HTML.`)
}

/** Uploads a document, has it signed by two signers one after another, and waits for the seal. */
async function completeProcess(client: Client): Promise<{ lastSignatureMilliseconds: number }> {
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  const document = await client.upload(buildPdf(), 'Agreement.pdf')
  const { id, signers } = await client.send(document.id, SIGNERS)
  for (const signer of signers) await client.sign(await client.findLink(id, signer.id), signer.name)
  const completed = await client.completed(id)
  const signedAt = completed.signers.map(({ signed_at }) => Date.parse(signed_at!))
  return { lastSignatureMilliseconds: Date.now() - Math.max(...signedAt) }
}

async function compareRequests(
  sides: Record<Version, Side>,
  names: string[],
  connections: number,
): Promise<void> {
  const label = (version: Version, name: string) => `${name}, ${version}`
  const cases = names.flatMap((name) =>
    VERSIONS.map((version) => {
      const found = sides[version].cases.find((measured) => measured.name === name)!
      return { ...found, name: label(version, name) }
    }),
  )
  const measurements = await measureRounds(cases, connections)
  console.log(`\n${connections} ${connections === 1 ? 'connection' : 'connections'}\n`)
  const compare = (name: string, figure: keyof Measurement, digits: number) => {
    const [before, now] = VERSIONS.map((version) =>
      measurements.get(label(version, name))!.map((measurement) => measurement[figure]),
    )
    return formatRounds(before!, now!, digits)
  }
  console.table(
    Object.fromEntries(
      names.map((name) => [
        name,
        {
          'per second': compare(name, 'perSecond', 0),
          'p50 (ms)': compare(name, 'p50', 0),
          'web (ms of processor)': compare(name, 'webMilliseconds', 2),
          'PostgreSQL (ms of processor)': compare(name, 'postgresMilliseconds', 2),
        },
      ]),
    ),
  )
}

async function compareProcesses(sides: Record<Version, Side>): Promise<void> {
  const runs: Record<Version, Record<string, number>[]> = { old: [], new: [] }
  for (let run = 0; run <= PROCESSES; run++) {
    for (const version of VERSIONS) {
      const figures = await measureProcess(sides[version])
      // The first one only warms up.
      if (run > 0) runs[version].push(figures)
    }
  }
  const [before, now] = VERSIONS.map((version) => medianOfEach(runs[version]))
  console.log(`\n${WHOLE_PROCESS} (median of ${PROCESSES})\n`)
  console.table(
    Object.fromEntries(
      Object.keys(now!).map((name) => [name, { 'old → new': formatPair(before![name]!, now![name]!, 0) }]),
    ),
  )
}

async function measureProcess({ service, owner, client }: Side): Promise<Record<string, number>> {
  await owner`select pg_stat_statements_reset()`
  const before = service.processorMilliseconds()
  const { lastSignatureMilliseconds } = await completeProcess(client)
  const after = service.processorMilliseconds()
  const spent = (role: Role) => after[role] - before[role]
  const [counts] = await owner<{ statements: number; transactions: number }[]>`
    select sum(calls)::int as statements, sum(calls) filter (where query ~* '^begin')::int as transactions
    from pg_stat_statements where query !~ 'pg_stat_statements'`
  return {
    'web (ms of processor)': spent('web'),
    'worker (ms of processor)': spent('worker'),
    'PostgreSQL (ms of processor)': spent('PostgreSQL'),
    'SQL statements': counts!.statements,
    BEGIN: counts!.transactions,
    'last signature to completed (ms)': lastSignatureMilliseconds,
  }
}

/**
 * The medians of both versions, and that of the ratios of each round, in which one was measured right after the other:
 * a machine that is fast for a minute and slow in the next one changes both figures of a round alike.
 */
function formatRounds(before: number[], now: number[], digits: number): string {
  const pair = `${median(before).toFixed(digits)} → ${median(now).toFixed(digits)}`
  const ratios = before.map((figure, round) => now[round]! / figure).filter(Number.isFinite)
  if (ratios.length === 0) return pair
  const [lowest, middle, highest] = [Math.min(...ratios), median(ratios), Math.max(...ratios)]
  return `${pair} (${middle.toFixed(2)}; ${lowest.toFixed(2)} to ${highest.toFixed(2)})`
}

/** `old → new` with the ratio of the two. */
function formatPair(before: number, now: number, digits: number): string {
  const ratio = before === 0 ? '' : ` (${(now / before).toFixed(2)})`
  return `${before.toFixed(digits)} → ${now.toFixed(digits)}${ratio}`
}
