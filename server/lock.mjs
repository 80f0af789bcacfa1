import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  describe,
  isRunning,
  parse,
  pidNamespace,
  readable,
  readInfo,
  readText,
} from './process-identity.mjs'

/** Another service runs on the same data folder. */
export class AlreadyRunning extends Error {}

const STOP_TIMEOUT_MILLISECONDS = 40_000
const WAIT_MILLISECONDS = 1000
/** Taking a lock takes milliseconds where another container can do it. */
const ABANDONED_MILLISECONDS = 20_000
/** Why nobody can be connected to: no socket, one of a process that was killed, or a path that is too long for one. */
const NOT_LISTENING = ['ENOENT', 'ECONNREFUSED', 'EINVAL']

/** By data folder: each accepts connections while this process has the lock, for other containers, which cannot see it. */
const listeners = new Map()

/**
 * Locks the data folder for this process, or throws AlreadyRunning. A lock is stale when its process is dead or its
 * process id was reused, unless it is of another container, and its holder accepts connections: a second PostgreSQL
 * would damage the data. A process of this container that is stopping is waited for.
 * @param mode of the file
 */
export async function acquireLock(dataDir, mode = 0o600) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const deadline = Date.now() + STOP_TIMEOUT_MILLISECONDS
  for (let announced = false; ; ) {
    const holder = await oneAtATime(dataDir, () => takeLock(dataDir, mode))
    if (holder.pid === process.pid) return
    if (!holder.stopping || Date.now() > deadline) {
      const where = holder.address ? ` at ${holder.address}` : ''
      throw new AlreadyRunning(`Paraph already runs on ${dataDir}${where} (process ${holder.pid}).`)
    }
    if (!announced) console.error('  waiting for the service that is stopping')
    announced = true
    await sleep(100)
  }
}

/** As `acquireLock`, but waits for the process that has the lock, which may be of another user. */
export async function waitForLock(folder) {
  for (let announced = false; ; announced = true) {
    try {
      return await acquireLock(folder, 0o644)
    } catch (error) {
      if (!(error instanceof AlreadyRunning)) throw error
      if (!announced) console.error('  waiting for another process that builds')
      await sleep(WAIT_MILLISECONDS)
    }
  }
}

/**
 * Takes the lock unless a live process holds it.
 * @returns its holder
 * @throws an error of the file system where this user may not read the lock of another one, which may be running
 */
async function takeLock(dataDir, mode) {
  const path = lockPath(dataDir)
  const holder = readInfo(path)
  if (holder && isRunning(holder)) return holder
  const namespace = pidNamespace()
  const isFromHere = !existsSync(path) || namespace === null || holder?.namespace === namespace
  if (!isFromHere && (await isHolderListening(dataDir)))
    throw new AlreadyRunning(`Paraph already runs on ${dataDir}, in another container: stop that one first.`)
  updateLock(dataDir, {}, mode)
  await listen(dataDir)
  return { pid: process.pid }
}

/**
 * Does something with the lock that no other process may do at the same time: each could find the same stale lock and
 * replace it. The file that marks this exists for milliseconds; one that stays is of a process that was killed.
 */
async function oneAtATime(dataDir, work) {
  const mark = `${lockPath(dataDir)}.taking`
  const own = describe({ since: Date.now() })
  let seen = null
  let since = 0
  while (!isMade(mark, own)) {
    const text = readText(mark)
    if (text !== seen) {
      seen = text
      since = performance.now()
    }
    // Meanwhile its process may have ended as it should, and another one have made its own.
    if (isAbandoned(text, since) && readText(mark) === text) rmSync(mark, { force: true })
    await sleep(10)
  }
  try {
    return await work()
  } finally {
    if (readText(mark) === own) rmSync(mark, { force: true })
  }
}

/** Whether the file was written; false where it is there already. On a full disk no empty file stays. */
function isMade(path, text) {
  let file
  try {
    file = openSync(path, 'wx')
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
  try {
    writeFileSync(file, text)
    return true
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Whether the process that made a mark was killed; where it cannot be seen, when the mark has been there for too long. */
function isAbandoned(text, since) {
  const maker = parse(text)
  if (maker && maker.namespace === pidNamespace()) return !isRunning(maker)
  return performance.now() - since > ABANDONED_MILLISECONDS
}

/** The live holder of the lock; null where there is none, or one of another user that cannot be read. */
export function readLock(dataDir) {
  const holder = readable(lockPath(dataDir))
  return holder && isRunning(holder) ? holder : null
}

/** The id of the user whose process has the lock; null when there is none. */
export function lockOwner(dataDir) {
  return statSync(lockPath(dataDir), { throwIfNoEntry: false })?.uid ?? null
}

/** Replaces the information in this process's lock, as a whole: others read it at any time, and the disk may be full. */
export function updateLock(dataDir, info, mode = 0o600) {
  const path = lockPath(dataDir)
  writeFileSync(`${path}.new`, describe(info), { mode })
  renameSync(`${path}.new`, path)
}

/** Removes the lock if this process still holds it. */
export function releaseLock(dataDir) {
  listeners.get(dataDir)?.close()
  listeners.delete(dataDir)
  if (readLock(dataDir)?.pid === process.pid) rmSync(lockPath(dataDir), { force: true })
}

function lockPath(dataDir) {
  return join(dataDir, 'paraph.lock')
}

function socketPath(dataDir) {
  return join(dataDir, 'paraph.sock')
}

/** Resolves when other containers can see that this process has the lock. */
async function listen(dataDir) {
  const path = socketPath(dataDir)
  rmSync(path, { force: true })
  listeners.get(dataDir)?.close()
  const listener = createServer((connection) => connection.destroy())
  listeners.set(dataDir, listener)
  // Where the path is too long for a socket, the lock holds among the processes that see each other.
  await new Promise((resolve) => listener.on('error', resolve).listen(path, resolve).unref())
}

/** Whether the holder of the lock accepts connections. */
function isHolderListening(dataDir) {
  return new Promise((resolve, reject) => {
    const connection = createConnection(socketPath(dataDir))
    connection.once('error', (error) => (NOT_LISTENING.includes(error.code) ? resolve(false) : reject(error)))
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
  })
}
