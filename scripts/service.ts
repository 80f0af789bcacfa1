/** Starts, kills and stops a complete service with a temporary data folder. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendSignal } from '#db/embedded/postmaster'
import { noLimits } from './no-limits.mjs'
import { listTree, measureProcessorSeconds, type Process, type Role, sumByRole } from './process-tree.ts'

export class Service {
  readonly url: string
  readonly dataDir: string
  /** Environment variables besides those that switch off the rate limits. */
  readonly settings: Record<string, string>
  /** The file at whose end its output and log are written; without one only errors are shown, on the terminal. */
  logFile: string | null = null
  private readonly port: number
  private readonly checkout: string | null
  private child: ChildProcess | null = null
  private ended: Promise<unknown> = Promise.resolve()

  private constructor(
    dataDir: string,
    port: number,
    settings: Record<string, string>,
    checkout: string | null,
  ) {
    this.dataDir = dataDir
    this.checkout = checkout
    this.settings = settings
    this.port = port
    this.url = `http://127.0.0.1:${port}`
  }

  /** A service that does not run yet, with an empty data folder; for the parameters see `start`. */
  static async make(settings: Record<string, string> = {}, checkout: string | null = null): Promise<Service> {
    const dataDir = await mkdtemp(join(tmpdir(), 'paraph-service-'))
    return new Service(dataDir, await freePort(), settings, checkout)
  }

  /**
   * @param settings environment variables besides those that switch off the rate limits
   * @param checkout the folder of another version, which is started by its own `npm start`
   */
  static async start(...[settings, checkout]: Parameters<typeof Service.make>): Promise<Service> {
    const service = await Service.make(settings, checkout)
    await service.start()
    return service
  }

  /** Runs `npm start` on the data folder, and waits until it is ready. */
  async start(): Promise<void> {
    // A killed service holds the lock of its data folder until its process has ended.
    await this.ended
    const env = {
      ...process.env,
      ...noLimits,
      ...this.settings,
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      LOG_LEVEL: 'warn',
    }
    const log = this.logFile === null ? null : openSync(this.logFile, 'a')
    const stdio: StdioOptions = ['ignore', log ?? 'ignore', log ?? 'inherit']
    this.child =
      this.checkout === null
        ? spawn(process.execPath, ['server/start.mjs'], { env, stdio })
        : spawn('npm', ['start'], { env, stdio, cwd: this.checkout })
    if (log !== null) closeSync(log)
    this.ended = once(this.child, 'exit')
    await this.ready()
  }

  async ready(): Promise<void> {
    for (const deadline = Date.now() + 600_000; Date.now() < deadline; await sleep(50)) {
      const response = await fetch(`${this.url}/api/v1/health/ready`).catch(() => null)
      if (response?.ok) return
    }
    throw new Error('The service did not become ready.')
  }

  /** The supervisor and all processes below it. */
  tree(): Process[] {
    return this.child?.pid ? listTree(this.child.pid) : []
  }

  /** The ids of the processes of `tree()` whose command line contains `text`. */
  pids(text = ''): number[] {
    return this.tree()
      .filter(({ args }) => args.includes(text))
      .map(({ pid }) => pid)
  }

  /** The processor time of its processes since their start. */
  processorMilliseconds(): Record<Role, number> {
    return sumByRole(this.tree(), (process) => 1000 * measureProcessorSeconds(process))
  }

  /** Kills the processes of `pids(text)` with SIGKILL, as a crash would, or sends them another signal. */
  kill(text = '', signal: NodeJS.Signals = 'SIGKILL'): void {
    for (const pid of this.pids(text)) sendSignal(pid, signal)
  }

  /** Ends the service, which can be started again. */
  async halt(): Promise<void> {
    const child = this.child
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await this.ended
    }
  }

  /** Ends the service and removes its data folder. */
  async stop(): Promise<void> {
    await this.halt()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
