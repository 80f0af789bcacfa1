import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The content of `postmaster.pid`; null when missing or truncated. */
export function readPidFile(folder: string): { pid: number; ready: boolean } | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return Number.isInteger(pid) && pid > 1 ? { pid, ready: lines[7]?.trim() === 'ready' } : null
  } catch {
    return null
  }
}

/**
 * Every live PostgreSQL process whose working folder is `folder`: the postmaster and, after it was killed, the
 * backends that outlived it. Zombies and reused process ids do not count.
 */
export function liveProcesses(folder: string): number[] {
  const realFolder = realpathSync(folder)
  if (process.platform !== 'linux') {
    const pid = readPidFile(folder)?.pid
    return pid !== undefined && isPostgresInPs(pid, realFolder) ? [pid] : []
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresOf(pid, realFolder))
}

function isPostgresOf(pid: number, folder: string): boolean {
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() !== 'postgres') return false
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const state = stat.slice(stat.lastIndexOf(')') + 2)[0]
    return state !== 'Z' && state !== 'X' && readlinkSync(`/proc/${pid}/cwd`) === folder
  } catch {
    return false
  }
}

function isPostgresInPs(pid: number, folder: string): boolean {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' })
    return !line.startsWith('Z') && line.includes('postgres') && line.includes(folder)
  } catch {
    return false
  }
}

/** Stops all processes that still run in `folder`, first with SIGINT, and removes their stale lock file. */
export async function stopLeftovers(folder: string): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 5000],
    ['SIGQUIT', 3000],
    ['SIGKILL', 3000],
  ]
  for (const [signal, timeoutMilliseconds] of steps) {
    const postmaster = readPidFile(folder)?.pid
    const liveIds = liveProcesses(folder)
    if (liveIds.length === 0) break
    const pids = postmaster !== undefined && liveIds.includes(postmaster) ? [postmaster] : liveIds
    for (const pid of pids) sendSignal(pid, signal)
    const deadline = Date.now() + timeoutMilliseconds
    while (Date.now() < deadline && liveProcesses(folder).length > 0) await sleep(10)
  }
  if (liveProcesses(folder).length > 0) throw new Error(`A PostgreSQL server on ${folder} cannot be stopped.`)
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Sends a signal to a process that may be gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
