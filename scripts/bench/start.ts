/**
 * Measures how long a warm `npm start` takes until it is ready, its processor time (which other load on the machine
 * does not change), and the memory of the idle service after BENCH_REST_SECONDS without a request: the proportional set
 * size (PSS) of /proc/PID/smaps_rollup.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  listTree,
  measureMemory,
  measureProcessorSeconds,
  type Process,
  type Role,
  sumByRole,
} from '../process-tree.ts'
import { freePort } from '../service.ts'

const RUNS = 3
const REST_SECONDS = Number(process.env.BENCH_REST_SECONDS ?? 30)

interface Measurement {
  readySeconds: number
  processorSeconds: number
  megabytes: Record<Role, number>
}

/** Prints the table. */
export async function benchStart(): Promise<void> {
  if (process.platform !== 'linux') return console.log('Start and memory are measured on Linux only.')
  const dataDir = mkdtempSync(join(tmpdir(), 'paraph-start-'))
  try {
    // The first start is not measured: it installs, builds and creates the database.
    await startOnce(dataDir, 0)
    const runs: Measurement[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await startOnce(dataDir, REST_SECONDS))
    report(runs)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startOnce(dataDir: string, restSeconds: number): Promise<Measurement> {
  const port = String(await freePort())
  const env = { ...process.env, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn' }
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    await untilPrinted(child, 'Ready in')
    const readySeconds = (performance.now() - startedAt) / 1000
    const processorSeconds = listTree(child.pid!).reduce(
      (sum, process) => sum + measureProcessorSeconds(process),
      0,
    )
    const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`)
    if (status !== 200)
      throw new Error(`The service says that it is ready, and its health check is ${status}.`)
    await sleep(restSeconds * 1000)
    return { readySeconds, processorSeconds, megabytes: sumByRole(listTree(child.pid!), measureMegabytes) }
  } finally {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
}

async function untilPrinted(child: ChildProcess, text: string): Promise<void> {
  let output = ''
  const stdout = child.stdout!.setEncoding('utf8')
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`npm start ended:\n${output}`)))
    stdout.on('data', (chunk: string) => {
      output += chunk
      if (output.includes(text)) resolve()
    })
  })
}

const measureMegabytes = (process: Process) => measureMemory(process) / 1e6

function report(runs: Measurement[]): void {
  const rows: Record<string, (run: Measurement) => number> = {
    'npm start to ready (s)': (run) => run.readySeconds,
    'processor time of that (s)': (run) => run.processorSeconds,
    'web (MB)': (run) => run.megabytes.web,
    'worker (MB)': (run) => run.megabytes.worker,
    'supervisor (MB)': (run) => run.megabytes.supervisor,
    'PostgreSQL (MB)': (run) => run.megabytes.PostgreSQL,
    'together (MB)': ({ megabytes: m }) => m.web + m.worker + m.supervisor + m.PostgreSQL,
    'besides: npm (MB)': (run) => run.megabytes.npm,
  }
  console.log(`Warm npm start, and memory (PSS) after ${REST_SECONDS} s at rest\n`)
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, measure]) => {
        const digits = name.endsWith('(s)') ? 2 : 0
        const sorted = runs.map(measure).toSorted((a, b) => a - b)
        const [min, middle, max] = [sorted[0]!, sorted[sorted.length >> 1]!, sorted.at(-1)!]
        return [name, { median: middle.toFixed(digits), from: min.toFixed(digits), to: max.toFixed(digits) }]
      }),
    ),
  )
}
