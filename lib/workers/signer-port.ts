import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { PadesError, type PadesErrorCode } from '#lib/pades/error'

/**
 * A signing identity for a thread: certificates by value, signing and time-stamping by messages. The key stays in the
 * calling thread.
 */
export interface SignerPort {
  certificate: Uint8Array
  chain: Uint8Array[]
  /** Whether its signatures get a time stamp. */
  stamps: boolean
  port: MessagePort
}

interface SignerRequest {
  id: number
  act: 'sign' | 'stamp'
  data: Uint8Array
}

/** The result, or the error of the owner. */
type SignerResponse = { id: number } & ({ result: Uint8Array } | { refusal: Refusal })

interface Refusal {
  message: string
  code?: PadesErrorCode
}

/** Makes `identity` usable in another thread. `signerPort.port` must be transferred to it; `close` ends its use. */
export function exposeSigner(identity: SigningIdentity): { signerPort: SignerPort; close: () => void } {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', async (request: SignerRequest) => {
    port1.postMessage(await respondTo(identity, request))
  })
  const { certificate, chain, stamp } = identity
  return {
    signerPort: { certificate, chain, stamps: stamp !== undefined, port: port2 },
    close: () => port1.close(),
  }
}

async function respondTo(
  identity: SigningIdentity,
  { id, act, data }: SignerRequest,
): Promise<SignerResponse> {
  try {
    return { id, result: await identity[act]!(data) }
  } catch (error) {
    if (error instanceof PadesError) return { id, refusal: { message: error.message, code: error.code } }
    return { id, refusal: { message: error instanceof Error ? error.message : String(error) } }
  }
}

/** In the thread: an identity whose operations run in the owner of the key. `close` ends the wait for answers. */
export function remoteSigner(signerPort: SignerPort): { identity: SigningIdentity; close: () => void } {
  const open = new Map<number, PromiseWithResolvers<Uint8Array>>()
  let count = 0
  signerPort.port.on('message', (response: SignerResponse) => {
    const pending = open.get(response.id)
    open.delete(response.id)
    if ('result' in response) pending?.resolve(response.result)
    else pending?.reject(errorOf(response.refusal))
  })
  const remote = (act: SignerRequest['act']) => (data: Uint8Array) => {
    const pending = Promise.withResolvers<Uint8Array>()
    const request: SignerRequest = { id: ++count, act, data }
    open.set(request.id, pending)
    signerPort.port.postMessage(request)
    return pending.promise
  }
  const { certificate, chain, stamps } = signerPort
  return {
    identity: { certificate, chain, sign: remote('sign'), ...(stamps && { stamp: remote('stamp') }) },
    close: () => signerPort.port.close(),
  }
}

function errorOf({ message, code }: Refusal): Error {
  return code ? new PadesError(code, message) : new Error(message)
}
