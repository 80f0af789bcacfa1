import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { s3Credentials } from '#lib/testing/servers/s3'
import { freePort } from '../service.ts'

const BUCKET = 'paraph'
const VOLUME_SERVERS = 3
const START_SECONDS = 60
/** Servers of SeaweedFS talk to each other at a port that is so much higher. */
const RPC_OFFSET = 10_000

/** SeaweedFS of several volume servers, two of which have each file. Its program `weed` must be on the PATH. */
export class SeaweedFs {
  readonly url: string
  readonly #folder: string
  readonly #master: string
  readonly #filer: string
  readonly #main: ChildProcess
  readonly #volumeServers: { port: number; process: ChildProcess }[] = []

  private constructor(folder: string, ports: { master: number; filer: number; s3: number }) {
    mkdirSync(folder)
    const config = join(folder, 's3.json')
    const { AWS_ACCESS_KEY_ID: accessKey, AWS_SECRET_ACCESS_KEY: secretKey } = s3Credentials
    const identity = { name: 'paraph', credentials: [{ accessKey, secretKey }], actions: ['Admin'] }
    writeFileSync(config, JSON.stringify({ identities: [identity] }))
    const endpoint = encodeURIComponent(`http://127.0.0.1:${ports.s3}`)
    this.url = `s3://${BUCKET}/files?endpoint=${endpoint}&region=us-east-1`
    this.#folder = folder
    this.#master = `127.0.0.1:${ports.master}`
    this.#filer = `http://127.0.0.1:${ports.filer}`
    this.#main = this.#run('main', [
      ...['server', '-volume=false', '-filer', '-s3', `-s3.config=${config}`],
      ...['-master.defaultReplication=001', '-master.volumeSizeLimitMB=64'],
      ...[`-master.port=${ports.master}`, `-filer.port=${ports.filer}`, `-s3.port=${ports.s3}`],
    ])
  }

  /** @param folder a new one, for its files */
  static async start(folder: string): Promise<SeaweedFs> {
    const [master, filer, s3] = [await findRpcPort(), await findRpcPort(), await findRpcPort()]
    const cluster = new SeaweedFs(folder, { master, filer, s3 })
    try {
      for (let index = 0; index < VOLUME_SERVERS; index++) {
        const port = await findRpcPort()
        cluster.#volumeServers.push({ port, process: cluster.#runVolumeServer(index, port) })
      }
      await cluster.#untilReady()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  killVolumeServer(): void {
    this.#volumeServers[0]!.process.kill('SIGKILL')
  }

  restartVolumeServer(): void {
    const server = this.#volumeServers[0]!
    server.process = this.#runVolumeServer(0, server.port)
  }

  async stop(): Promise<void> {
    const processes = [...this.#volumeServers.map(({ process }) => process), this.#main]
    await Promise.all(
      processes.map(async (child) => {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      }),
    )
  }

  #runVolumeServer(index: number, port: number): ChildProcess {
    return this.#run(`volume-${index}`, ['volume', `-port=${port}`, `-master=${this.#master}`, '-max=40'])
  }

  #run(name: string, [command = '', ...args]: string[]): ChildProcess {
    const folder = join(this.#folder, name)
    mkdirSync(folder, { recursive: true })
    const child = spawn('weed', [command, '-ip=127.0.0.1', `-dir=${folder}`, ...args], { stdio: 'ignore' })
    // Where there is no such program, `start` says so.
    return child.on('error', () => undefined)
  }

  /** Resolves when the bucket is made and takes a file. */
  async #untilReady(): Promise<void> {
    let problem: unknown
    for (const deadline = Date.now() + START_SECONDS * 1000; Date.now() < deadline; await sleep(500)) {
      const file = new FormData()
      file.set('file', new Blob(['ready']))
      const request = { method: 'POST', body: file, signal: AbortSignal.timeout(5000) }
      problem = await fetch(`${this.#filer}/buckets/${BUCKET}/ready`, request).then(
        ({ ok, status }) => (ok ? null : status),
        (error: Error) => error.cause ?? error,
      )
      if (problem === null) return
    }
    throw new Error('SeaweedFS does not start: is `weed` on the PATH?', { cause: problem })
  }
}

async function findRpcPort(): Promise<number> {
  const port = await freePort()
  return port + RPC_OFFSET < 65_536 ? port : findRpcPort()
}
