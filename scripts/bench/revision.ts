/**
 * Measures the revision of one signer beside its lower limit (a copy of the file, its SHA-256 and one P-256 signature)
 * in the same run. Compare the ratios: they do not depend on the machine.
 */
import { spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Zone } from '#lib/pdf/zones'
import { environment } from '../../server/bootstrap.mjs'
import { median } from './measure.ts'
import { withDatabase } from './with-database.ts'

const cases = {
  '10 pages': { pages: 10, megabytes: 0, runs: 60 },
  '200 pages': { pages: 200, megabytes: 0, runs: 60 },
  '30 MB': { pages: 10, megabytes: 30, runs: 12 },
}
type CaseName = keyof typeof cases

interface Result {
  bytes: number
  limitMilliseconds: number
  revisionMilliseconds: number
  /** The highest resident memory, minus that before the first revision. */
  peakBytes: number
}

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const chosen = process.argv[2] as CaseName | undefined
if (process.argv[1] === import.meta.filename && chosen)
  console.log(JSON.stringify(await withDatabase(() => measureRevisions(cases[chosen]))))

/** Prints the table. */
export function benchRevision(): void {
  console.log('One signer’s revision: fill, appearance, certificate, sign, verify, store (warm, median)\n')
  const rows = Object.keys(cases).map((name) => {
    // One process per case, so that its peak memory does not include that of other cases.
    const child = spawnSync(process.execPath, [import.meta.filename, name], {
      env: environment(process.execPath),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.status !== 0) throw new Error(`${name} could not be measured.`)
    const result = JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Result
    return {
      file: name,
      'size (MB)': (result.bytes / 1e6).toFixed(2),
      'revision (ms)': result.revisionMilliseconds.toFixed(1),
      'copy + SHA-256 + P-256 (ms)': result.limitMilliseconds.toFixed(2),
      'times the limit': (result.revisionMilliseconds / result.limitMilliseconds).toFixed(1),
      'peak memory (MB)': (result.peakBytes / 1e6).toFixed(0),
      'times the file': (result.peakBytes / result.bytes).toFixed(1),
    }
  })
  console.table(rows)
}

async function measureRevisions({ pages, megabytes, runs }: (typeof cases)[CaseName]): Promise<Result> {
  // A warm-up, so that `memoryBefore` includes code, fonts and connections.
  const warmUp = await prepareCase(2, 0)
  for (let run = 0; run < 100; run++) await warmUp.revise()
  const memoryBefore = process.memoryUsage().rss
  const { prepared, revise } = await prepareCase(pages, megabytes)
  const times: number[] = []
  for (let run = 0; run < 5; run++) await revise()
  const limits = Array.from({ length: runs }, () => measureLimit(prepared))
  let peakBytes = 0
  const memoryTimer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss - memoryBefore)
  }, 2)
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await revise()
    times.push(performance.now() - start)
    peakBytes = Math.max(peakBytes, process.memoryUsage().rss - memoryBefore)
  }
  clearInterval(memoryTimer)
  return {
    bytes: prepared.length,
    limitMilliseconds: median(limits),
    revisionMilliseconds: median(times),
    peakBytes,
  }
}

async function prepareCase(pageCount: number, megabytes: number) {
  const { migrateDatabase } = await import('#db/migrate')
  const { createTenantAtomically } = await import('#db/tenancy/cross-tenant')
  const { loadPlatformIdentity, createSignerIdentity } = await import('#lib/keys/identities')
  const { buildPdf, stream } = await import('#lib/pdf/fixtures/build')
  const { checkPdf } = await import('#lib/pdf/check/check')
  const { prepareRevision } = await import('#lib/pades/prepare')
  const { putBytes } = await import('#lib/storage/files')
  const { putStaged } = await import('#lib/storage/stage')
  const { inThread } = await import('#lib/workers/pdf-pool')
  await migrateDatabase(process.env.DATABASE_URL!)
  const time = new Date()
  const tenantId = await createTenantAtomically(
    { name: 'Bench', documentsLimit: 1, signaturesLimit: 1, at: time },
    async (_tx, id) => id,
  )
  const mediaBox: [number, number, number, number] = [0, 0, 595, 842]
  const originalFile = buildPdf({
    pages: Array.from({ length: pageCount }, () => ({ mediaBox })),
    ...(megabytes ? { objects: { 20: stream(randomBytes(megabytes * 1e6).toString('latin1')) } } : {}),
  })
  const check = await checkPdf(originalFile, { maxPages: 2000 })
  if (!check.ok) throw new Error(`The file made for the bench is refused: ${check.message}`)
  const scope = { tenantId, now: time }
  const platform = await loadPlatformIdentity(scope, false)
  const signer = { id: '1', name: 'Zoë Ångström' }
  const zones: Zone[] = [
    {
      id: 'signature',
      signer: '1',
      type: 'signature',
      page: 1,
      x: 60,
      y: 600,
      width: 200,
      height: 60,
      required: true,
    },
    { id: 'name', signer: '1', type: 'name', page: 1, x: 60, y: 500, width: 200, height: 24, required: true },
    { id: 'text', signer: '1', type: 'text', page: 2, x: 60, y: 100, width: 300, height: 24, required: true },
    {
      id: 'check',
      signer: '1',
      type: 'checkbox',
      page: 2,
      x: 60,
      y: 200,
      width: 18,
      height: 18,
      required: true,
    },
  ]
  const revision = await prepareRevision(originalFile, {
    zones,
    signers: [signer],
    certify: platform,
    pages: check.pages,
    at: time,
  })
  const { sha256 } = await putBytes(tenantId, revision.bytes)
  const revise = async () => {
    const identity = await createSignerIdentity(
      scope,
      { id: 1, name: signer.name, email: 'zoe@example.com' },
      false,
    )
    const input = {
      signer,
      at: time,
      values: { name: signer.name, text: 'Ελληνικά, кириллица, 中文', check: true },
      signature: { kind: 'text', text: signer.name } as const,
    }
    const { file } = await inThread.revise({ tenantId, sha256 }, { step: 'sign', input }, identity)
    identity.destroy()
    await putStaged(file)
  }
  return { prepared: revision.bytes, revise }
}

function measureLimit(bytes: Uint8Array): number {
  const start = performance.now()
  const copy = Buffer.from(bytes)
  const digest = createHash('sha256').update(copy).digest()
  sign('sha256', digest, key)
  return performance.now() - start
}
