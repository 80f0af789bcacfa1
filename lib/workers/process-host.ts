import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { entryFile } from '#lib/core/runtime/entry-file'
import { inheritedInstallationKey } from '#lib/core/secretbox'
import type { ProcessStart } from './process-entry.ts'
import type { ThreadMessage, ThreadStart, ThreadTask } from './serve-tasks.ts'
import { type HostLimits, OUT_OF_MEMORY, type TaskHost } from './task-host.ts'

/** What the libraries take, in megabytes. */
const BASE_MB = 200
/** With these a process ends itself when it gets no memory. */
const OWN_SIGNALS: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGILL',
  'SIGSEGV',
  'SIGTRAP',
])
/** A process that the system ends for its own memory has at least this share of its limits. */
const KILLED_SHARE = 0.5
/** The unit of times in /proc (proc(5)). */
const TICKS_PER_SECOND = 100

/**
 * A process of its own: its native code, such as that of canvases, cannot end the service, and its memory is free when
 * it ends. Memory and processor time are measured on Linux only.
 */
export class ProcessHost implements TaskHost {
  readonly #child: ChildProcess
  readonly #limits: HostLimits
  #isEnded = false
  /** As last measured. */
  #memoryShare = 0

  constructor(start: ThreadStart, limits: HostLimits) {
    this.#limits = limits
    this.#child = fork(entryFile('lib/workers/process-entry.ts'), {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
    })
    // A message cannot be sent to a process that has ended; its end is noticed anyway.
    this.#child.on('error', () => undefined)
    this.#send({ ...start, installationKey: inheritedInstallationKey() } satisfies ProcessStart)
  }

  onMessage(listener: (message: ThreadMessage) => void): void {
    this.#child.on('message', (message) => listener(message as ThreadMessage))
  }

  onError(listener: (error: Error & { code?: unknown }) => void): void {
    this.#child.on('exit', (_, signal) => {
      if (!signal || this.#isEnded || !this.#isOutOfMemory(signal)) return
      listener(Object.assign(new Error(`The process ended with ${signal}.`), { code: OUT_OF_MEMORY }))
    })
  }

  onEnd(listener: () => void): void {
    this.#child.on('exit', listener)
    // A process that could not be started has no exit.
    this.#child.on('error', () => {
      if (!this.#isStarted()) listener()
    })
  }

  post(task: ThreadTask): void {
    this.#send(task)
  }

  setBusy(isBusy: boolean): void {
    if (isBusy) {
      this.#child.ref()
      this.#child.channel?.ref()
    } else {
      this.#child.unref()
      this.#child.channel?.unref()
    }
  }

  async memoryShare(): Promise<number> {
    const { heapMb, buffersMb } = this.#limits
    const [, kibibytes] = /^VmRSS:\s+(\d+)/m.exec(await this.#read('status')) ?? []
    this.#memoryShare = (Number(kibibytes) * 1024) / 1e6 / (BASE_MB + heapMb + buffersMb)
    return this.#memoryShare
  }

  async processorSeconds(): Promise<number> {
    // The name of the program, which may contain spaces, is before the last bracket.
    const [, text = ''] = /.*\)(.*)/s.exec(await this.#read('stat')) ?? []
    const [userTicks, systemTicks] = text.trim().split(' ').slice(11, 13)
    return (Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND
  }

  async end(): Promise<void> {
    this.#isEnded = true
    if (!this.#isStarted() || this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.ref()
    this.#child.kill('SIGKILL')
    await new Promise((resolve) => this.#child.once('exit', resolve))
  }

  /** Other processes may be why the system ended it, and Ctrl-C reaches it, too. */
  #isOutOfMemory(signal: NodeJS.Signals): boolean {
    return OWN_SIGNALS.has(signal) || (signal === 'SIGKILL' && this.#memoryShare > KILLED_SHARE)
  }

  #isStarted(): boolean {
    return this.#child.pid !== undefined
  }

  #send(message: ProcessStart | ThreadTask): void {
    if (this.#isStarted()) this.#child.send(message)
  }

  #read(file: 'stat' | 'status'): Promise<string> {
    return readFile(`/proc/${this.#child.pid}/${file}`, 'utf8')
  }
}
