/**
 * `npm run fuzz:verify -- [COUNT]`: damages signed files and has each judged as POST /verify does, in the same threads
 * and limits. Exit code 1 when one is neither judged nor refused, or is valid although its signed bytes changed.
 *   --seed N        the same mutations for the same seed (default 1)
 *   --keep DIR      keep the files that failed there
 */
import { X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changesSignedBytes, mutate, seeded, signedSamples } from '#lib/pades/fixtures/mutations'
import { makeProcessFixture } from '#lib/pades/fixtures/process'
import { VerificationShape } from '#lib/signing/schema'
import type { TrustAnchor } from '#lib/signing/verify/trust-anchors'
import { presentVerification } from '#lib/signing/verify/verification'
import { refusalOf } from '#lib/signing/verify/verify'
import { closeThreads, inThread } from '#lib/workers/pdf-pool'

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, keep: { type: 'string' } },
})
const count = Number(positionals[0] ?? 100_000)
const requester = { visitor: 'fuzz' }
const Shape = VerificationShape.omit({ filename: true, size: true, sha256: true, voided_at: true })

process.exitCode = await main()

async function main(): Promise<number> {
  const cast = await makeProcessFixture()
  const files = await signedSamples(cast)
  const roots = [{ certificate: new X509Certificate(cast.authority.certificate), testMode: false }]
  const random = seeded(Number(options.seed))
  const outcomes = new Map<string, number>()
  let slowest = 0
  for (let index = 1; index <= count; index++) {
    const file = files[index % files.length]!
    const { name, bytes } = mutate(file, random)
    const started = performance.now()
    const outcome = await judge(bytes, roots)
    slowest = Math.max(slowest, performance.now() - started)
    const wrong = outcome === 'valid' && changesSignedBytes(file, bytes)
    const result = wrong ? 'valid although changed' : outcome
    outcomes.set(result, (outcomes.get(result) ?? 0) + 1)
    if (wrong || outcome.startsWith('failed')) keepFile(`${options.seed}-${index}`, name, result, bytes)
    if (index % 5000 === 0 || index === count) print(index, outcomes, slowest)
  }
  await closeThreads()
  return [...outcomes.keys()].some((outcome) => outcome.startsWith('failed') || outcome.includes('although'))
    ? 1
    : 0
}

/** What POST /verify would answer: a verdict, or why the file is refused; `failed` where it would be a 500. */
async function judge(bytes: Uint8Array, roots: TrustAnchor[]): Promise<string> {
  try {
    const report = await inThread.verify(bytes, requester)
    const { signed, valid } = Shape.parse(presentVerification(report, roots, new Date()))
    return signed ? (valid ? 'valid' : 'not valid') : 'not signed'
  } catch (error) {
    return refusalOf(error as Error) ? 'refused' : `failed: ${error}`
  }
}

function keepFile(id: string, name: string, outcome: string, bytes: Uint8Array): void {
  console.error(`${id} (${name}): ${outcome}`)
  if (!options.keep) return
  mkdirSync(options.keep, { recursive: true })
  writeFileSync(join(options.keep, `${id}.pdf`), bytes)
}

function print(judged: number, outcomes: Map<string, number>, slowest: number): void {
  const summary = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')
  console.log(`${judged} files: ${summary}; the slowest took ${Math.round(slowest)} ms`)
}
