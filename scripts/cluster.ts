/** Web and worker processes on an external PostgreSQL and an S3 server, behind a load balancer. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withUser } from '#db/connection/address'
import { startEmbedded } from '#db/embedded/embedded'
import { openS3, s3Credentials } from '#lib/testing/servers/s3'
import { Balancer } from './balancer.ts'
import { DatabaseProxy } from './faults/database-proxy.ts'
import { noLimits } from './no-limits.mjs'
import { freePort } from './service.ts'
import { asSuperuser } from './superuser.ts'

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

  /** Starts PostgreSQL, whose database a role owns that is no superuser. @returns its URL */
  async #startPostgres(): Promise<string> {
    chmodSync(this.#folder, 0o711)
    const dataDir = join(this.#folder, 'database')
    const server = await startEmbedded({ dataDir })
    this.#cleanups.push(() => server.stop())
    await asSuperuser(dataDir, async (owner) => {
      await owner.unsafe(`create role paraph login createrole password '${PASSWORD}'`)
      await owner`alter database paraph owner to paraph`
    })
    const proxy = await DatabaseProxy.open(server.url)
    this.#cleanups.push(() => proxy.close())
    return withUser(proxy.url, 'paraph', PASSWORD)
  }

  async #startS3(): Promise<string> {
    const server = await openS3()
    this.#cleanups.push(async () => server.close())
    return server.getUrl('files')
  }
}
