import type { FileHandle } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { release } from '#lib/core/memory'
import { CHUNK_BYTES, HEADER_BYTES, sealedSize } from './format.ts'
import { type Beginning, forget, type Part, type SealedPart, sealPart } from './sealer.ts'
import type { Answer } from './sealing-thread.ts'

/** One megabyte, of whole chunks. */
const PART_BYTES = 16 * CHUNK_BYTES
/** Parts of one file that are being sealed or written while the next one fills. */
const UNDER_WAY = 2

/** Memory for a part and for what becomes of it. */
type Room = Pick<Part, 'plain' | 'sealed'>

/** Hashes a file that comes in pieces, seals it, and writes it after the place of its header; in flat memory. */
export class SealedWriter {
  readonly #handle
  readonly #beginning
  readonly #inThread: boolean
  readonly #file = ++home.files
  readonly #underWay: Promise<string | null>[] = []
  readonly #spare: Room[] = []
  #room = makeRoom()
  #filled = 0
  #at = HEADER_BYTES

  constructor(handle: FileHandle, beginning: Beginning, inThread: boolean) {
    this.#handle = handle
    this.#beginning = beginning
    this.#inThread = inThread
  }

  /** Takes a piece over; waits as long as too much of what came before is not written yet. */
  async add(piece: Uint8Array): Promise<void> {
    for (let taken = 0; taken < piece.length; ) {
      // Only when more is known to follow: the last part is sealed as such.
      if (this.#filled === PART_BYTES) await this.#send(false)
      const some = piece.subarray(taken, taken + PART_BYTES - this.#filled)
      new Uint8Array(this.#room.plain).set(some, this.#filled)
      this.#filled += some.length
      taken += some.length
    }
  }

  /** Writes what is left. @returns the SHA-256 of the whole plaintext, in hexadecimal. */
  async end(): Promise<string> {
    await this.#send(true)
    const answers = await Promise.all(this.#underWay)
    this.#releaseRooms()
    return answers.at(-1)!
  }

  /** For a file that will have no end. */
  async abandon(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    this.#releaseRooms()
    forget(this.#file)
    if (this.#inThread) home.thread?.postMessage(this.#file)
  }

  async #send(last: boolean): Promise<void> {
    if (this.#underWay.length >= UNDER_WAY) await this.#underWay.shift()
    const size = this.#filled
    const begin = this.#at === HEADER_BYTES ? this.#beginning : undefined
    const sent = this.#sealAndWrite({ file: this.#file, begin, ...this.#room, size, last }, this.#at)
    // The error is met when it is waited for; until then nobody listens.
    sent.catch(() => {})
    this.#underWay.push(sent)
    this.#at += sealedSize(size)
    this.#room = this.#spare.pop() ?? makeRoom()
    this.#filled = 0
  }

  async #sealAndWrite(part: Part, at: number): Promise<string | null> {
    // One part alone is sealed here always: a thread would cost more than it saves.
    const alone = part.begin && part.last
    const { plain, sealed, sha256 } = this.#inThread && !alone ? await sealInThread(part) : sealPart(part)
    await this.#write(sealed, sealedSize(part.size), at)
    this.#spare.push({ plain, sealed })
    return sha256
  }

  async #write(sealed: ArrayBuffer, size: number, at: number): Promise<void> {
    for (let done = 0; done < size; ) {
      const rest = new Uint8Array(sealed, done, size - done)
      done += (await this.#handle.write(rest, { position: at + done })).bytesWritten
    }
  }

  #releaseRooms(): void {
    for (const { plain, sealed } of [this.#room, ...this.#spare]) {
      release(new Uint8Array(plain))
      release(new Uint8Array(sealed))
    }
  }
}

function makeRoom(): Room {
  return { plain: new ArrayBuffer(PART_BYTES), sealed: new ArrayBuffer(sealedSize(PART_BYTES)) }
}

interface Home {
  files: number
  thread: Worker | null
  /** Who waits for an answer of the thread, in the order of their asking. */
  waiting: PromiseWithResolvers<Answer>[]
}

/** One thread a process, however many bundles of a Next server load this file: it knows the files it has begun. */
const key = Symbol.for('paraph.storage.sealing')
const shared = globalThis as { [key]?: Home }
shared[key] ??= { files: 0, thread: null, waiting: [] }
const home = shared[key]

/** @throws what went wrong in the thread, or that it ended: the next part starts another one. */
async function sealInThread(part: Part): Promise<SealedPart> {
  home.thread ??= startThread()
  const waiting = Promise.withResolvers<Answer>()
  home.waiting.push(waiting)
  // It holds the process only while somebody waits for it.
  home.thread.ref()
  const { plain, sealed, begin } = part
  home.thread.postMessage(part, [plain, sealed, ...(begin?.plainTo ? [begin.plainTo] : [])])
  const answer = await waiting.promise
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

function startThread(): Worker {
  const thread = new Worker(resolve(process.cwd(), 'lib', 'storage', 'sealing-thread.ts'), { execArgv: [] })
  thread.on('message', (answer: Answer) => {
    home.waiting.shift()?.resolve(answer)
    if (home.waiting.length === 0) thread.unref()
  })
  // What an error was about, the end that follows it says.
  let why = 'it ended'
  thread.on('error', (error) => {
    why = String(error)
  })
  thread.on('exit', () => {
    home.thread = null
    for (const { reject } of home.waiting.splice(0)) reject(new Error(`The sealing thread is gone: ${why}.`))
  })
  return thread
}
