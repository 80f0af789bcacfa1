/** Runs in a worker thread, for sealing.ts. Never import it elsewhere. */
import { parentPort } from 'node:worker_threads'
import { forget, type Part, type SealedPart, sealPart } from './sealer.ts'

/** A part to seal, under the number by which its answer is known; or a file that will have no end. */
export type Ask = { number: number; part: Part } | { forget: number }

export type Answer = { number: number } & ({ made: SealedPart } | { error: string })

parentPort!.on('message', (ask: Ask) => {
  if ('forget' in ask) return forget(ask.forget)
  const { number, part } = ask
  try {
    const made = sealPart(part)
    answer({ number, made }, [made.plain, made.sealed])
  } catch (error) {
    answer({ number, error: (error as Error).message })
  }
})

function answer(message: Answer, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}
