/** Judges a signed file: pdfsig its signatures, qpdf its structure; without them our own verification. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyPdf } from '#lib/pades/verify'

const PDFSIG_MILLISECONDS = 20_000

export interface Verdict {
  /** Valid of all that were added, and how many there were before. */
  signatures: string
  structure: string
  /** What is wrong; null when nothing is. */
  failed: boolean
}

const has = { pdfsig: installed('pdfsig', '-v'), qpdf: installed('qpdf', '--version') }

/** The tools that judge on this machine. */
export function judges(): string {
  const first = has.pdfsig ? 'pdfsig' : 'our own verification (pdfsig is not installed)'
  return has.qpdf ? `${first} and qpdf` : first
}

/** Both signers and the platform must be there and valid, and earlier signatures as valid as before. */
export async function judge(original: Uint8Array, signed: Uint8Array): Promise<Verdict> {
  const [before, after] = [await validities(original), await validities(signed)]
  const stillValid = before.every((valid, index) => after[index] === valid)
  const ownSignatures = after.slice(before.length)
  const good = stillValid && ownSignatures.length >= 3 && ownSignatures.every(Boolean)
  const [errorsBefore, errorsAfter] = [structureOf(original), structureOf(signed)]
  return {
    signatures: `${ownSignatures.filter(Boolean).length}/${ownSignatures.length}${before.length > 0 ? ` +${before.length}` : ''}`,
    structure: has.qpdf ? ['clean', 'warnings', 'errors'][errorsAfter]! : '',
    failed: !good || errorsAfter > errorsBefore,
  }
}

async function validities(bytes: Uint8Array): Promise<boolean[]> {
  if (!has.pdfsig) return ownVerdicts(bytes)
  // Some damaged forms keep poppler in a loop, before they are signed as well as after.
  const { stdout, error } = withFile(bytes, (path) =>
    spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8', timeout: PDFSIG_MILLISECONDS }),
  )
  if (error) return ownVerdicts(bytes)
  return stdout
    .split(/^Signature #/m)
    .slice(1)
    .filter((part) => /Signature Validation/.test(part))
    .map((part) => part.includes('Signature is Valid'))
}

async function ownVerdicts(bytes: Uint8Array): Promise<boolean[]> {
  return (await verifyPdf(bytes)).signatures.map(({ valid }) => valid)
}

/** 0 clean, 1 warnings, 2 errors. */
function structureOf(bytes: Uint8Array): number {
  if (!has.qpdf) return 0
  const { status } = withFile(bytes, (path) => spawnSync('qpdf', ['--check', path], { stdio: 'ignore' }))
  return status === 0 ? 0 : status === 3 ? 1 : 2
}

function withFile<T>(bytes: Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'judge-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, bytes)
    return use(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function installed(command: string, argument: string): boolean {
  return !spawnSync(command, [argument], { stdio: 'ignore' }).error
}
