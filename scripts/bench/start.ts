/**
 * Measures how long a warm `npm start` takes until it is ready, its processor time (which other load on the machine
 * does not change), and the memory of the idle service after BENCH_REST_SECONDS without a request: the proportional set
 * size (PSS) of /proc/PID/smaps_rollup.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../service.ts'

const RUNS = 3
const REST_SECONDS = Number(process.env.BENCH_REST_SECONDS ?? 30)
const ROLES = ['web', 'worker', 'supervisor', 'PostgreSQL', 'npm'] as const

/** The unit of processor times in /proc/PID/stat: USER_HZ, which is 100 on every Linux. */
const TICKS_PER_SECOND = 100

type Role = (typeof ROLES)[number]
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
      (sum, { pid }) => sum + measureProcessorSeconds(pid),
      0,
    )
    const { status } = await fetch(`http://127.0.0.1:${port}/api/v1/health/ready`)
    if (status !== 200)
      throw new Error(`The service says that it is ready, and its health check is ${status}.`)
    await sleep(restSeconds * 1000)
    return { readySeconds, processorSeconds, megabytes: measureMemory(child.pid!) }
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

interface Process {
  pid: number
  parent: number
  command: string
  args: string
}

/** A process and all its descendants. */
function listTree(pid: number): Process[] {
  const rows = execFileSync('ps', ['-Ao', 'pid=,ppid=,comm=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(row))
    .filter((row) => row !== null)
    .map(([, pid, parent, command, args]) => ({
      pid: Number(pid),
      parent: Number(parent),
      command: command!,
      args: args!,
    }))
  const tree = rows.filter((row) => row.pid === pid)
  for (const member of tree) tree.push(...rows.filter((row) => row.parent === member.pid))
  return tree
}

function measureMemory(pid: number): Record<Role, number> {
  const megabytes = Object.fromEntries(ROLES.map((role) => [role, 0])) as Record<Role, number>
  for (const row of listTree(pid)) megabytes[getRole(row)] += proportionalBytes(row.pid) / 1e6
  return megabytes
}

/** The processor time of a process and of its ended children. */
function measureProcessorSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The fields 14 to 17; field 2, the name in parentheses, may contain spaces.
  const [user, system, childrenUser, childrenSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return (user! + system! + childrenUser! + childrenSystem!) / TICKS_PER_SECOND
}

function getRole({ command, args }: Process): Role {
  if (/\/web\.m?[jt]s supervised/.test(args)) return 'web'
  if (/\/worker\.m?[jt]s supervised/.test(args)) return 'worker'
  if (/start\.mjs/.test(args) && !command.startsWith('npm')) return 'supervisor'
  // Includes the process that guards PostgreSQL, and the wrapper that runs it as another user.
  if (command === 'postgres' || /postgres|kill -INT/.test(args)) return 'PostgreSQL'
  return 'npm'
}

function proportionalBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1])
}

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
