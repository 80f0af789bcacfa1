import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A service that runs on the same data folder, found by its lock. */
export class AlreadyRunning extends Error {}

const PATIENCE_MILLISECONDS = 40_000

/**
 * Takes the data folder for this process, or throws AlreadyRunning. A lock whose process is dead, or is another that
 * got its number, is no lock; one whose process is stopping is waited for.
 */
export async function takeLock(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = lockPath(dataDir)
  const deadline = Date.now() + PATIENCE_MILLISECONDS
  for (let told = false; ; ) {
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
    if (!told) console.log('  waiting for the service that is stopping')
    told = true
    await sleep(100)
  }
}

/** The live holder of the lock, or null. */
export function readLock(dataDir) {
  try {
    const holder = JSON.parse(readFileSync(lockPath(dataDir), 'utf8'))
    return bornOf(holder.pid) === holder.born ? holder : null
  } catch {
    return null
  }
}

/** Writes the lock anew in this process's name, with what is known by now. */
export function noteInLock(dataDir, facts) {
  writeFileSync(lockPath(dataDir), describe(facts), { mode: 0o600 })
}

/** Gives the folder free, if it is still ours. */
export function releaseLock(dataDir) {
  if (readLock(dataDir)?.pid === process.pid) rmSync(lockPath(dataDir), { force: true })
}

function lockPath(dataDir) {
  return join(dataDir, 'paraph.lock')
}

function describe(facts) {
  return JSON.stringify({ pid: process.pid, born: bornOf(process.pid), ...facts })
}

/** When a process was born: with its number, its identity. Null when there is none, or it is dead and unburied. */
function bornOf(pid) {
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
