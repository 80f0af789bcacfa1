import { mkdirSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another service runs on the same data folder. */
export class AlreadyRunning extends Error {}

const STOP_TIMEOUT_MILLISECONDS = 40_000

/**
 * Locks the data folder for this process, or throws AlreadyRunning. A lock is stale when its process is dead or its
 * process id was reused, unless another container has it: its processes cannot be seen, but its PostgreSQL accepts
 * connections, and a second one would damage the data. A process that is stopping is waited for.
 */
export async function acquireLock(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = lockPath(dataDir)
  const deadline = Date.now() + STOP_TIMEOUT_MILLISECONDS
  for (let announced = false; ; ) {
    try {
      writeFileSync(path, describe({}), { flag: 'wx', mode: 0o600 })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readLock(dataDir)
    if (!holder) {
      const namespace = pidNamespace()
      const isFromHere = namespace === null || readInfo(path)?.namespace === namespace
      if (!isFromHere && (await isDatabaseRunning(dataDir)))
        throw new AlreadyRunning(
          `Paraph already runs on ${dataDir}, in another container: stop that one first.`,
        )
      rmSync(path, { force: true })
      continue
    }
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

/** The live holder of the lock, or null. */
export function readLock(dataDir) {
  const holder = readInfo(lockPath(dataDir))
  return holder && startTimeOf(holder.pid) === holder.born ? holder : null
}

/** Replaces the information in this process's lock, as a whole: others read it at any time, and the disk may be full. */
export function updateLock(dataDir, info) {
  const path = lockPath(dataDir)
  writeFileSync(`${path}.new`, describe(info), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Removes the lock if this process still holds it. */
export function releaseLock(dataDir) {
  if (readLock(dataDir)?.pid === process.pid) rmSync(lockPath(dataDir), { force: true })
}

function lockPath(dataDir) {
  return join(dataDir, 'paraph.lock')
}

function describe(info) {
  const { pid } = process
  return JSON.stringify({ pid, born: startTimeOf(pid), namespace: pidNamespace(), ...info })
}

/** What a lock says of its process; null when there is none. */
function readInfo(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
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

/** Whether the PostgreSQL of the folder accepts connections. */
function isDatabaseRunning(dataDir) {
  return new Promise((resolve) => {
    const connection = createConnection(join(dataDir, 'run', '.s.PGSQL.5432'))
    connection.once('error', () => resolve(false))
    connection.once('connect', () => {
      connection.destroy()
      resolve(true)
    })
  })
}

/** When a process started, which identifies it together with its id. Null when it does not run or is a zombie. */
function startTimeOf(pid) {
  if (process.platform !== 'linux') return isAlive(pid) ? 'alive' : null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]
  } catch {
    return null
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
