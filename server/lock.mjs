import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Another service runs on the same data folder. */
export class AlreadyRunning extends Error {}

const STOP_TIMEOUT_MILLISECONDS = 40_000

/**
 * Locks the data folder for this process, or throws AlreadyRunning. A lock is stale when its process is dead or its
 * process id was reused; a process that is stopping is waited for.
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
  try {
    const holder = JSON.parse(readFileSync(lockPath(dataDir), 'utf8'))
    return startTimeOf(holder.pid) === holder.born ? holder : null
  } catch {
    return null
  }
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
  return JSON.stringify({ pid: process.pid, born: startTimeOf(process.pid), ...info })
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
