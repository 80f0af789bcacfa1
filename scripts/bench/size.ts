/**
 * Measures what each step of a process of two typed signatures adds to a small file, without time stamps (level B) and
 * with them: the signatures then have level T, and the last step makes it LTA.
 */
import { spawnSync } from 'node:child_process'
import type { HandwritingFont } from '#lib/core/handwriting'
import { handwritingFontNames } from '#lib/core/handwriting'
import { environment } from '../../server/bootstrap.mjs'
import { withDatabase } from './with-database.ts'

/** Names in the scripts of the handwriting fonts that are not for European ones. */
const otherNames: Partial<Record<HandwritingFont, [string, string]>> = {
  marhey: ['محمد علي', 'فاطمة حسن'],
  'gveret-levin': ['משה כהן', 'שרה לוי'],
  kalam: ['देवदत्त', 'सीता'],
  'zen-kurenaido': ['山田太郎', '鈴木花子'],
  'ma-shan-zheng': ['王小明', '张伟'],
  'nanum-pen-script': ['김철수', '이영희'],
}
type Sizes = Record<'prepared' | 'first signature' | 'second signature' | 'seal' | 'all', number>

const chosen = process.argv[2]
if (process.argv[1] === import.meta.filename && chosen)
  console.log(JSON.stringify(await withDatabase(measure)))

/** Prints the tables. */
export function benchSize(): void {
  for (const [level, settings] of [
    ['B', {}],
    ['T, and LTA with the seal', { TSA_URL: 'internal' }],
  ] as const) {
    console.log(`\nKiB that two typed signatures add to a file of one page, by handwriting: level ${level}\n`)
    // The environment is read once by each process.
    const child = spawnSync(process.execPath, [import.meta.filename, level], {
      env: { ...environment(process.execPath), ...settings },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (child.status !== 0) throw new Error(`Level ${level} could not be measured.`)
    const sizes = JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Record<string, Sizes>
    console.table(
      Object.fromEntries(
        Object.entries(sizes).map(([font, steps]) => [
          font,
          Object.fromEntries(Object.entries(steps).map(([step, bytes]) => [step, (bytes / 1024).toFixed(1)])),
        ]),
      ),
    )
  }
}

async function measure(): Promise<Record<string, Sizes>> {
  const { migrateDatabase } = await import('#db/migrate')
  const { createTenantAtomically } = await import('#db/tenancy/cross-tenant')
  await migrateDatabase(process.env.DATABASE_URL!)
  const now = new Date()
  const limits = { documentsLimit: 1, signaturesLimit: 1, at: now }
  const tenantId = await createTenantAtomically({ name: 'Bench', ...limits }, async (_tx, id) => id)
  const sizes: Record<string, Sizes> = {}
  for (const font of handwritingFontNames) sizes[font] = await measureSteps({ tenantId, now }, font)
  return sizes
}

async function measureSteps(scope: { tenantId: number; now: Date }, font: HandwritingFont): Promise<Sizes> {
  const { loadPlatformIdentity, createSignerIdentity } = await import('#lib/keys/identities')
  const { makeRevision } = await import('#lib/pades/revise')
  const { buildPdf } = await import('#lib/pdf/fixtures/build')
  const { inspect } = await import('#lib/pdf/check/inspect')
  const { loadPdf } = await import('#lib/pdf/file/load')
  const original = buildPdf({ pages: [{ mediaBox: [0, 0, 595, 842], text: 'Agreement' }] })
  const { pages } = inspect(await loadPdf(original))
  const names = otherNames[font] ?? ['Zoë Ångström', 'Иван Петров']
  const signers = names.map((name, index) => ({ id: String(index + 1), name }))
  const zones = signers.map(({ id }, index) => {
    const box = { page: 1, x: 60, y: 500 + index * 100, width: 200, height: 60 }
    return { ...box, id, signer: id, type: 'signature' as const, required: true }
  })
  const platform = await loadPlatformIdentity(scope, false)
  const at = scope.now
  const revisions = [original]
  const add = async (
    ...[step, identity]: [Parameters<typeof makeRevision>[1], Parameters<typeof makeRevision>[2]]
  ) => {
    revisions.push(new Uint8Array((await makeRevision(revisions.at(-1)!, step, identity)).bytes))
  }
  await add({ step: 'prepare', input: { zones, signers, pages, at } }, platform)
  for (const signer of signers) {
    const person = { id: Number(signer.id), name: signer.name, email: 'signer@example.com' }
    const identity = await createSignerIdentity(scope, person, false)
    const signature = { kind: 'text', text: signer.name, font } as const
    await add({ step: 'sign', input: { signer, at, values: {}, signature } }, identity)
    identity.destroy()
  }
  await add({ step: 'seal', input: { at } }, platform)
  const [prepared, first, second, seal] = revisions
    .slice(1)
    .map(({ length }, index) => length - revisions[index]!.length)
  const all = revisions.at(-1)!.length - original.length
  return {
    ...{ prepared: prepared!, 'first signature': first!, 'second signature': second!, seal: seal! },
    all,
  }
}
