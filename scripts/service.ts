/** A complete service in a temporary folder, for the scripts that test its behaviour. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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

  /** `settings`: what its environment says beside no rate limits. */
  static async start(settings: Record<string, string> = {}): Promise<Service> {
    const dataDir = await mkdtemp(join(tmpdir(), 'paraph-service-'))
    const service = new Service(dataDir, await freePort(), settings)
    await service.start()
    return service
  }

  /** `npm start` on the same folder as before, until it is ready. */
  async start(): Promise<void> {
    // One that was killed holds its folder until it is gone.
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
      const answer = await fetch(`${this.url}/api/v1/health/ready`).catch(() => null)
      if (answer?.ok) return
    }
    throw new Error('The service did not become ready.')
  }

  /** Process ids below the supervisor, the supervisor first; `part` picks those whose command line names it. */
  pids(part = ''): number[] {
    const rows = execFileSync('ps', ['-Ao', 'pid=,ppid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row))
      .filter((row) => row !== null)
      .map(([, pid, parent, args]) => ({ pid: Number(pid), parent: Number(parent), args: args! }))
    const tree = rows.filter((row) => row.pid === this.child?.pid)
    for (const member of tree) tree.push(...rows.filter((row) => row.parent === member.pid))
    return tree.filter((row) => row.args.includes(part)).map((row) => row.pid)
  }

  /** kill -9, like a crash or a lost machine. */
  kill(part = ''): void {
    for (const pid of this.pids(part)) {
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
