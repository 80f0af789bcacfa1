/** The processes of a running service; their processor times are those of /proc, on Linux. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The unit of processor times in /proc/PID/stat: USER_HZ, which is 100 on every Linux. */
const TICKS_PER_SECOND = 100

export const ROLES = ['web', 'worker', 'supervisor', 'PostgreSQL', 'npm'] as const
export type Role = (typeof ROLES)[number]

export interface Process {
  pid: number
  parent: number
  command: string
  args: string
}

/** A process and all its descendants. */
export function listTree(pid: number): Process[] {
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

export function getRole({ command, args }: Process): Role {
  if (/\/web\.m?[jt]s supervised/.test(args)) return 'web'
  if (/\/worker\.m?[jt]s supervised/.test(args)) return 'worker'
  if (/start\.mjs/.test(args) && !command.startsWith('npm')) return 'supervisor'
  // Includes the process that guards PostgreSQL, and the wrapper that runs it as another user.
  if (command === 'postgres' || /postgres|kill -INT/.test(args)) return 'PostgreSQL'
  return 'npm'
}

/** The sum of a measure over the processes of each role. */
export function sumByRole(tree: Process[], measure: (process: Process) => number): Record<Role, number> {
  const sums = Object.fromEntries(ROLES.map((role) => [role, 0])) as Record<Role, number>
  for (const process of tree) sums[getRole(process)] += measure(process)
  return sums
}

/** The processor time of a process and of its ended children; 0 when it has ended: its parent has its time then. */
export function measureProcessorSeconds({ pid }: Process): number {
  const stat = readFile(pid, 'stat')
  if (stat === null) return 0
  // The fields 14 to 17; field 2, the name in parentheses, may contain spaces.
  const [user, system, childrenUser, childrenSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
  return (user! + system! + childrenUser! + childrenSystem!) / TICKS_PER_SECOND
}

/**
 * The proportional set size (PSS) of a process, in bytes: its memory, with its share of what others use too; 0 for one
 * that has ended since it was listed, as those of PostgreSQL do.
 */
export function measureMemory({ pid }: Process): number {
  return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(readFile(pid, 'smaps_rollup') ?? '')?.[1] ?? 0)
}

/** A file of `/proc/PID`; null when the process has ended. */
function readFile(pid: number, name: 'stat' | 'smaps_rollup'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return null
  }
}
