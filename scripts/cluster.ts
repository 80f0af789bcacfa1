/** Web and worker processes on an external PostgreSQL and an S3 server, behind a load balancer. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#db/connection/client'
import { chooseAccount, findPrograms, runProgram } from '#db/embedded/binaries'
import { openS3, s3Credentials } from '#lib/testing/servers/s3'
import { Balancer } from './balancer.ts'
import { noLimits } from './no-limits.mjs'
import { freePort } from './service.ts'

const READY_SECONDS = 600
const PASSWORD = randomBytes(16).toString('hex')

/** A process of `npm run web` or `npm run worker`. */
export class ServiceProcess {
  readonly name: string
  readonly #kind: 'web' | 'worker'
  readonly #env: NodeJS.ProcessEnv
  readonly #checkout: string
  #child: ChildProcess | null = null

  /** @param checkout the folder of its version */
  constructor(name: string, kind: 'web' | 'worker', checkout: string, env: NodeJS.ProcessEnv) {
    this.name = name
    this.#checkout = checkout
    this.#kind = kind
    this.#env = env
  }

  /** Resolves when the output of the process says that it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/start.mjs', this.#kind], {
      cwd: this.#checkout,
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.name} did not start.`)), READY_SECONDS * 1000)
      child.once('exit', () => reject(new Error(`${this.name} ended.`)))
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        // The last line of a web process or of a worker.
        if (!/listens on|queues/.test(text)) return
        clearTimeout(timer)
        resolve()
      })
    })
  }

  /** Sends SIGTERM and waits for the end. @returns the exit status */
  async stop(): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null) return child?.exitCode ?? null
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    return ended
  }
}

export class Cluster {
  readonly processes: ServiceProcess[] = []
  readonly balancer = new Balancer()
  readonly #folder = mkdtempSync(join(tmpdir(), 'paraph-cluster-'))
  readonly #cleanups: (() => Promise<unknown>)[] = []
  #env = process.env

  get url(): string {
    return this.balancer.url
  }

  /** @param machines the names of machines with one web and one worker process each, and the folders of their versions */
  static async start(machines: Record<string, string>): Promise<Cluster> {
    const cluster = new Cluster()
    try {
      await cluster.#start()
      for (const [machine, checkout] of Object.entries(machines)) await cluster.add(machine, checkout)
    } catch (error) {
      await cluster.stop()
      throw error
    }
    return cluster
  }

  async #start(): Promise<void> {
    const [databaseUrl, storageUrl] = [await this.#startPostgres(), await this.#startS3()]
    await this.balancer.listen()
    this.#cleanups.push(() => this.balancer.close())
    this.#env = {
      ...process.env,
      ...noLimits,
      DATABASE_URL: databaseUrl,
      STORAGE_URL: storageUrl,
      APP_SECRET: randomBytes(32).toString('hex'),
      APP_URL: this.url,
      ...s3Credentials,
      LOG_LEVEL: 'warn',
    }
  }

  /** Starts a web and a worker process, and has the balancer use the web process. */
  async add(machine: string, checkout: string): Promise<void> {
    const port = await freePort()
    const env = { ...this.#env, PORT: String(port), DATA_DIR: join(this.#folder, machine) }
    for (const kind of ['web', 'worker'] as const) {
      const serviceProcess = new ServiceProcess(`${kind} ${machine}`, kind, checkout, env)
      this.#cleanups.push(() => serviceProcess.stop())
      await serviceProcess.start()
      this.processes.push(serviceProcess)
    }
    this.balancer.ports.push(port)
  }

  async stop(): Promise<void> {
    for (const cleanUp of this.#cleanups.toReversed()) await cleanUp()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  /** Starts PostgreSQL and creates the database, owned by a role that is no superuser. @returns its URL */
  async #startPostgres(): Promise<string> {
    const { initdb, postgres } = await findPrograms()
    const folder = join(this.#folder, 'postgres')
    const passwordFile = join(this.#folder, 'password')
    const runner = chooseAccount(folder, postgres)
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(passwordFile, PASSWORD, { mode: 0o600 })
    const { account } = runner
    if (account)
      for (const path of [this.#folder, folder, passwordFile]) chownSync(path, account.uid, account.gid)
    await runProgram(runner, initdb, [
      `--pgdata=${folder}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--no-locale',
    ])
    const port = await freePort()
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    const [command = postgres, ...args] = [
      ...runner.wrapper,
      postgres,
      '-D',
      folder,
      ...settings.flatMap((setting) => ['-c', setting]),
    ]
    const server = spawn(command, args, { stdio: 'ignore', cwd: '/', ...account })
    const ended = new Promise((resolve) => server.once('exit', resolve))
    this.#cleanups.push(async () => {
      server.kill('SIGINT')
      await ended
    })
    const makeUrl = (role: string) => `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/`
    await untilReachable(`${makeUrl('postgres')}postgres`)
    await query(
      `${makeUrl('postgres')}postgres`,
      `create role paraph login createrole password '${PASSWORD}'`,
      'create database paraph owner paraph',
    )
    return `${makeUrl('paraph')}paraph`
  }

  async #startS3(): Promise<string> {
    const server = await openS3()
    this.#cleanups.push(async () => server.close())
    return server.getUrl('files')
  }
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const sql = connect(url, { max: 1, connect_timeout: 5 })
  try {
    for (const statement of statements) await sql.unsafe(statement)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function untilReachable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const error = await query(url, 'select 1').then(
      () => null,
      (reason: Error) => reason,
    )
    if (!error) return
    await sleep(100)
  }
  throw new Error('PostgreSQL does not answer.')
}
