import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, isRunning, pidNamespace, readable } from './process-identity.mjs'

/** How often a process touches its mark, and after how long a mark that is not touched does not count. */
const TOUCH_MILLISECONDS = 60_000
const UNTOUCHED_MILLISECONDS = 300_000

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
