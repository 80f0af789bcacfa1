import { X509Certificate } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CertificateFiles, toPrivatePem } from '../values/certificate-files.ts'
import { signDigest } from './sign-digest.ts'

/** A credential of a user of the service. */
export interface TestCredential {
  userId: string
  files: CertificateFiles
  mode?: 'implicit' | 'explicit' | 'oauth2code'
  status?: 'enabled' | 'disabled'
  signatureQualifier?: string
}

/** A remote signing service on this machine that follows the Cloud Signature Consortium API 2.0. */
export interface SigningService {
  /** The base URI. */
  url: string
  clientId: string
  clientSecret: string
  /** The methods that were called, in order. */
  calls: string[]
  /** The error of this method from now on; without one it responds correctly. */
  failWith(method?: string, error?: { error: string; error_description?: string }): void
  /** The method responds only after what this returns was called. */
  pause(method: string): () => void
  close(): void
}

type Json = Record<string, unknown>

/** @param credentials by their id */
export async function openSigningService(
  credentials: Record<string, TestCredential>,
): Promise<SigningService> {
  const calls: string[] = []
  const [clientId, clientSecret, accessToken] = ['acme', 'a secret of the service', 'token of the service']
  let paused: { method: string; ended: Promise<void> } | null = null
  let failure: { method: string; error: Json } | null = null
  /** What was authorized, by SAD: each counts once, for these hashes (11.6). */
  const authorized = new Map<string, { credentialID: unknown; hashes: unknown }>()

  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const text = Buffer.concat(pieces).toString()
    const path = request.url ?? ''
    if (path === '/oauth2/token') return respondToken(response, new URLSearchParams(text))
    const method = path.replace('/csc/v2/', '')
    calls.push(method)
    if (paused?.method === method) await paused.ended
    if (failure?.method === method) return respond(response, 400, failure.error)
    if (method !== 'info' && request.headers.authorization !== `Bearer ${accessToken}`)
      return respond(response, 401, {
        error: 'invalid_token',
        error_description: 'The access token is not valid.',
      })
    const answer = methods[method]?.(JSON.parse(text) as Json)
    if (!answer) return respond(response, 404, { error: 'not_found' })
    await respond(response, 'error' in (await answer) ? 400 : 200, await answer)
  })

  function respondToken(response: ServerResponse, form: URLSearchParams) {
    const isRight =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret
    return isRight
      ? respond(response, 200, { access_token: accessToken, token_type: 'Bearer', expires_in: 3600 })
      : respond(response, 401, { error: 'invalid_client' })
  }

  const invalid = (description: string) => ({ error: 'invalid_request', error_description: description })
  const methods: Record<string, (body: Json) => Json | Promise<Json>> = {
    info: () => ({
      specs: '2.0.0.2',
      name: 'City Trust Services',
      logo: 'https://example.com/logo.png',
      region: 'DE',
      lang: 'en',
      description: 'For tests',
      authType: ['oauth2client'],
      oauth2: `${origin()}/`,
      methods: ['credentials/list', 'credentials/info', 'credentials/authorize', 'signatures/signHash'],
    }),
    'credentials/list': ({ userID }) => ({
      credentialIDs: Object.keys(credentials).filter((id) => credentials[id]!.userId === userID),
    }),
    'credentials/info': ({ credentialID }) => {
      const credential = credentials[String(credentialID)]
      return credential ? describeCredential(credential) : invalid('Invalid parameter credentialID')
    },
    'credentials/authorize': ({ credentialID, numSignatures, hashes, hashAlgorithmOID }) => {
      if (!Array.isArray(hashes) || hashes.length !== numSignatures || typeof hashAlgorithmOID !== 'string')
        return invalid('Missing (or invalid type) parameter hashes')
      const SAD = `SAD ${authorized.size + 1}`
      authorized.set(SAD, { credentialID, hashes: JSON.stringify(hashes) })
      return { SAD, expiresIn: 300 }
    },
    'signatures/signHash': async ({ credentialID, SAD, hashes, hashAlgorithmOID, signAlgo }) => {
      const grant = authorized.get(String(SAD))
      authorized.delete(String(SAD))
      if (grant?.credentialID !== credentialID || grant?.hashes !== JSON.stringify(hashes))
        return invalid('Invalid parameter SAD')
      if (typeof hashAlgorithmOID !== 'string' || typeof signAlgo !== 'string')
        return invalid('Missing (or invalid type) parameter signAlgo')
      const { files } = credentials[String(credentialID)]!
      return { signatures: await Promise.all((hashes as string[]).map((hash) => signHash(files, hash))) }
    },
  }

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `${origin()}/csc/v2`,
    ...{ clientId, clientSecret, calls },
    failWith: (method, error = { error: 'server_error' }) => {
      failure = method ? { method, error } : null
    },
    pause: (method) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      paused = { method, ended: promise }
      return () => {
        paused = null
        resolve()
      }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function respond(response: ServerResponse, status: number, body: Json) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function describeCredential({ files, mode, status, signatureQualifier }: TestCredential): Json {
  const { certificate, chain } = files
  const { subject, issuer, serialNumber } = new X509Certificate(certificate)
  return {
    key: { status: status ?? 'enabled', algo: ['1.2.840.10045.2.1'], len: 256 },
    cert: {
      status: 'valid',
      certificates: [certificate, ...chain].map((der) => Buffer.from(der).toString('base64')),
      ...{ subjectDN: subject, issuerDN: issuer, serialNumber },
    },
    auth: { mode: mode ?? 'implicit' },
    SCAL: '2',
    multisign: 1,
    ...(signatureQualifier && { signatureQualifier }),
  }
}

async function signHash(files: CertificateFiles, hash: string): Promise<string> {
  const isRsa = files.type.startsWith('RSA')
  return signDigest(await toPrivatePem(files), Buffer.from(hash, 'base64'), isRsa).toString('base64')
}
