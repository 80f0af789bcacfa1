/**
 * `npm run fuzz:verify -- [COUNT]`: damages signed files and verifies each as POST /verify does, in the same threads
 * and limits. Exit code 1 when verification throws, or finds a file valid although its signed bytes changed.
 *   --seed N        the same mutations for the same seed (default 1)
 *   --keep DIR      keep the files that failed there
 */
import { X509Certificate } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { changesSignedBytes, mutate, seeded, signedSamples } from '#lib/pades/fixtures/mutations'
import { makeProcessFixture } from '#lib/pades/fixtures/process'
import { VerificationShape } from '#lib/signing/verify/schema'
import type { TrustAnchor } from '#lib/signing/verify/trust-anchors'
import { toVerificationError } from '#lib/signing/verify/uploaded-file'
import { presentVerification } from '#lib/signing/verify/verification'
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
  const fixture = await makeProcessFixture()
  const files = await signedSamples(fixture)
  const roots = [
    { certificate: new X509Certificate(fixture.authority.certificate), testMode: false, isOwn: true },
  ]
  const random = seeded(Number(options.seed))
  const outcomes = new Map<string, number>()
  let slowest = 0
  for (let index = 1; index <= count; index++) {
    const file = files[index % files.length]!
    const { name, bytes } = mutate(file, random)
    const startedAt = performance.now()
    const outcome = await findVerdict(bytes, roots)
    slowest = Math.max(slowest, performance.now() - startedAt)
    const isWronglyValid = outcome === 'valid' && changesSignedBytes(file, bytes)
    const result = isWronglyValid ? 'valid although changed' : outcome
    outcomes.set(result, (outcomes.get(result) ?? 0) + 1)
    if (isWronglyValid || outcome.startsWith('failed'))
      keepFile(`${options.seed}-${index}`, name, result, bytes)
    if (index % 5000 === 0 || index === count) print(index, outcomes, slowest)
  }
  await closeThreads()
  return [...outcomes.keys()].some((outcome) => outcome.startsWith('failed') || outcome.includes('although'))
    ? 1
    : 0
}

/**
 * The result of POST /verify: valid, not valid, not signed, or refused; `failed: …` where it would respond with 500.
 */
async function findVerdict(bytes: Uint8Array, roots: TrustAnchor[]): Promise<string> {
  try {
    const report = await inThread.verify(bytes, requester)
    const { signed, valid } = Shape.parse(presentVerification(report, roots, new Date()))
    return signed ? (valid ? 'valid' : 'not valid') : 'not signed'
  } catch (error) {
    return toVerificationError(error as Error) ? 'refused' : `failed: ${error}`
  }
}

function keepFile(id: string, name: string, outcome: string, bytes: Uint8Array): void {
  console.error(`${id} (${name}): ${outcome}`)
  if (!options.keep) return
  mkdirSync(options.keep, { recursive: true })
  writeFileSync(join(options.keep, `${id}.pdf`), bytes)
}

function print(fileCount: number, outcomes: Map<string, number>, slowest: number): void {
  const summary = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).join(', ')
  console.log(`${fileCount} files: ${summary}; the slowest took ${Math.round(slowest)} ms`)
}
