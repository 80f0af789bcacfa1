import { availableParallelism } from 'node:os'
import { entryFile } from '#lib/core/entry-file'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { PadesError } from '#lib/pades/error'
import type { PreparedRevision, PrepareInput } from '#lib/pades/prepare'
import type { SealInput } from '#lib/pades/seal'
import type { SignInput } from '#lib/pades/sign'
import type { TrialInput } from '#lib/pades/trial'
import type { IncrementReport, VerifyReport } from '#lib/pades/verify'
import type { EncryptedFile } from '#lib/storage/decrypt'
import type { CheckLimits, FileCheck } from '../pdf/check/check.ts'
import type { TextPlace } from '../pdf/import/fields-in-file.ts'
import type { FileFields } from '../pdf/import/file-field.ts'
import type { ReportInput } from '../pdf/report.ts'
import { exposeSigner } from './signer-port.ts'
import { isTooHeavy } from './thread-error.ts'
import { type PoolOptions, ThreadPool } from './thread-pool.ts'
import type { ConversionResult, StoredFile, ThreadTasks } from './threads.ts'

/**
 * The requester of a task. Requests of tenants, requests of visitors and background jobs have separate threads; within
 * them tenants, and visitors by IP address, take turns.
 */
export type Requester = { tenantId: number } | { visitor: string } | 'job'

/** The time limit of a task of a request, in seconds. */
const requestSeconds = 10
/** Longer for a trial, which signs for all signers of a process, and for pictures of pages with large images. */
const longRequestSeconds = 30
const longTasks: (keyof ThreadTasks)[] = ['trial', 'thumbnail']
/** The time limit of a task of a background job. */
const jobSeconds = 120

/**
 * The engines in worker threads: the same arguments and results as the functions of lib/pdf and lib/pades,
 * off the caller's event loop, each within a limit of time and memory. Bytes are copied to the thread and
 * results moved back; a signing identity's key stays in the calling thread.
 *
 * All throw ThreadError when a limit stops them, and PadesError as the engines do; other errors of the
 * engines arrive as Error with the `name` of their class.
 */
export const inThread = {
  /**
   * An encrypted file is read and decrypted in the thread. Never throws for a bad file: one that needs too much time or
   * memory is `corrupt`.
   */
  async check(
    file: Uint8Array | EncryptedFile,
    limits: CheckLimits,
    requester: Requester = 'job',
  ): Promise<FileCheck> {
    const task = run<FileCheck>('check', { file: copyOf(file), limits }, requester)
    return task.catch(toCorrupt)
  },

  /** Like `check`: the PDF of an image, or a text document that can be converted. */
  async convert(file: Uint8Array | EncryptedFile, requester: Requester = 'job'): Promise<ConversionResult> {
    const task = run<ConversionResult>('convert', { file: copyOf(file) }, requester)
    return task.catch(toCorrupt)
  },

  prepare(bytes: Uint8Array, { certify, ...input }: PrepareInput): Promise<PreparedRevision> {
    return withSignerPort(certify, (signerPort) =>
      run('prepare', { bytes: new Uint8Array(bytes), input, signerPort }),
    )
  },

  sign(bytes: Uint8Array, { identity, ...input }: SignInput): Promise<Uint8Array> {
    return withSignerPort(identity, (signerPort) =>
      run('sign', { bytes: new Uint8Array(bytes), input, signerPort }),
    )
  },

  seal(bytes: Uint8Array, { identity, ...input }: SealInput): Promise<Uint8Array> {
    return withSignerPort(identity, (signerPort) =>
      run('seal', { bytes: new Uint8Array(bytes), input, signerPort }),
    )
  },

  /** Reads the stored file in the thread. @throws PadesError `unsealable` */
  trySealing(
    storedFile: StoredFile,
    { identity, ...input }: TrialInput,
    requester: Requester,
  ): Promise<void> {
    return withSignerPort(identity, (signerPort) =>
      run('trial', { stored: storedFile, input, signerPort }, requester),
    )
  },

  /** @param file as for `check` */
  verify(file: Uint8Array | EncryptedFile, requester: Requester = 'job'): Promise<VerifyReport> {
    return run('verify', { file: copyOf(file) }, requester)
  },

  /** Reads the stored file in the thread. */
  verifyStored(storedFile: StoredFile, requester: Requester): Promise<VerifyReport> {
    return run('verifyStored', { stored: storedFile }, requester)
  },

  verifyIncrement(bytes: Uint8Array, length: number): Promise<IncrementReport> {
    return run('verifyIncrement', { bytes: new Uint8Array(bytes), length })
  },

  report(input: ReportInput, requester: Requester = 'job'): Promise<Uint8Array> {
    return run('report', { input }, requester)
  },

  /** @throws UnreadableFile when the content needs too much memory */
  fieldsInFile(storedFile: StoredFile, requester: Requester): Promise<FileFields> {
    return run('fieldsInFile', { stored: storedFile }, requester)
  },

  /** The places of each text. @throws UnreadableFile when the content needs too much memory */
  findTexts(storedFile: StoredFile, texts: string[], requester: Requester): Promise<TextPlace[][]> {
    return run('findTexts', { stored: storedFile, texts }, requester)
  },

  /** A WebP picture of page 1. @throws the error of pdf.js when it cannot draw the page */
  thumbnail(storedFile: StoredFile, requester: Requester): Promise<Uint8Array> {
    return run('thumbnail', { stored: storedFile }, requester)
  },
}

/** The result for a file that needs too much time or memory. @throws any other error unchanged */
function toCorrupt(error: unknown) {
  if (!isTooHeavy(error)) throw error
  const message = `${error.message} Print it to a new PDF first.`
  return { ok: false, reason: 'corrupt', message, cause: error } as const
}

/** Starts the first thread for `requester`, so that the first document need not wait for the libraries. */
export function warmThreads(requester: Requester): void {
  threadsOf(laneOf(requester))
}

/** Stops all threads; the next task starts new ones. */
export async function closeThreads(): Promise<void> {
  const open = Object.values(globalPools.pools)
  globalPools.pools = {}
  await Promise.all(open.map((pool) => pool.close()))
}

type Lane = 'requests' | 'visitors' | 'jobs'

/** The limits of each lane: a request that reads a hostile file must leave memory to the rest of its process. */
const poolOptions: Record<Lane, Omit<PoolOptions, 'filename'>> = {
  requests: {
    firstTask: 'check',
    niceIncrement: 5,
    threads: Math.min(4, Math.max(2, availableParallelism())),
    heapMb: 256,
    buffersMb: 384,
    maxWaiting: 500,
    maxWaitingOfGroup: 100,
  },
  visitors: {
    threads: 1,
    spareThreads: 0,
    niceIncrement: 15,
    heapMb: 192,
    buffersMb: 256,
    maxWaiting: 200,
    maxWaitingOfGroup: 60,
  },
  jobs: {
    threads: Math.min(4, Math.max(2, availableParallelism())),
    heapMb: 1024,
    buffersMb: 1024,
    maxWaiting: 500,
    maxWaitingOfGroup: 500,
  },
}

function laneOf(requester: Requester): Lane {
  if (requester === 'job') return 'jobs'
  return 'visitor' in requester ? 'visitors' : 'requests'
}

function secondsOf(requester: Requester, name: keyof ThreadTasks): number {
  if (requester === 'job') return jobSeconds
  return longTasks.includes(name) ? longRequestSeconds : requestSeconds
}

/** One pool per lane and process, even when several bundles of Next load this file. */
const key = Symbol.for('paraph.pdf.threads')
const globals = globalThis as { [key]?: { pools: Partial<Record<Lane, ThreadPool>> } }
globals[key] ??= { pools: {} }
const globalPools = globals[key]

function threadsOf(lane: Lane): ThreadPool {
  globalPools.pools[lane] ??= new ThreadPool({
    ...poolOptions[lane],
    filename: entryFile('lib/workers/threads.ts'),
  })
  return globalPools.pools[lane]
}

async function run<T, Name extends keyof ThreadTasks = keyof ThreadTasks>(
  name: Name,
  task: ThreadTasks[Name],
  requester: Requester = 'job',
): Promise<T> {
  const transfer = [
    ...('bytes' in task ? [task.bytes.buffer as ArrayBuffer] : []),
    ...('file' in task && task.file instanceof Uint8Array ? [task.file.buffer as ArrayBuffer] : []),
    ...('signerPort' in task ? [task.signerPort.port] : []),
  ]
  try {
    return (await threadsOf(laneOf(requester)).run(name, task, {
      timeoutSeconds: secondsOf(requester, name),
      transfer,
      ...(requester !== 'job' && { group: 'visitor' in requester ? requester.visitor : requester.tenantId }),
    })) as T
  } catch (error) {
    const { name: className, message, code } = error as PadesError
    throw className === 'PadesError' ? new PadesError(code, message) : error
  }
}

/** A copy of the bytes, which is transferred to the thread: the caller keeps its own. */
function copyOf(file: Uint8Array | EncryptedFile): Uint8Array | EncryptedFile {
  return file instanceof Uint8Array ? new Uint8Array(file) : file
}

async function withSignerPort<T>(
  identity: SigningIdentity,
  callback: (signerPort: ReturnType<typeof exposeSigner>['signerPort']) => Promise<T>,
): Promise<T> {
  const { signerPort, close } = exposeSigner(identity)
  try {
    return await callback(signerPort)
  } finally {
    close()
  }
}
