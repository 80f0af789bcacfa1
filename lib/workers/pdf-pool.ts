import { MarkedGroups } from '#lib/core/fair-queue/marked-groups'
import { entryFile } from '#lib/core/runtime/entry-file'
import { type FaultCode, markReported } from '#lib/core/runtime/faults'
import { gauge } from '#lib/core/runtime/metrics'
import { singleton } from '#lib/core/runtime/singleton'
import { inSpan } from '#lib/core/runtime/tracing'
import type { PatternTrial } from '#lib/core/text/patterns'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import type { Differences } from '#lib/pades/differences/differences'
import { PadesError } from '#lib/pades/error'
import type { Pkcs12 } from '#lib/pades/keys/pkcs12'
import type { MadeRevision, RevisionStep } from '#lib/pades/revise'
import type { SignatureReport } from '#lib/pades/signature-report'
import type { TrialInput } from '#lib/pades/trial'
import type { TrustedList } from '#lib/pades/trusted-lists/trusted-list'
import type { VerifyReport } from '#lib/pades/verify'
import type { EncryptedFile } from '#lib/storage/decrypt'
import type { StoredHash } from '#lib/storage/files'
import type { PictureKind } from '#lib/storage/store'
import type { CheckLimits, FileCheck } from '../pdf/check/check.ts'
import type { TextInBox } from '../pdf/fields/text-in-box.ts'
import type { TextPlace } from '../pdf/import/fields-in-file.ts'
import type { FileFields } from '../pdf/import/file-field.ts'
import type { ReportInput } from '../pdf/report/input.ts'
import type { TypedOutline } from '../pdf/text/outline.ts'
import { getGroup, getTries, type Lane, laneOptions, type Requester, type Try } from './lanes.ts'
import { type SignerPort, withSignerPort } from './signer-port.ts'
import { threadErrorCode } from './thread-error.ts'
import { ThreadPool } from './thread-pool.ts'
import type { ConversionResult, EmbeddedFile, FilledDocx, ThreadTasks } from './threads.ts'

/** A verified revision that is not stored yet. */
export interface StagedRevision extends Omit<MadeRevision, 'bytes'> {
  /** The signature that it adds; null where a file that was signed before is prepared. */
  signature: SignatureReport | null
  /** The document time stamp at its end; null without one. */
  documentTimeStamp: SignatureReport | null
  file: EncryptedFile
}

/**
 * The engines in worker threads: the same arguments and results as the functions of lib/pdf and lib/pades,
 * off the caller's event loop, each within a limit of time and memory. Bytes are copied to the thread and
 * results moved back; a signing identity's key stays in the calling thread.
 *
 * All throw ThreadError when a limit stops them, and PadesError as the engines do; other errors of the
 * engines arrive as Error with the `name` of their class.
 */
export const inThread = {
  /** An encrypted file is read and decrypted in the thread. Never throws for a bad file. */
  check(
    file: Uint8Array | EncryptedFile,
    limits: CheckLimits,
    requester: Requester = 'job',
  ): Promise<FileCheck> {
    return run('check', () => ({ file: copyFile(file), limits }), requester)
  },

  /** Like `check`: the PDF of an image, or a text document that can be converted. */
  convert(file: Uint8Array | EncryptedFile, requester: Requester = 'job'): Promise<ConversionResult> {
    return run('convert', () => ({ file: copyFile(file) }), requester)
  },

  /**
   * Makes and verifies the next revision of a stored file, and encrypts it into a staging file, all in the thread.
   * `putStaged` stores it.
   */
  revise(stored: StoredHash, step: RevisionStep, identity: SigningIdentity): Promise<StagedRevision> {
    return runSigning('revise', identity, (signerPort) => ({ stored, step, signerPort }))
  },

  /** Reads the stored file in the thread. @throws PadesError `unsealable` */
  trySealing(
    storedFile: StoredHash,
    { identity, ...input }: TrialInput,
    requester: Requester,
  ): Promise<void> {
    return runSigning(
      'trial',
      identity,
      (signerPort) => ({ stored: storedFile, input, signerPort }),
      requester,
    )
  },

  /** @param file as for `check` */
  verify(file: Uint8Array | EncryptedFile, requester: Requester = 'job'): Promise<VerifyReport> {
    return run('verify', (isFirstTry) => ({ file: copyFile(file), isFirstTry }), requester)
  },

  /** Reads the stored file in the thread. */
  verifyStored(storedFile: StoredHash, requester: Requester): Promise<VerifyReport> {
    return run('verifyStored', (isFirstTry) => ({ stored: storedFile, isFirstTry }), requester)
  },

  report(input: ReportInput, requester: Requester = 'job'): Promise<Uint8Array> {
    return run('report', () => ({ input }), requester)
  },

  /**
   * Like `report`, with the platform's seal, which names the chain with this name and the head in `input`. Stored files
   * are read in the thread.
   */
  sealedReport(
    input: ReportInput,
    chain: string,
    identity: SigningIdentity,
    files: EmbeddedFile[] = [],
  ): Promise<Uint8Array> {
    return runSigning('sealedReport', identity, (signerPort) => ({ input, files, chain, signerPort }))
  },

  /** @throws UnreadableFile when the content needs too much memory */
  fieldsInFile(source: StoredHash | EncryptedFile, requester: Requester): Promise<FileFields> {
    return run('fieldsInFile', () => ({ source }), requester)
  },

  /** A stored DOCX, which was read as these parts, with these values in place of its placeholders. */
  fillDocx(task: ThreadTasks['fillDocx'], requester: Requester): Promise<FilledDocx> {
    return run('fillDocx', () => task, requester)
  },

  /** The places of each text. @throws UnreadableFile when the content needs too much memory */
  findTexts(storedFile: StoredHash, texts: string[], requester: Requester): Promise<TextPlace[][]> {
    return run('findTexts', () => ({ stored: storedFile, texts }), requester)
  },

  /** A typed signature in the handwriting fonts that are offered for it. */
  outlineTyped(text: string, requester: Requester): Promise<TypedOutline[]> {
    return run('outlineTyped', () => ({ text }), requester)
  },

  /** How many characters of each text its box shows; null when it shows all. */
  countFitting(texts: TextInBox[], requester: Requester): Promise<(number | null)[]> {
    return run('countFitting', () => ({ texts }), requester)
  },

  /** The sizes of the first patterns, of one at least, as `measurePatterns` of lib/core/text/patterns.ts. */
  measurePatterns(patterns: string[], requester: Requester): Promise<(number | null)[]> {
    return run('measurePatterns', () => ({ patterns }), requester)
  },

  /** The outcomes of the first trials, of one at least, as `matchTrials` of lib/core/text/patterns.ts. */
  matchPatterns(trials: PatternTrial[], requester: Requester): Promise<(boolean | null)[]> {
    return run('matchPatterns', () => ({ trials }), requester)
  },

  /** The key and the certificates of a PKCS#12 file. */
  readPkcs12(task: ThreadTasks['readPkcs12'], requester: Requester): Promise<Pkcs12> {
    return run('readPkcs12', () => task, requester)
  },

  /** The trusted list in a file, whose signature is valid. @throws Error for any other file */
  readTrustedList(path: string): Promise<TrustedList> {
    return run('readTrustedList', () => ({ path }))
  },

  /** A WebP picture of page 1. @throws the error of pdf.js when it cannot draw the page */
  picture(storedFile: StoredHash, kind: PictureKind, requester: Requester): Promise<Uint8Array> {
    return run('picture', () => ({ stored: storedFile, kind }), requester)
  },

  /** Pictures of what each revision changed. @throws UnreadableFile */
  differences(file: Uint8Array | EncryptedFile, requester: Requester): Promise<Differences> {
    return run('differences', () => ({ file: copyFile(file) }), requester)
  },
}

/** Starts the first thread for `requester`, so that the first document need not wait for the libraries. */
export function warmThreads(requester: Requester): void {
  getThreads(getTries(requester, 'check')[0].lane)
}

/** Stops all threads; the next task starts new ones. */
export async function closeThreads(): Promise<void> {
  const open = Object.values(shared.pools)
  shared.pools = {}
  shared.slowGroups.clear()
  await Promise.all(open.map((pool) => pool.close()))
}

/** The faults as which errors with these codes were reported. */
const reportedFaults: Record<string, FaultCode> = {
  no_time_stamp: 'time_stamps_failed',
  no_signing_key: 'signing_key_failed',
}
/** How long the tasks of a requester skip the first try after one that was too slow for it. */
const SLOW_MILLISECONDS = 60_000

/** One pool per lane and process. */
interface Pools {
  pools: Partial<Record<Lane, ThreadPool>>
  slowGroups: MarkedGroups
}
const shared = singleton(
  'pdf.threads',
  (): Pools => ({ pools: {}, slowGroups: new MarkedGroups(SLOW_MILLISECONDS) }),
)

gauge(
  { name: 'thread_tasks', help: 'Tasks on documents, by lane and state.', labels: ['lane', 'state'] },
  (set) => {
    for (const [lane, pool] of Object.entries(shared.pools)) {
      set(pool.load.running, { lane, state: 'running' })
      set(pool.load.waiting, { lane, state: 'waiting' })
    }
  },
)

function getThreads(lane: Lane): ThreadPool {
  shared.pools[lane] ??= new ThreadPool({
    ...laneOptions[lane],
    filename: entryFile('lib/workers/threads.ts'),
  })
  return shared.pools[lane]
}

/** @param makeTask called for each try, as the buffers of a task are transferred; the first one of two may be short */
function run<T, Name extends keyof ThreadTasks = keyof ThreadTasks>(
  name: Name,
  makeTask: (isFirstTry: boolean) => ThreadTasks[Name],
  requester: Requester = 'job',
): Promise<T> {
  return tryInLanes(name, requester, (limits, isFirstTry) =>
    runOnce(name, makeTask(isFirstTry), requester, limits),
  )
}

/** Like `run`, with a port for the identity's key. */
function runSigning<T, Name extends keyof ThreadTasks = keyof ThreadTasks>(
  name: Name,
  identity: SigningIdentity,
  makeTask: (signerPort: SignerPort) => ThreadTasks[Name],
  requester: Requester = 'job',
): Promise<T> {
  return tryInLanes(name, requester, (limits) =>
    withSignerPort(identity, (signerPort) => runOnce(name, makeTask(signerPort), requester, limits)),
  )
}

/** Tries a task again in the next lane when it needs more time than the first one gives. */
async function tryInLanes<T>(
  name: keyof ThreadTasks,
  requester: Requester,
  execute: (limits: Try, isFirstTry: boolean) => Promise<T>,
): Promise<T> {
  const [first, second] = getTries(requester, name)
  if (!second) return execute(first, false)
  const group = getGroup(requester)!
  if (shared.slowGroups.has(group)) return execute(second, false)
  try {
    return await execute(first, true)
  } catch (error) {
    const code = threadErrorCode(error)
    if (code !== 'work' && code !== 'timeout' && code !== 'long') throw error
    if (code === 'work') shared.slowGroups.add(group)
    return execute(second, false)
  }
}

async function runOnce<T>(
  name: keyof ThreadTasks,
  task: ThreadTasks[keyof ThreadTasks],
  requester: Requester,
  { lane, ...limits }: Try,
): Promise<T> {
  const transfer = [
    ...('file' in task && task.file instanceof Uint8Array ? [task.file.buffer as ArrayBuffer] : []),
    ...('signerPort' in task ? [task.signerPort.port] : []),
  ]
  try {
    const options = {
      ...limits,
      transfer,
      ...(requester !== 'job' && {
        group: getGroup(requester),
        ...('signal' in requester && { signal: requester.signal }),
      }),
    }
    return await inSpan(
      name,
      { attributes: { 'paraph.lane': lane } },
      async () => (await getThreads(lane).run(name, task, options)) as T,
    )
  } catch (error) {
    const { name: className, text, code } = error as PadesError
    if (className !== 'PadesError') throw error
    const failure = new PadesError(code, text)
    // Keys and authorities are used in this process, which has reported what failed.
    const fault = reportedFaults[code]
    throw fault ? markReported(failure, fault) : failure
  }
}

/** A copy of the bytes, which is transferred to the thread: the caller keeps its own. */
function copyFile(file: Uint8Array | EncryptedFile): Uint8Array | EncryptedFile {
  return file instanceof Uint8Array ? new Uint8Array(file) : file
}
