import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another service runs on the same data folder. */
export class AlreadyRunning extends Error {}

const STOP_TIMEOUT_MILLISECONDS = 40_000
const WAIT_MILLISECONDS = 1000
/** Taking a lock takes milliseconds where another container can do it. */
const ABANDONED_MILLISECONDS = 20_000
/** How often a process touches its mark, and after how long a mark that is not touched does not count. */
const TOUCH_MILLISECONDS = 60_000
const UNTOUCHED_MILLISECONDS = 300_000
/** PowerShell takes a second. */
const ASK_MILLISECONDS = 10_000
/** Why nobody can be connected to: no socket, one of a process that was killed, or a path that is too long for one. */
const NOT_LISTENING = ['ENOENT', 'ECONNREFUSED', 'EINVAL']
const PROCESS = 'Get-CimInstance Win32_Process'
/** In place of the start time of a process that runs, where the system does not tell it. */
const UNKNOWN = 'alive'
let ownStartTime

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

/**
 * Says in a folder that this process runs from it, on a data folder, until it ends; not where the folder cannot be
 * written.
 */
export function markUse(folder, dataDir) {
  const since = Date.now()
  const path = join(usesFolder(folder), `${process.pid}-${since}`)
  try {
    mkdirSync(usesFolder(folder), { recursive: true })
    writeFileSync(path, describe({ dataDir, since }))
  } catch {
    return
  }
  setInterval(() => touch(path), TOUCH_MILLISECONDS).unref()
  process.on('exit', () => rmSync(path, { force: true }))
}

function touch(path) {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // The folder is gone, or cannot be written any more.
  }
}

/** Whether a process runs from a folder. */
export function isUsed(folder) {
  return listUses(folder).length > 0
}

/** What the processes that run from a folder say: their data folder, and since when they run, in milliseconds. */
export function listUses(folder) {
  const uses = usesFolder(folder)
  const names = existsSync(uses) ? readdirSync(uses) : []
  return names.map((name) => readUse(join(uses, name))).filter((use) => use !== null)
}

/**
 * Null when the process has ended; of one in another container, or of another user, which cannot be seen, when it
 * touches its mark no more.
 */
function readUse(path) {
  const use = readable(path) ?? {}
  if (use.namespace !== pidNamespace()) return isTouched(path) ? use : null
  if (isRunning(use)) return use
  try {
    rmSync(path, { force: true })
  } catch {
    // It is of another user.
  }
  return null
}

function isTouched(path) {
  const touchedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return Date.now() - touchedAt < UNTOUCHED_MILLISECONDS
}

const usesFolder = (folder) => join(folder, 'processes')

function lockPath(dataDir) {
  return join(dataDir, 'paraph.lock')
}

function describe(info) {
  const { pid } = process
  return JSON.stringify({ pid, born: startTimeOf(pid), namespace: pidNamespace(), ...info })
}

/** What a lock says of its process; null when there is none. */
function readInfo(path) {
  return parse(readText(path))
}

/** As `readInfo`, and null where this user may not read it. */
function readable(path) {
  try {
    return readInfo(path)
  } catch {
    return null
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return ''
  }
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The namespace of process ids, which each container has of its own; null elsewhere than on Linux. */
function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
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

/** Whether the process that a lock describes still runs, and not another one with its id. */
function isRunning({ pid, born }) {
  const started = startTimeOf(pid)
  // A lock that stays does less harm than a second PostgreSQL.
  return started !== null && (started === born || started === UNKNOWN || born === UNKNOWN)
}

/** When a process started, which identifies it together with its id. Null when it does not run or is a zombie. */
function startTimeOf(pid) {
  if (process.platform !== 'linux') {
    if (pid !== process.pid) return isAlive(pid) ? askForStartTime(pid) : null
    ownStartTime ??= askForStartTime(pid)
    return ownStartTime
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]
  } catch {
    return null
  }
}

/** As `startTimeOf`, of a live process, from `ps` or PowerShell; UNKNOWN when they do not say. */
function askForStartTime(pid) {
  const windows = process.platform === 'win32'
  const [program, ...args] = windows
    ? [
        'powershell',
        '-NoProfile',
        '-Command',
        `(${PROCESS} -Filter ProcessId=${pid}).CreationDate.ToFileTimeUtc()`,
      ]
    : ['ps', '-o', 'stat=', '-o', 'lstart=', '-p', String(pid)]
  try {
    const output = execFileSync(program, args, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: ASK_MILLISECONDS,
      windowsHide: true,
    }).trim()
    if (windows) return output || UNKNOWN
    // The state comes first.
    return output.startsWith('Z') ? null : output.replace(/^\S+\s+/, '')
  } catch {
    return isAlive(pid) ? UNKNOWN : null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
