import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Transferable } from 'node:worker_threads'
import { log } from '#lib/core/log'
import { copyWithRoom } from '#lib/core/memory'
import { PadesError, type PadesErrorCode } from '#lib/pades/error'
import type { SigningIdentity } from '#lib/pades/identity'
import type { PreparedRevision, PrepareInput } from '#lib/pades/prepare'
import type { SealInput } from '#lib/pades/seal'
import type { SignInput } from '#lib/pades/sign'
import type { IncrementReport, VerifyReport } from '#lib/pades/verify'
import type { Plain } from '#lib/storage/held'
import type { SealedFile } from '#lib/storage/open'
import type { Checked, CheckLimits } from './check.ts'
import { lendIdentity } from './identity-port.ts'
import type { ReportInput } from './report.ts'
import { threadErrorCode } from './thread-error.ts'
import { ThreadPool } from './thread-pool.ts'
import type { ThreadAnswer, ThreadTasks } from './threads.ts'

/** Seconds a thread may work on one task. An intake has a person waiting; a seal only has to come. */
const timeoutSeconds = {
  check: 30,
  prepare: 120,
  sign: 120,
  seal: 120,
  verify: 60,
  verifyIncrement: 60,
  report: 60,
} as const

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
   * A sealed file is opened in the thread; plaintext that waits somewhere is taken from there. Never throws for a bad
   * file: one that exceeds the limits is `corrupt`.
   */
  async check(file: Uint8Array | Plain | SealedFile, limits: CheckLimits): Promise<Checked> {
    try {
      return await run<Checked>('check', {
        file: file instanceof Uint8Array ? copyWithRoom(file) : file,
        limits,
      })
    } catch (error) {
      const code = threadErrorCode(error)
      if (code === null || code === 'busy') throw error
      return {
        ok: false,
        reason: 'corrupt',
        message: 'This PDF could not be read within reasonable time and memory.',
        cause: error as Error,
      }
    } finally {
      // What no thread took would wait for ever.
      if ('port' in file) file.port.close()
    }
  },

  prepare(bytes: Uint8Array, { certify, ...input }: PrepareInput): Promise<PreparedRevision> {
    return lending(certify, (lent) => run('prepare', { bytes: copyWithRoom(bytes), input, lent }))
  },

  sign(bytes: Uint8Array, { identity, ...input }: SignInput): Promise<Uint8Array> {
    return lending(identity, (lent) => run('sign', { bytes: copyWithRoom(bytes), input, lent }))
  },

  seal(bytes: Uint8Array, { identity, ...input }: SealInput): Promise<Uint8Array> {
    return lending(identity, (lent) => run('seal', { bytes: copyWithRoom(bytes), input, lent }))
  },

  verify(bytes: Uint8Array): Promise<VerifyReport> {
    return run('verify', { bytes: copyWithRoom(bytes) })
  },

  verifyIncrement(bytes: Uint8Array, length: number): Promise<IncrementReport> {
    return run('verifyIncrement', { bytes: copyWithRoom(bytes), length })
  },

  report(input: ReportInput): Promise<Uint8Array> {
    return run('report', { input })
  },
}

/** Starts the first thread, so that the first document need not wait for the libraries; a failure is only logged. */
export async function warmThreads(): Promise<void> {
  await inThread
    .check(new Uint8Array(), { maxPages: 1 })
    .catch((error) => log().warn({ err: error }, 'the PDF threads could not be warmed'))
}

/** Stops all threads; the next task starts new ones. */
export async function closeThreads(): Promise<void> {
  const { pool } = home
  home.pool = undefined
  await pool?.close()
}

/** One pool a process, however many bundles of a Next server load this file. */
const key = Symbol.for('paraph.pdf.threads')
const shared = globalThis as { [key]?: { pool?: ThreadPool } }
shared[key] ??= {}
const home = shared[key]

function threads(): ThreadPool {
  home.pool ??= new ThreadPool({
    filename: resolve(process.cwd(), 'lib', 'pdf', 'threads.ts'),
    threads: Math.min(4, Math.max(2, availableParallelism())),
    heapMb: 1024,
    buffersMb: 1024,
    maxWaiting: 500,
  })
  return home.pool
}

async function run<T, Name extends keyof ThreadTasks = keyof ThreadTasks>(
  name: Name,
  task: ThreadTasks[Name],
): Promise<T> {
  const transfer = [
    ...('bytes' in task ? [task.bytes.buffer as ArrayBuffer] : []),
    ...('file' in task ? movesWith(task.file) : []),
    ...('lent' in task ? [task.lent.port] : []),
  ]
  const answer = await threads().run(name, task, { timeoutSeconds: timeoutSeconds[name], transfer })
  const given = answer as ThreadAnswer<T>
  if ('value' in given) return given.value
  const { name: className, message, code } = given.error
  if (className === 'PadesError') throw new PadesError(code as PadesErrorCode, message)
  throw Object.assign(new Error(message), { name: className, ...(code && { code }) })
}

function movesWith(file: ThreadTasks['check']['file']): Transferable[] {
  if ('port' in file) return [file.port]
  return 'path' in file ? [] : [file.buffer as ArrayBuffer]
}

async function lending<T>(
  identity: SigningIdentity,
  work: (lent: ReturnType<typeof lendIdentity>['lent']) => Promise<T>,
): Promise<T> {
  const { lent, recall } = lendIdentity(identity)
  try {
    return await work(lent)
  } finally {
    recall()
  }
}
