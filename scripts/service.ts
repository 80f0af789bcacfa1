/** Starts, kills and stops a complete service with a temporary data folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Environment variables that switch off all rate limits. */
export const unlimited = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_ADDRESS: '0',
  RATE_LIMIT_LOGIN: '0',
  RATE_LIMIT_SIGNING: '0',
  RATE_LIMIT_VERIFY: '0',
}

export class Service {
  readonly url: string
  readonly dataDir: string
  private readonly settings: Record<string, string>
  private readonly port: number
  private child: ChildProcess | null = null
  private ended: Promise<unknown> = Promise.resolve()

  private constructor(dataDir: string, port: number, settings: Record<string, string>) {
    this.dataDir = dataDir
    this.settings = settings
    this.port = port
    this.url = `http://127.0.0.1:${port}`
  }

  /** `settings`: environment variables besides those that switch off the rate limits. */
  static async start(settings: Record<string, string> = {}): Promise<Service> {
    const dataDir = await mkdtemp(join(tmpdir(), 'paraph-service-'))
    const service = new Service(dataDir, await freePort(), settings)
    await service.start()
    return service
  }

  /** Runs `npm start` on the data folder, and waits until it is ready. */
  async start(): Promise<void> {
    // A killed service holds the lock of its data folder until its process has ended.
    await this.ended
    const env = {
      ...process.env,
      ...unlimited,
      ...this.settings,
      DATA_DIR: this.dataDir,
      PORT: String(this.port),
      LOG_LEVEL: 'warn',
    }
    this.child = spawn(process.execPath, ['server/start.mjs'], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
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

  /** The ids of the supervisor and of all processes below it whose command line contains `text`. */
  pids(text = ''): number[] {
    const rows = execFileSync('ps', ['-Ao', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
      .filter((row) => row !== null)
      .map(([, pid, parent, args]) => ({ pid: Number(pid), parent: Number(parent), args: args! }))
    const tree = rows.filter((row) => row.pid === this.child?.pid)
    for (const member of tree) tree.push(...rows.filter((row) => row.parent === member.pid))
    return tree.filter((row) => row.args.includes(text)).map((row) => row.pid)
  }

  /** Kills the processes of `pids(text)` with SIGKILL, as a crash would. */
  kill(text = ''): void {
    for (const pid of this.pids(text)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }

  async stop(): Promise<void> {
    const child = this.child
    if (child && child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await this.ended
    }
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
