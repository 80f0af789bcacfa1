/** Checks the signatures of a file with pdfsig, or else with our own verification, and its structure with qpdf. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyPdf } from '#lib/pades/verify'

/** pdfsig (poppler) and qpdf loop forever on some damaged files, signed or not. */
const JUDGE_MILLISECONDS = 20_000

export interface Verdict {
  /** For example `3/3 +1`: valid and all signatures of the process, and the number of earlier ones. */
  signatures: string
  structure: string
  failed: boolean
}

const isInstalled = { pdfsig: canRun('pdfsig', '-v'), qpdf: canRun('qpdf', '--version') }

/** The names of the tools that this machine has for `judge`, for the output. */
export function judges(): string {
  const signatureTool = isInstalled.pdfsig ? 'pdfsig' : 'our own verification (pdfsig is not installed)'
  return isInstalled.qpdf ? `${signatureTool} and qpdf` : signatureTool
}

/** Expects valid signatures of both signers and the platform, and no change in the validity of earlier signatures. */
export async function judge(originalFile: Uint8Array, signedFile: Uint8Array): Promise<Verdict> {
  const [before, after] = [await validities(originalFile), await validities(signedFile)]
  const stillValid = before.every((isValid, index) => after[index] === isValid)
  const newSignatures = after.slice(before.length)
  const areSignaturesGood = stillValid && newSignatures.length >= 3 && newSignatures.every(Boolean)
  const [errorsBefore, errorsAfter] = [structureSeverity(originalFile), structureSeverity(signedFile)]
  return {
    signatures: `${newSignatures.filter(Boolean).length}/${newSignatures.length}${before.length > 0 ? ` +${before.length}` : ''}`,
    structure: isInstalled.qpdf ? ['clean', 'warnings', 'errors'][errorsAfter]! : '',
    failed: !areSignaturesGood || errorsAfter > errorsBefore,
  }
}

async function validities(bytes: Uint8Array): Promise<boolean[]> {
  if (!isInstalled.pdfsig) return ownValidities(bytes)
  // After the timeout our own verification takes over.
  const { stdout, error } = withFile(bytes, (path) =>
    spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8', timeout: JUDGE_MILLISECONDS }),
  )
  if (error) return ownValidities(bytes)
  const parts = stdout
    .split(/^Signature #/m)
    .slice(1)
    .filter((part) => /Signature Validation/.test(part))
  // pdfsig does not verify document time stamps.
  const own = parts.some(isTimeStamp) ? (await verifyPdf(bytes)).signatures : []
  return parts.map((part) =>
    isTimeStamp(part)
      ? own.some(({ fieldName, valid }) => valid && fieldName === /Field Name: (.*)/.exec(part)?.[1])
      : part.includes('Signature is Valid'),
  )
}

const isTimeStamp = (part: string) => part.includes('Signature Type: unknown')

async function ownValidities(bytes: Uint8Array): Promise<boolean[]> {
  return (await verifyPdf(bytes)).signatures.map(({ valid }) => valid)
}

/** The severity that qpdf reports: 0 clean, 1 warnings (its exit status 3), 2 errors or no result in time. */
function structureSeverity(bytes: Uint8Array): number {
  if (!isInstalled.qpdf) return 0
  const { status } = withFile(bytes, (path) =>
    spawnSync('qpdf', ['--check', path], { stdio: 'ignore', timeout: JUDGE_MILLISECONDS }),
  )
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

function canRun(command: string, argument: string): boolean {
  return !spawnSync(command, [argument], { stdio: 'ignore' }).error
}
