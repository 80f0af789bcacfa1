import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/** PowerShell takes a second. */
const ASK_MILLISECONDS = 10_000
const PROCESS = 'Get-CimInstance Win32_Process'
/** In place of the start time of a process that runs, where the system does not tell it. */
const UNKNOWN = 'alive'
let ownStartTime

/** The text of a file that says which process wrote it, with other information. */
export function describe(info) {
  const { pid } = process
  return JSON.stringify({ pid, born: startTimeOf(pid), namespace: pidNamespace(), ...info })
}

/** What a file says of the process that wrote it; null when there is none. */
export function readInfo(path) {
  return parse(readText(path))
}

/** As `readInfo`, and null where this user may not read it. */
export function readable(path) {
  try {
    return readInfo(path)
  } catch {
    return null
  }
}

/** A file; empty where there is none. */
export function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return ''
  }
}

/** What `describe` wrote; null of another text. */
export function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The namespace of process ids, which each container has of its own; null elsewhere than on Linux. */
export function pidNamespace() {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return null
  }
}

/** Whether the process that a file describes still runs, and not another one with its id. */
export function isRunning({ pid, born }) {
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
