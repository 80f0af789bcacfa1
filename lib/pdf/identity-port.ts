import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { SigningIdentity } from '#lib/pades/identity'

/** An identity on its way to a thread: certificates by value, signing by messages. The key stays. */
export interface LentIdentity {
  certificate: Uint8Array
  chain: Uint8Array[]
  port: MessagePort
}

interface Question {
  id: number
  data: Uint8Array
}

interface Answer {
  id: number
  signature?: Uint8Array
  /** Why the owner did not sign. */
  refusal?: string
}

/** Prepares `identity` for a thread. `lent.port` must be transferred; `recall` ends the loan. */
export function lendIdentity(identity: SigningIdentity): { lent: LentIdentity; recall: () => void } {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', async ({ id, data }: Question) => {
    port1.postMessage(await answerTo(identity, id, data))
  })
  const { certificate, chain } = identity
  return { lent: { certificate, chain, port: port2 }, recall: () => port1.close() }
}

async function answerTo(identity: SigningIdentity, id: number, data: Uint8Array): Promise<Answer> {
  try {
    return { id, signature: await identity.sign(data) }
  } catch (error) {
    return { id, refusal: error instanceof Error ? error.message : String(error) }
  }
}

/** In the thread: the identity that was lent. `giveBack` lets the thread end its wait for answers. */
export function borrowIdentity(lent: LentIdentity): { identity: SigningIdentity; giveBack: () => void } {
  const open = new Map<number, { resolve: (signature: Uint8Array) => void; reject: (error: Error) => void }>()
  let count = 0
  lent.port.on('message', ({ id, signature, refusal }: Answer) => {
    const asked = open.get(id)
    open.delete(id)
    if (signature) asked?.resolve(signature)
    else asked?.reject(new Error(refusal ?? 'The owner of the key did not sign.'))
  })
  const sign = (data: Uint8Array) =>
    new Promise<Uint8Array>((resolve, reject) => {
      const question: Question = { id: ++count, data }
      open.set(question.id, { resolve, reject })
      lent.port.postMessage(question)
    })
  return {
    identity: { certificate: lent.certificate, chain: lent.chain, sign },
    giveBack: () => lent.port.close(),
  }
}
