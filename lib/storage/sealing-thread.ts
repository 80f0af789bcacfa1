/** Runs in a worker thread, for sealing.ts. Never import it elsewhere. */
import { parentPort } from 'node:worker_threads'
import { forget, type Part, type SealedPart, sealPart } from './sealer.ts'

export type Answer = SealedPart | { error: string }

/** Each part is answered, in their order. A number is that of a file that will have no end. */
parentPort!.on('message', (told: Part | number) => {
  if (typeof told === 'number') return forget(told)
  try {
    const made = sealPart(told)
    parentPort!.postMessage(made, [made.plain, made.sealed])
  } catch (error) {
    parentPort!.postMessage({ error: (error as Error).message })
  }
})
