import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { PadesError, type PadesErrorCode } from '#lib/pades/error'

/** A signing identity for a thread: certificates by value, signing and time-stamping by messages. The key stays in the calling thread. */
export interface SignerPort {
  certificate: Uint8Array
  chain: Uint8Array[]
  /** Whether its signatures get a time stamp. */
  stamps: boolean
  port: MessagePort
}

interface Question {
  id: number
  act: 'sign' | 'stamp'
  data: Uint8Array
}

/** The result, or the error of the owner. */
type Answer = { id: number } & ({ made: Uint8Array } | { refusal: Refusal })

interface Refusal {
  message: string
  code?: PadesErrorCode
}

/** Prepares `identity` for a thread. `lent.port` must be transferred; `recall` ends the loan. */
export function exposeSigner(identity: SigningIdentity): { lent: SignerPort; recall: () => void } {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', async (question: Question) => {
    port1.postMessage(await answerTo(identity, question))
  })
  const { certificate, chain, stamp } = identity
  return {
    lent: { certificate, chain, stamps: stamp !== undefined, port: port2 },
    recall: () => port1.close(),
  }
}

async function answerTo(identity: SigningIdentity, { id, act, data }: Question): Promise<Answer> {
  try {
    return { id, made: await identity[act]!(data) }
  } catch (error) {
    if (error instanceof PadesError) return { id, refusal: { message: error.message, code: error.code } }
    return { id, refusal: { message: error instanceof Error ? error.message : String(error) } }
  }
}

/** In the thread: the identity that was lent. `refundQuota` lets the thread end its wait for answers. */
export function remoteSigner(lent: SignerPort): { identity: SigningIdentity; giveBack: () => void } {
  const open = new Map<number, PromiseWithResolvers<Uint8Array>>()
  let count = 0
  lent.port.on('message', (answer: Answer) => {
    const request = open.get(answer.id)
    open.delete(answer.id)
    if ('made' in answer) request?.resolve(answer.made)
    else request?.reject(errorOf(answer.refusal))
  })
  const ask = (act: Question['act']) => (data: Uint8Array) => {
    const request = Promise.withResolvers<Uint8Array>()
    const question: Question = { id: ++count, act, data }
    open.set(question.id, request)
    lent.port.postMessage(question)
    return request.promise
  }
  const { certificate, chain, stamps } = lent
  return {
    identity: { certificate, chain, sign: ask('sign'), ...(stamps && { stamp: ask('stamp') }) },
    giveBack: () => lent.port.close(),
  }
}

function errorOf({ message, code }: Refusal): Error {
  return code ? new PadesError(code, message) : new Error(message)
}
