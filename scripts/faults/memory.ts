import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { sendSignal } from '#db/embedded/postmaster'
import type { Service } from '../service.ts'
import { type Fault, KILLED } from './fault.ts'
import { findUnusedFiles } from './unused-files.ts'

/** As the kernel does when the machine has no memory left. */
export const workerKilled: Fault = {
  title: 'the worker is killed for its memory',
  ...KILLED,
  inject: ({ service }) => service.kill('server/worker.'),
  check: findUnusedFiles,
}

/** As the kernel does; PostgreSQL then ends all its other backends and recovers. */
export const backendKilled: Fault = {
  title: 'a backend of PostgreSQL is killed for its memory',
  ...KILLED,
  inject: ({ service }) => {
    const [backend] = service.tree().filter(({ args }) => /^postgres: paraph_app/.test(args))
    if (backend) sendSignal(backend.pid, 'SIGKILL')
  },
  check: findUnusedFiles,
}

/** No memory can be had beyond what the process has; what it asks for fails. */
export const workerWithoutMemory: Fault = {
  title: 'the worker gets no more memory',
  seconds: 30,
  inject: ({ service }) => {
    for (const pid of service.pids('server/worker.')) {
      const size = /^VmSize:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!
      limitMemory(pid, String(Number(size) * 1024))
    }
  },
  heal: ({ service }) => unlimitMemory(service),
}

function unlimitMemory(service: Service): void {
  for (const pid of service.pids('server/worker.')) limitMemory(pid, 'unlimited')
}

/** @param bytes the limit of the address space */
function limitMemory(pid: number, bytes: string): void {
  execFileSync('prlimit', ['--pid', String(pid), `--as=${bytes}:unlimited`])
}
