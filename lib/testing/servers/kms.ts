import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signDigest } from './sign-digest.ts'

/** The body of `TrentService.Sign` of AWS KMS. */
interface SignRequest {
  KeyId: string
  Message: string
  MessageType: string
  SigningAlgorithm: string
}

/** A stand-in for AWS KMS that signs as it does. */
export interface KmsServer {
  url: string
  requests: { headers: IncomingHttpHeaders; body: SignRequest }[]
  /** The error of the next requests; without one they are answered correctly. */
  failWith(type?: string): void
  close(): void
}

/** @param keys the private keys (PEM) by the ARN of the key */
export async function openKms(keys: Record<string, string>): Promise<KmsServer> {
  const requests: KmsServer['requests'] = []
  let failure: string | undefined
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const body = JSON.parse(Buffer.concat(pieces).toString()) as SignRequest
    requests.push({ headers: request.headers, body })
    const respond = (status: number, answer: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer))
    const key = keys[body.KeyId]
    if (failure) respond(400, { __type: failure, message: 'not today' })
    else if (!key) respond(400, { __type: 'NotFoundException', message: 'no such key' })
    else respond(200, { ...body, Signature: sign(key, body).toString('base64') })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    failWith: (type) => {
      failure = type
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function sign(key: string, { Message, MessageType, SigningAlgorithm }: SignRequest): Buffer {
  if (MessageType !== 'DIGEST') throw new Error(`The message must be a digest, not ${MessageType}.`)
  return signDigest(
    key,
    Buffer.from(Message, 'base64'),
    SigningAlgorithm.startsWith('RSASSA_PKCS1') ? 'pkcs1' : 'ecdsa',
  )
}
