/** Runs in a worker thread, for sealing.ts. Never import it elsewhere. */
import { parentPort } from 'node:worker_threads'
import { type Beginning, Sealer } from './sealer.ts'

/** The next part of a file, in memory that moves here and back. */
export interface Part {
  /** Which of the files that are being sealed. */
  file: number
  /** With its first part. */
  begin?: Beginning
  plain: ArrayBuffer
  /** How many bytes of `plain` are the part. */
  size: number
  last: boolean
  /** Room for the sealed part. */
  sealed: ArrayBuffer
}

/** What was made of it. */
export interface SealedPart {
  plain: ArrayBuffer
  sealed: ArrayBuffer
  /** With the last part. */
  sha256: string | null
}

export type Answer = SealedPart | { error: string }

const sealers = new Map<number, Sealer>()

/** Each part is answered, in their order. A number is that of a file that will have no end. */
parentPort!.on('message', (told: Part | number) => {
  if (typeof told === 'number') return void sealers.delete(told)
  try {
    const made = seal(told)
    parentPort!.postMessage(made, [made.plain, made.sealed])
  } catch (error) {
    parentPort!.postMessage({ error: (error as Error).message })
  }
})

function seal({ file, begin, plain, size, last, sealed }: Part): SealedPart {
  if (begin) sealers.set(file, new Sealer(begin))
  const sealer = sealers.get(file)
  if (!sealer) throw new Error('The beginning of the file was lost with the thread that had it.')
  sealer.seal(new Uint8Array(plain, 0, size), last, new Uint8Array(sealed))
  if (!last) return { plain, sealed, sha256: null }
  sealers.delete(file)
  return { plain, sealed, sha256: sealer.end() }
}
