import { Worker } from 'node:worker_threads'
import { entryFile } from '#lib/core/entry-file'
import { heard } from '#lib/core/heard'
import { Shelf } from '#lib/core/shelf'
import { CHUNK_BYTES, HEADER_BYTES, sealedSize } from './format.ts'
import type { Held } from './held.ts'
import { BLOCK_BYTES, type NewFile, pages } from './new-file.ts'
import { forget, type Part, type SealedPart, sealPart } from './sealer.ts'
import type { Answer, Ask } from './sealing-thread.ts'

/** One megabyte, of whole chunks. */
const PART_BYTES = 16 * CHUNK_BYTES
/** What becomes of it, at its place in a block. */
const SEALED_BYTES = BLOCK_BYTES + sealedSize(PART_BYTES)
/** Parts of one file that are being sealed or written while the next one fills. */
const UNDER_WAY = 2

/** Memory for a part and for what becomes of it. */
type Room = Pick<Part, 'plain' | 'sealed'>

/** What a file is written with. */
export interface SealingOptions {
  /** Of its header. */
  salt: Uint8Array
  /** Hash and seal it in a thread. */
  inThread: boolean
  /** For its plaintext. */
  held: Held
}

/** Hashes a file that comes in pieces, seals it, and writes it after the place of its header; in flat memory. */
export class SealedWriter {
  readonly #file
  readonly #options
  readonly #number = ++home.files
  readonly #underWay: Promise<SealedPart['sha256']>[] = []
  #room: Room | null = null
  #filled = 0
  #at = HEADER_BYTES

  constructor(file: NewFile, options: SealingOptions) {
    this.#file = file
    this.#options = options
  }

  /** Takes a piece over; waits as long as too much of what came before is not written yet. */
  async add(piece: Uint8Array): Promise<void> {
    for (let taken = 0; taken < piece.length; ) {
      // Only when more is known to follow: the last part is sealed as such.
      if (this.#filled === PART_BYTES) await this.#send(false)
      const some = piece.subarray(taken, taken + PART_BYTES - this.#filled)
      this.#room ??= takeRoom()
      new Uint8Array(this.#room.plain).set(some, this.#filled)
      this.#filled += some.length
      taken += some.length
    }
  }

  /** Hands over what is left: nothing more comes. */
  end(): Promise<void> {
    return this.#send(true)
  }

  /** Waits until all is written, after the end. @returns the SHA-256 of the whole plaintext, in hexadecimal. */
  async sha256(): Promise<string> {
    return (await Promise.all(this.#underWay)).at(-1)!
  }

  /** For a file that will have no end. */
  async abandon(): Promise<void> {
    this.#options.held.drop()
    await Promise.allSettled(this.#underWay)
    if (this.#room) putRoom(this.#room)
    this.#room = null
    forget(this.#number)
    home.thread?.postMessage({ forget: this.#number } satisfies Ask)
  }

  async #send(last: boolean): Promise<void> {
    if (this.#underWay.length >= UNDER_WAY) await this.#underWay.shift()
    const room = this.#room ?? takeRoom()
    const part = {
      file: this.#number,
      begin: this.#beginning(),
      ...room,
      size: this.#filled,
      last,
      sealedAt: this.#at % BLOCK_BYTES,
    }
    this.#room = null
    this.#filled = 0
    this.#underWay.push(heard(this.#sealAndWrite(part, this.#at)))
    this.#at += sealedSize(part.size)
  }

  #beginning(): Part['begin'] {
    if (this.#at > HEADER_BYTES) return undefined
    const { salt, held } = this.#options
    return { salt, plainTo: held.begin(), plainBytes: held.bytes }
  }

  async #sealAndWrite(part: Part, at: number): Promise<SealedPart['sha256']> {
    // One part alone is sealed here always: a thread would cost more than it saves.
    const here = !this.#options.inThread || (part.begin && part.last)
    const { plain, sealed, sha256 } = here ? sealPart(part) : await sealInThread(part)
    await this.#file.write(new Uint8Array(sealed, part.sealedAt, sealedSize(part.size)), at)
    putRoom({ plain, sealed })
    return sha256
  }
}

function takeRoom(): Room {
  return {
    plain: home.plain.take(PART_BYTES) ?? new ArrayBuffer(PART_BYTES),
    sealed: home.sealed.take(SEALED_BYTES) ?? pages(SEALED_BYTES),
  }
}

function putRoom({ plain, sealed }: Room): void {
  home.plain.put(plain)
  home.sealed.put(sealed)
}

interface Home {
  files: number
  /** Memory that parts leave behind, as much as one file takes at a time. */
  plain: Shelf
  sealed: Shelf
  thread: Worker | null
  asked: number
  /** Who waits for an answer of the thread, by its number. */
  waiting: Map<number, PromiseWithResolvers<SealedPart>>
}

/** One thread a process, however many bundles of a Next server load this file: it knows the files it has begun. */
const key = Symbol.for('paraph.storage.sealing')
const shared = globalThis as { [key]?: Home }
shared[key] ??= {
  files: 0,
  plain: new Shelf(UNDER_WAY + 2),
  sealed: new Shelf(UNDER_WAY + 2),
  thread: null,
  asked: 0,
  waiting: new Map(),
}
const home = shared[key]

/** @throws what went wrong in the thread, or that it ended: the next part starts another one. */
function sealInThread(part: Part): Promise<SealedPart> {
  home.thread ??= startThread()
  const number = ++home.asked
  const { plain, sealed, begin } = part
  const moving = [plain, sealed, ...(begin?.plainTo ? [begin.plainTo] : [])]
  home.thread.postMessage({ number, part } satisfies Ask, moving)
  const waiting = Promise.withResolvers<SealedPart>()
  home.waiting.set(number, waiting)
  // It holds the process only while somebody waits for it.
  home.thread.ref()
  return waiting.promise
}

function startThread(): Worker {
  const thread = new Worker(entryFile('lib/storage/sealing-thread.ts'), { execArgv: [] })
  thread.on('message', (answer: Answer) => {
    const waiting = home.waiting.get(answer.number)
    home.waiting.delete(answer.number)
    if ('made' in answer) waiting?.resolve(answer.made)
    else waiting?.reject(new Error(answer.error))
    if (home.waiting.size === 0) thread.unref()
  })
  // What an error was about, the end that follows it says.
  let why = 'it ended'
  thread.on('error', (error) => {
    why = String(error)
  })
  thread.on('messageerror', () => void thread.terminate())
  thread.on('exit', () => {
    home.thread = null
    for (const { reject } of home.waiting.values()) reject(new Error(`The sealing thread is gone: ${why}.`))
    home.waiting.clear()
  })
  return thread
}
