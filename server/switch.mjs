import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AlreadyRunning, acquireLock, lockOwner, readLock, releaseLock } from './lock.mjs'

/*
 * How a second `npm start` has the supervisor switch to another version: it writes a request into the data folder and
 * sends SIGUSR2, which the supervisor answers with a report beside the request.
 */

const POLL_MILLISECONDS = 200
/** How often the supervisor tries to write into a data folder that is full. */
const RETRY_MILLISECONDS = 10_000

const STOPPED = 'The service was stopped meanwhile: start again.'

/** The folder in a data folder that is there while a switch is under way. */
const switchFolder = (dataDir) => join(dataDir, 'switch')
const requestPath = (dataDir) => join(switchFolder(dataDir), 'request.json')
const reportPath = (dataDir) => join(switchFolder(dataDir), 'report.json')

/**
 * Lets no other process switch the service until this one has ended.
 * @throws Error where the service was stopped, or runs as another user, who could not read the request
 */
export async function lockSwitch(dataDir) {
  const folder = switchFolder(dataDir)
  await acquireLock(folder).catch((error) => {
    throw error instanceof AlreadyRunning ? new Error('Another npm start replaces the service now.') : error
  })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Compared with this process's own lock: some network file systems give every file to one user.
  const owner = lockOwner(dataDir)
  if (owner !== lockOwner(folder)) {
    releaseLock(folder)
    remove()
    if (owner === null) throw new Error(STOPPED)
    throw new Error(`The service runs as another user, with the id ${owner}: run npm start as that user.`)
  }
  process.on('exit', remove)
}

/**
 * Has the supervisor replace its processes by those of a version that is built.
 * @throws Error when the new version does not start: the old one runs on
 */
export async function requestSwitch(dataDir, request) {
  rmSync(reportPath(dataDir), { force: true })
  write(requestPath(dataDir), request)
  // The service may have been stopped during the build, and its process id belong to another program.
  const supervisor = readLock(dataDir)
  if (supervisor?.version) process.kill(supervisor.pid, 'SIGUSR2')
  while (supervisor?.version) {
    const isRunning = readLock(dataDir)?.pid === supervisor.pid
    const report = readJson(reportPath(dataDir))
    // One of an earlier request, whose npm start was ended, may come first.
    const isAnswered = report?.version === request.version
    if (isAnswered && report.error)
      throw new Error(`The new version does not start; the old one runs on.\n${report.error}`)
    if (isAnswered) return
    if (!isRunning) break
    await sleep(POLL_MILLISECONDS)
  }
  throw new Error(STOPPED)
}

/** What another `npm start` has built; null when nothing can be read. */
export function readSwitchRequest(dataDir) {
  return readJson(requestPath(dataDir))
}

/** Tries to write until it succeeds, which it does not while the disk is full, or until the service stops. */
export async function untilWritten(write, isStopping) {
  while (!isStopping()) {
    try {
      return write()
    } catch (error) {
      console.error(`\nThe switch to another version cannot be reported: ${error.message}\n`)
    }
    await sleep(RETRY_MILLISECONDS)
  }
}

/** Tells the other `npm start`, if it still waits, what became of its version. */
export function reportSwitch(dataDir, report) {
  if (existsSync(switchFolder(dataDir))) write(reportPath(dataDir), report)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

/** Replaces the file as a whole: the other process may read it at any time. */
function write(path, value) {
  writeFileSync(`${path}.new`, JSON.stringify(value), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
