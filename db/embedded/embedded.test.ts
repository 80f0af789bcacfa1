import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseDatabaseUrl } from '#lib/core/network/database-url'
import { withUser } from '../connection/address.ts'
import { connect } from '../connection/client.ts'
import { restoreSymlinks } from './binaries.ts'
import { type EmbeddedServer, embeddedUrl, startEmbedded } from './embedded.ts'
import { liveProcesses, readPidFile } from './postmaster.ts'

const isRoot = process.getuid?.() === 0
/** The data folder of a server that has been started once. */
let initialised: string
let dataDir: string
let running: EmbeddedServer | null = null
let owner: ChildProcess | null = null

beforeAll(async () => {
  initialised = await mkdtemp(join(tmpdir(), 'paraph-initialised-'))
  await (await startEmbedded({ dataDir: initialised })).stop()
})
afterAll(() => rm(initialised, { recursive: true, force: true }))
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'paraph-embedded-'))
})

afterEach(async () => {
  owner?.kill('SIGKILL')
  owner = null
  await running?.stop()
  running = null
  if (existsSync(folder())) await untilNoProcess()
  if (dataDir !== initialised) await rm(dataDir, { recursive: true, force: true })
})

/** Makes the data folder that of a server that has been started once: the first start takes a second. */
function copyInitialised(): void {
  execFileSync('cp', ['-a', `${initialised}/.`, dataDir])
}
/** The same without a copy, where the next start of the server finds nothing changed. */
function reuseInitialised(): void {
  rmdirSync(dataDir)
  dataDir = initialised
}

async function start(): Promise<EmbeddedServer> {
  running = await startEmbedded({ dataDir })
  return running
}

async function ask(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = connect(url, { max: 1 })
  try {
    return await client.unsafe(query)
  } finally {
    await client.end()
  }
}

/** Starts the server in a process of its own, as the supervisor does; resolves when it is up. */
async function startElsewhere(
  options: { uid?: number; gid?: number; path?: string } = {},
): Promise<ChildProcess> {
  const script = `
    const { startEmbedded } = await import('./db/embedded/embedded.ts')
    const server = await startEmbedded({ dataDir: process.argv[1] })
    process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
    console.log('up')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
    uid: options.uid,
    gid: options.gid,
    env: { ...process.env, PATH: options.path ?? process.env.PATH },
  })
  owner = child
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve())
    child.once('exit', () => reject(new Error('the owner ended before the server was up')))
  })
  return child
}

const folder = () => join(dataDir, 'postgres')

async function untilNoProcess(): Promise<void> {
  const deadline = Date.now() + 30_000
  while (liveProcesses(folder()).length > 0 && Date.now() < deadline) await sleep(20)
  expect(liveProcesses(folder())).toEqual([])
}

describe('the embedded PostgreSQL', () => {
  test('is UTF-8, has no network socket, and a folder that other users cannot read', async () => {
    const { url } = await start()
    const [row] = await ask(
      url,
      `select current_database() as name, current_setting('listen_addresses') as addresses,
              current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version`,
    )
    expect(row).toMatchObject({ name: 'paraph', addresses: '', encoding: 'UTF8' })
    expect(row?.version).toBeGreaterThanOrEqual(180_000)
    expect(url).toBe(embeddedUrl(dataDir))
    expect(statSync(parseDatabaseUrl(url).host).mode & 0o777).toBe(0o700)
    expect(statSync(folder()).mode & 0o077).toBe(0)
  })

  test('requires the password, and gives the superuser another one when it is lost', async () => {
    const logIn = (url: string) => ask(url, 'select current_user::text as name')
    const expectRefused = async () => {
      for (const role of ['postgres', 'paraph_app_paraph'])
        await expect(logIn(withUser(embeddedUrl(dataDir), role, 'guessed'))).rejects.toMatchObject({
          code: '28P01',
        })
    }
    copyInitialised()
    const { url } = await start()
    await expectRefused()
    await running?.stop()
    rmSync(join(dataDir, 'postgres-password'))
    const secondServer = await start()
    expect(secondServer.url).not.toBe(url)
    expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
    await expectRefused()
    expect(await logIn(secondServer.url)).toEqual([{ name: 'postgres' }])
  })

  test('stops and leaves no process', async () => {
    reuseInitialised()
    await (await start()).stop()
    await (await start()).stop()
    expect(liveProcesses(folder())).toEqual([])
    expect(readPidFile(folder())).toBeNull()
  })

  test('loses no commit when it is killed with -9', async () => {
    copyInitialised()
    const server = await start()
    await ask(server.url, 'create table kept as select generate_series(1, 1000) as n')
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    const secondServer = await start()
    expect(await ask(secondServer.url, 'select count(*)::int as n from kept')).toEqual([{ n: 1000 }])
  })

  test('starts again while a backend of the killed server still runs', async () => {
    reuseInitialised()
    const server = await start()
    const busy = connect(server.url, { max: 1 })
    const endless = busy`select sum(n) from generate_series(1, 10000000000) as n`.catch(() => 'cut off')
    await expect.poll(() => liveProcesses(folder()).length).toBeGreaterThan(5)
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await endless).toBe('cut off')
    await busy.end({ timeout: 0 })
  })

  test('ends when its owner process ends, even if that is killed with -9', async () => {
    reuseInitialised()
    const child = await startElsewhere()
    expect(liveProcesses(folder()).length).toBeGreaterThan(0)
    child.kill('SIGKILL')
    await untilNoProcess()
  })

  test.runIf(process.platform === 'linux')(
    'is replaced at the next start when its owner and guard were killed',
    async () => {
      reuseInitialised()
      const child = await startElsewhere()
      const orphan = readPidFile(folder())?.pid
      for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
        const commandLine = existsSync(`/proc/${name}/cmdline`)
          ? readFileSync(`/proc/${name}/cmdline`, 'utf8')
          : ''
        if (commandLine.startsWith('/bin/sh\0') && commandLine.endsWith(`\0${orphan}\0`)) {
          process.kill(Number(name), 'SIGKILL')
        }
      }
      child.kill('SIGKILL')
      await sleep(300)
      expect(liveProcesses(folder())).toContain(orphan)
      const server = await start()
      expect(server.pid).not.toBe(orphan)
      expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
    },
  )

  test('starts despite a postmaster.pid that names another live process', async () => {
    reuseInitialised()
    writeFileSync(join(folder(), 'postmaster.pid'), `${process.pid}\n${folder()}\n1\n5432\n`)
    expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('starts despite a socket whose lock names another live process', async () => {
    reuseInitialised()
    const { url } = await start()
    await running?.stop()
    const other = spawn('sleep', ['60'])
    writeFileSync(
      join(parseDatabaseUrl(url).host, '.s.PGSQL.5432.lock'),
      `${other.pid}\n${folder()}\n1\n5432\n`,
    )
    expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
    other.kill()
  })

  test('is created again after an interrupted first start', async () => {
    mkdirSync(join(dataDir, 'postgres.new-1', 'base'), { recursive: true })
    await start()
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([])
  })

  test('has its socket in the temporary folder when the path of the data folder is too long', async () => {
    const originalDataDir = dataDir
    dataDir = join(originalDataDir, 'a'.repeat(120))
    const { url } = await start()
    expect(parseDatabaseUrl(url).host.length).toBeLessThan(90)
    expect(await ask(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await rm(parseDatabaseUrl(url).host, { recursive: true })
    dataDir = originalDataDir
  })

  test('refuses the files of another version, and says which', async () => {
    mkdirSync(folder())
    writeFileSync(join(folder(), 'PG_VERSION'), '16\n')
    await expect(start()).rejects.toThrow(/written by PostgreSQL 16; this is PostgreSQL 18/)
  })

  test('logs that a statement failed, without its text and its values', async () => {
    reuseInitialised()
    const { url } = await start()
    const insert = "insert into people values ('ada@example.com'), ('ada@example.com')"
    await expect(
      ask(url, `create temporary table people (email text primary key); ${insert}`),
    ).rejects.toMatchObject({ code: '23505' })
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(log).toContain('duplicate key value violates unique constraint "people_pkey"')
    expect(log).not.toMatch(/ada@example|insert into people/)
  })

  test('reports why it does not start', async () => {
    copyInitialised()
    writeFileSync(join(folder(), 'postgresql.conf'), 'no such setting\n')
    await expect(start()).rejects.toThrow(/did not start[\s\S]*syntax error/)
    running = null
  })

  test.runIf(isRoot)('runs as an ordinary user', async () => {
    await chown(dataDir, 65533, 65533)
    await startElsewhere({ uid: 65533, gid: 65533 })
    expect(statSync(folder()).uid).toBe(65533)
  })

  test.runIf(isRoot)('runs as nobody when root has no user namespaces, also at the next start', async () => {
    const child = await startElsewhere({ path: '/nowhere' })
    expect(statSync(folder()).uid).toBe(65534)
    child.kill('SIGTERM')
    await untilNoProcess()
    expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test.runIf(isRoot)('runs below a folder that only root can read', async () => {
    const originalDataDir = dataDir
    expect(statSync(originalDataDir).mode & 0o077).toBe(0)
    dataDir = join(originalDataDir, 'data')
    expect(await ask((await start()).url, 'select 1 as one')).toEqual([{ one: 1 }])
    dataDir = originalDataDir
  })

  test('gets the symlinks that npm packages cannot contain', () => {
    mkdirSync(join(dataDir, 'native', 'lib'), { recursive: true })
    writeFileSync(join(dataDir, 'native', 'lib', 'libx.so.1.2'), 'x')
    const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }]
    writeFileSync(join(dataDir, 'native', 'pg-symlinks.json'), JSON.stringify(links))
    restoreSymlinks(join(dataDir, 'native'))
    restoreSymlinks(join(dataDir, 'native'))
    expect(readlinkSync(join(dataDir, 'native', 'lib', 'libx.so.1'))).toBe('libx.so.1.2')
  })
})
