import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { ErrorText } from '#lib/messages/errors'
import type { SigningIdentity } from '#lib/pades/cms/identity'
import { findSignatureAlgorithm } from '#lib/pades/cms/signature-algorithm'
import { PadesError, type PadesErrorCode } from '#lib/pades/error'

/**
 * A signing identity for a thread: certificates by value, signing and time-stamping by messages. The key stays in the
 * calling thread.
 */
export interface SignerPort {
  certificate: Uint8Array
  chain: Uint8Array[]
  /** The object identifier of the signature algorithm, where the key's service demands it. */
  algorithmId?: string | undefined
  /** Whether the identity adds time stamps to signatures, and loads validation material. */
  stamps: boolean
  tokenBytes?: number
  port: MessagePort
}

/** The operations of an identity that the thread calls. */
type Operations = Required<Pick<SigningIdentity, 'sign' | 'stamp' | 'loadValidationMaterial'>>

interface SignerRequest {
  id: number
  operation: keyof Operations
  data: unknown
}

/** The result, or the error of the thread that owns the key. */
type SignerResponse = { id: number } & ({ result: unknown } | { error: SignerError })

interface SignerError {
  message: string
  text?: ErrorText
  code?: PadesErrorCode
}

/** Runs `callback` with a port by which another thread uses `identity`: it must be transferred to that thread. */
export async function withSignerPort<T>(
  identity: SigningIdentity,
  callback: (signerPort: SignerPort) => Promise<T>,
): Promise<T> {
  const { signerPort, close } = exposeSigner(identity)
  try {
    return await callback(signerPort)
  } finally {
    close()
  }
}

function exposeSigner(identity: SigningIdentity): { signerPort: SignerPort; close: () => void } {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', async (request: SignerRequest) => {
    port1.postMessage(await respondTo(identity, request))
  })
  // A request that cannot be read, as without memory, gets no response: the end of the port rejects it.
  port1.on('messageerror', () => port1.close())
  const { certificate, chain, algorithm, stamp, tokenBytes } = identity
  const stamps = stamp !== undefined
  return {
    signerPort: { certificate, chain, algorithmId: algorithm?.id, stamps, tokenBytes, port: port2 },
    close: () => port1.close(),
  }
}

async function respondTo(
  identity: SigningIdentity,
  { id, operation, data }: SignerRequest,
): Promise<SignerResponse> {
  try {
    return { id, result: await identity[operation]!(data as Uint8Array & Uint8Array[]) }
  } catch (error) {
    if (error instanceof PadesError)
      return { id, error: { message: error.message, text: error.text, code: error.code } }
    return { id, error: { message: error instanceof Error ? error.message : String(error) } }
  }
}

/** For the worker thread: runs `callback` with an identity whose operations run in the thread that owns the key. */
export async function withIdentity<T>(
  signerPort: SignerPort,
  callback: (identity: SigningIdentity) => Promise<T>,
): Promise<T> {
  const { identity, close } = remoteSigner(signerPort)
  try {
    return await callback(identity)
  } finally {
    close()
  }
}

function remoteSigner(signerPort: SignerPort): { identity: SigningIdentity; close: () => void } {
  const pendingById = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0
  signerPort.port.on('message', (response: SignerResponse) => {
    const pending = pendingById.get(response.id)
    pendingById.delete(response.id)
    if ('result' in response) pending?.resolve(response.result)
    else pending?.reject(toError(response.error))
  })
  const rejectAll = () => {
    for (const { reject } of pendingById.values()) reject(new Error('The signing key did not respond.'))
    pendingById.clear()
  }
  signerPort.port.on('messageerror', rejectAll)
  signerPort.port.on('close', rejectAll)
  const remote = <Name extends keyof Operations>(operation: Name): Operations[Name] => {
    const send = (data: unknown) => {
      const pending = Promise.withResolvers<unknown>()
      const request: SignerRequest = { id: ++lastId, operation, data }
      pendingById.set(request.id, pending)
      signerPort.port.postMessage(request)
      return pending.promise
    }
    return send as Operations[Name]
  }
  const { certificate, chain, algorithmId, stamps, tokenBytes } = signerPort
  const algorithm = algorithmId && findSignatureAlgorithm(certificate, algorithmId)
  return {
    identity: {
      ...(algorithm && { algorithm }),
      ...{ certificate, chain, tokenBytes, sign: remote('sign') },
      ...(stamps && { stamp: remote('stamp'), loadValidationMaterial: remote('loadValidationMaterial') }),
    },
    close: () => signerPort.port.close(),
  }
}

function toError({ message, text, code }: SignerError): Error {
  return code ? new PadesError(code, text ?? message) : new Error(message)
}
