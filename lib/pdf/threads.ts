/** Runs in a worker thread: each export is one task of `inThread` (pool.ts). Never import it elsewhere. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { copyWithRoom, own, ownsMemory, release } from '#lib/core/memory'
import { type PrepareInput, prepareRevision } from '#lib/pades/prepare'
import { type SealInput, sealRevision } from '#lib/pades/seal'
import { type SignInput, signRevision } from '#lib/pades/sign'
import { type TrialInput, trySealing } from '#lib/pades/trial'
import { verifyIncrement as verifyIncrementOf, verifyPdf } from '#lib/pades/verify'
import { getBytes } from '#lib/storage/files'
import { borrowPlain, type Plain } from '#lib/storage/held'
import { openFile, type SealedFile } from '#lib/storage/open'
import type { CheckLimits } from './check.ts'
import { borrowIdentity, type LentIdentity } from './identity-port.ts'
import { inflatesTooMuch, inflationMessage } from './inflation.ts'
import { hasHeader } from './inspect.ts'
import { type ReportInput, renderReport } from './report.ts'
import { UnreadableFile } from './thread-error.ts'

/** A file of a tenant by its hash: read, and decrypted, in the thread. */
export interface StoredFile {
  tenantId: number
  sha256: string
}

/** What a task is given; the identities come as ports. */
export interface ThreadTasks {
  check: { file: Uint8Array | Plain | SealedFile; limits: CheckLimits }
  prepare: { bytes: Uint8Array; input: Omit<PrepareInput, 'certify'>; lent: LentIdentity }
  sign: { bytes: Uint8Array; input: Omit<SignInput, 'identity'>; lent: LentIdentity }
  seal: { bytes: Uint8Array; input: Omit<SealInput, 'identity'>; lent: LentIdentity }
  trial: { stored: StoredFile; input: Omit<TrialInput, 'identity'>; lent: LentIdentity }
  verify: { file: Uint8Array | Plain | SealedFile }
  verifyIncrement: { bytes: Uint8Array; length: number }
  report: { input: ReportInput }
}

/** What a task answers: an error as data, because cloning would strip it of its class and code. */
export type ThreadAnswer<T> = { value: T } | { error: { name: string; message: string; code?: string } }

// The PDF libraries print what they find odd in a file; nobody can act on it.
Object.assign(console, { log: () => undefined, warn: () => undefined, info: () => undefined })

/** Loads what only this task needs: pdf.js takes as much memory as all the rest, and no signature needs it. */
export async function load(name: keyof ThreadTasks): Promise<void> {
  if (name === 'check') await import('./check.ts')
}

export function check({ file, limits }: ThreadTasks['check']) {
  return answer(() => reading(file, async (bytes) => (await import('./check.ts')).checkPdf(bytes, limits)))
}

export function prepare({ bytes, input, lent }: ThreadTasks['prepare']) {
  return answer(() =>
    usingUp(bytes, () => withIdentity(lent, (certify) => prepareRevision(bytes, { ...input, certify }))),
  )
}

export function sign({ bytes, input, lent }: ThreadTasks['sign']) {
  return answer(() =>
    usingUp(bytes, () => withIdentity(lent, (identity) => signRevision(bytes, { ...input, identity }))),
  )
}

export function seal({ bytes, input, lent }: ThreadTasks['seal']) {
  return answer(() =>
    usingUp(bytes, () => withIdentity(lent, (identity) => sealRevision(bytes, { ...input, identity }))),
  )
}

export function trial({ stored, input, lent }: ThreadTasks['trial']) {
  return answer(async () => {
    const read = await getBytes(stored.tenantId, stored.sha256)
    const bytes = copyWithRoom(read)
    release(read)
    await usingUp(bytes, () => withIdentity(lent, (identity) => trySealing(bytes, { ...input, identity })))
  })
}

export function verify({ file }: ThreadTasks['verify']) {
  return answer(() =>
    reading(file, async (bytes) => {
      if (!hasHeader(bytes)) throw new UnreadableFile('not_pdf', 'This is not a PDF file.')
      if (await inflatesTooMuch(bytes)) throw new UnreadableFile('corrupt', inflationMessage)
      return verifyPdf(bytes)
    }),
  )
}

export function verifyIncrement({ bytes, length }: ThreadTasks['verifyIncrement']) {
  return answer(() => usingUp(bytes, (file) => verifyIncrementOf(file, length)))
}

export function report({ input }: ThreadTasks['report']) {
  return answer(() => renderReport(input))
}

/** Works on a file wherever it is. */
async function reading<T>(
  file: Uint8Array | Plain | SealedFile,
  work: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  if (!('port' in file)) return usingUp('path' in file ? await openFile(file) : file, work)
  const { bytes, giveBack } = await borrowPlain(file)
  return usingUp(bytes, work, giveBack).finally(() => file.port.close())
}

/** The bytes of a task are the thread's own, and so is what lies behind them: a longer file may grow there. */
async function usingUp<T>(
  bytes: Uint8Array,
  work: (bytes: Uint8Array) => Promise<T>,
  giveBack = () => release(bytes),
): Promise<T> {
  let grown: Uint8Array[] = []
  try {
    const result = await work(own(bytes))
    grown = bytesIn(result)
    return result
  } finally {
    if (!grown.some(({ buffer }) => buffer === bytes.buffer)) giveBack()
  }
}

async function withIdentity<T>(
  lent: LentIdentity,
  work: (identity: ReturnType<typeof borrowIdentity>['identity']) => Promise<T>,
): Promise<T> {
  const { identity, giveBack } = borrowIdentity(lent)
  try {
    return await work(identity)
  } finally {
    giveBack()
  }
}

async function answer<T>(work: () => Promise<T>): Promise<unknown> {
  try {
    return handOver({ value: await work() })
  } catch (error) {
    const { message, name, code } = error as Error & { code?: unknown }
    const className = (error as Error).constructor?.name ?? name
    return { error: { name: className, message, ...(typeof code === 'string' && { code }) } }
  }
}

/** Large results move to the caller; what shares its memory with something else is copied. */
function handOver<T>(result: { value: T }): unknown {
  const buffers = new Set(
    bytesIn(result.value).flatMap((part) => (ownsMemory(part) ? [part.buffer as ArrayBuffer] : [])),
  )
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: result })
}

/** The result itself, or what of it is bytes. */
function bytesIn(value: unknown): Uint8Array[] {
  const parts = value instanceof Uint8Array ? [value] : Object.values(value ?? {})
  return parts.filter((part) => part instanceof Uint8Array)
}
