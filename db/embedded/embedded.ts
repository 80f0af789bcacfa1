import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256Hex } from '#lib/core/ids'
import { socketUrl } from '../connection/address.ts'
import { chooseAccount, findPrograms, type Runner, runProgram } from './binaries.ts'
import { shortenLog } from './log.ts'
import { readPidFile, sendSignal, stopLeftovers } from './postmaster.ts'

const MAJOR = '18'
const DATABASE = 'paraph'
const SUPERUSER = 'postgres'
const PASSWORD_FILE = 'postgres-password'
/** The folder in a data folder while a backup is restored into it; the server does not start beside it. */
export const RESTORING = 'restoring'
const SOCKET = '.s.PGSQL.5432'
const SOCKET_PATH_MAX_BYTES = 107
const LOG_CHECK_MILLISECONDS = 60_000
/**
 * `shared_buffers`: with more, PostgreSQL needs more memory at rest, and a search of a million rows hardly gets faster.
 */
const CACHE_MEGABYTES = { least: 128, most: 256 }

/** A running server. It ends with this process, even after kill -9. */
export interface EmbeddedServer {
  /** The URL of the superuser; the application itself connects as a role that owns nothing. */
  url: string
  pid: number
  /** Resolves when the server's process ends, for any reason. */
  exited: Promise<void>
  /** Stops the server: clients are disconnected, everything committed is on disk. */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** The folder with the server's files in `postgres/` and its log in `postgres.log`, which stays short. */
  dataDir: string
  /** False trades safety against power cuts for speed: tests only. */
  durable?: boolean
}

/** The superuser's URL of the server that `startEmbedded` runs for `dataDir`, running or not. */
export function embeddedUrl(dataDir: string): string {
  const root = resolve(dataDir)
  return socketUrl(socketFolder(root), SUPERUSER, readPassword(root) ?? '', DATABASE)
}

/**
 * Starts the embedded PostgreSQL of `dataDir` and creates it on first use. A server left by a killed process is stopped
 * first; callers ensure that only one process uses a folder.
 * @throws with the end of the server's log when it does not start
 */
export async function startEmbedded({ dataDir, durable = true }: EmbeddedOptions): Promise<EmbeddedServer> {
  const root = resolve(dataDir)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  if (existsSync(join(root, RESTORING)))
    throw new Error(`A backup was not restored to its end in ${root}: restore it again.`)
  const folder = join(root, 'postgres')
  const { initdb, postgres } = await findPrograms()
  const runner = chooseAccount(folder, postgres)
  if (runner.account) chmodSync(root, statSync(root).mode | 0o011)
  if (!existsSync(folder)) await initialise(root, folder, { initdb, postgres, runner, durable })
  const version = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (version !== MAJOR) {
    throw new Error(`${folder} was written by PostgreSQL ${version}; this is PostgreSQL ${MAJOR}.`)
  }
  await stopLeftovers(folder)
  if (!readPassword(root)) await setPassword(root, folder, { postgres, runner })

  const sockets = socketFolder(root)
  makeSocketFolder(sockets, runner)
  // A killed server leaves them: the lock file then names a process that has ended, or an unrelated one.
  for (const name of [SOCKET, `${SOCKET}.lock`]) rmSync(join(sockets, name), { force: true })
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: `${cacheMegabytes()}MB`,
    wal_buffers: '4MB',
    log_min_messages: 'warning',
    // The details of an error, and the statement that failed, may have names and email addresses.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(root, 'postgres.log')
  // A log that cannot be shortened stops nothing.
  const shorten = () => shortenLog(logFile).catch(() => {})
  await shorten()
  const server = launch(runner, postgres, ['-D', folder, ...flags], logFile)
  const timer = setInterval(shorten, LOG_CHECK_MILLISECONDS).unref()
  server.exited.then(() => clearInterval(timer))
  await untilReady(server, folder, logFile)
  return server
}

/** Gives the files of a restored `postgres/` to the account that will run the server. */
export async function giveToServer(root: string): Promise<void> {
  const folder = join(root, 'postgres')
  const { account } = chooseAccount(folder, (await findPrograms()).postgres)
  if (!account) return
  for (const name of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
    chownSync(join(folder, name), account.uid, account.gid)
}

/** An eighth of the machine's memory, because a search of a large vault reads rows spread over all of it. */
function cacheMegabytes(): number {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)
  const eighth = Math.floor(bytes / 8 / 2 ** 20)
  return Math.max(CACHE_MEGABYTES.least, Math.min(CACHE_MEGABYTES.most, eighth))
}

async function initialise(
  root: string,
  folder: string,
  tools: { initdb: string; postgres: string; runner: Runner; durable: boolean },
): Promise<void> {
  for (const name of readdirSync(root)) {
    if (name.startsWith('postgres.new-')) rmSync(join(root, name), { recursive: true })
  }
  rmSync(join(root, PASSWORD_FILE), { force: true })
  // A kill must not leave an incomplete cluster under the final name.
  const temporary = join(root, `postgres.new-${process.pid}`)
  mkdirSync(temporary, { mode: 0o700 })
  changeOwner(temporary, tools.runner)
  await runProgram(tools.runner, tools.initdb, [
    `--pgdata=${temporary}`,
    `--username=${SUPERUSER}`,
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    // Any other method makes initdb ask for a password.
    '--auth=reject',
    ...(tools.durable ? [] : ['--no-sync']),
  ])
  const single = ['--single', '-D', temporary, 'postgres']
  await runProgram(tools.runner, tools.postgres, single, `CREATE DATABASE ${DATABASE};\n`)
  writeFileSync(join(temporary, 'pg_hba.conf'), 'local all all scram-sha-256\n', { flush: true })
  renameSync(temporary, folder)
  const handle = openSync(root, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The password of the superuser; null when there is none yet. */
function readPassword(root: string): string | null {
  const file = join(root, PASSWORD_FILE)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || null : null
}

/** Gives the superuser a password, and stores it last: without it, the next start repeats this. No server may run. */
async function setPassword(
  root: string,
  folder: string,
  { postgres, runner }: { postgres: string; runner: Runner },
): Promise<void> {
  const password = randomBytes(32).toString('base64url')
  const single = ['--single', '-c', 'exit_on_error=on', '-D', folder, 'postgres']
  await runProgram(runner, postgres, single, `ALTER ROLE ${SUPERUSER} PASSWORD '${password}';\n`)
  writeFileSync(join(root, PASSWORD_FILE), password, { mode: 0o600, flush: true })
}

/** The folder of the socket: in the data folder if that path is short enough, else in the temporary folder. */
function socketFolder(root: string): string {
  const inDataDir = join(root, 'run')
  if (Buffer.byteLength(join(inDataDir, SOCKET)) <= SOCKET_PATH_MAX_BYTES) return inDataDir
  const name = `paraph-${sha256Hex(root).slice(0, 12)}`
  return join(realpathSync(tmpdir()), name)
}

function makeSocketFolder(folder: string, runner: Runner): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const status = lstatSync(folder)
  const expected = [process.getuid?.() ?? status.uid, runner.account?.uid ?? status.uid]
  if (!status.isDirectory() || !expected.includes(status.uid)) {
    throw new Error(`${folder} belongs to another user: remove it, or set DATA_DIR to a shorter path.`)
  }
  chmodSync(folder, 0o700)
  changeOwner(folder, runner)
}

function changeOwner(folder: string, { account }: Runner): void {
  if (account) chownSync(folder, account.uid, account.gid)
}

function launch(runner: Runner, program: string, flags: string[], logFile: string): EmbeddedServer {
  const log = openSync(logFile, 'a', 0o600)
  const [command = program, ...args] = [...runner.wrapper, program, ...flags]
  // In its own session: Ctrl-C must reach only the supervisor, which stops the database last.
  const child = spawn(command, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    ...runner.account,
  })
  closeSync(log)
  const pid = requirePid(child)
  let guard: ChildProcess
  try {
    guard = stopWhenParentEnds(pid)
  } catch (error) {
    child.kill('SIGINT')
    throw error
  }
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      guard.kill('SIGKILL')
      resolve()
    })
  })
  const root = resolve(logFile, '..')
  return { url: embeddedUrl(root), pid, exited, stop: () => stop(pid, exited) }
}

/** Starts a shell that stops the server when its standard input ends, as it does when SIGKILL ends this process. */
function stopWhenParentEnds(pid: number): ChildProcess {
  const script = 'read -r _; kill -INT "$0" 2>/dev/null'
  const guard = spawn('/bin/sh', ['-c', script, String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  requirePid(guard)
  guard.unref()
  return guard
}

/** @throws where the system has not started the process, for example because there are too many */
function requirePid(child: ChildProcess): number {
  child.on('error', () => {})
  if (child.pid === undefined) throw new Error(`${child.spawnfile} could not be started.`)
  return child.pid
}

async function stop(pid: number, exited: Promise<void>): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    sendSignal(pid, signal)
    const waiting = new AbortController()
    const timeout = sleep(10_000, true, { signal: waiting.signal }).catch(() => false)
    const isTimeout = await Promise.race([exited.then(() => false), timeout])
    waiting.abort()
    if (!isTimeout) return
  }
}

async function untilReady(server: EmbeddedServer, folder: string, logFile: string): Promise<void> {
  let exited = false
  server.exited.then(() => {
    exited = true
  })
  for (;;) {
    const state = readPidFile(folder)
    if (state?.pid === server.pid && state.ready) return
    if (exited) {
      const tail = readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n')
      throw new Error(`PostgreSQL did not start; its log ${logFile} ends with:\n${tail}`)
    }
    await sleep(5)
  }
}
