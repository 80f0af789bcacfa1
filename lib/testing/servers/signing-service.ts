import { X509Certificate } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CertificateFiles, toPrivatePem } from '../values/certificate-files.ts'
import { signDigest } from './sign-digest.ts'
import { type Grant, openAuthorizationServer } from './signing-service-oauth.ts'

type Json = Record<string, unknown>

/** A credential of a user of the service. */
export interface TestCredential {
  userId: string
  files: CertificateFiles
  mode?: 'implicit' | 'explicit' | 'oauth2code'
  /** Authentication objects of an explicit one, with the right values by id; three wrong tries lock it. */
  objects?: Json[]
  expression?: string
  values?: Record<string, string>
  status?: 'enabled' | 'disabled'
  algo?: string[]
  multisign?: number
  signatureQualifier?: string
  /** What `credentials/info` answers instead: members that differ, or an error. */
  info?: Json
  /** Whether the person never answers on another device. */
  isUnanswered?: boolean
}

/** A remote signing service on this machine that follows the Cloud Signature Consortium API 2.0. */
export interface SigningService {
  /** The base URI. */
  url: string
  clientId: string
  clientSecret: string
  /** The methods that were called, in order. */
  calls: string[]
  /** The bodies of all requests. */
  bodies: string[]
  /** The error of this method from now on; without one it responds correctly. */
  failWith(method?: string, error?: { error: string; error_description?: string }): void
  /** The method responds only after what this returns was called. */
  pause(method: string): () => void
  /** What is authorized from now on has expired when it is used. */
  expireGrants(isExpired: boolean): void
  close(): void
}

const MAX_TRIES = 3
const pss = '1.2.840.113549.1.1.10'
const algorithms = {
  rsa: ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.11'],
  ec: ['1.2.840.10045.2.1'],
}

/** @param credentials by their id */
export async function openSigningService(
  credentials: Record<string, TestCredential>,
  { port = 0, name = 'City Trust Services' } = {},
): Promise<SigningService> {
  const calls: string[] = []
  const bodies: string[] = []
  const [clientId, clientSecret] = ['acme', 'a secret of the service']
  let paused: { method: string; ended: Promise<void> } | null = null
  let failure: { method: string; error: Json } | null = null
  let isExpired = false
  /** By SAD. */
  const grants = new Map<string, Grant>()
  const triesById = new Map<string, number>()
  /** Challenges that were asked for, by credential and object. */
  const challenged = new Set<string>()

  const oauth = openAuthorizationServer({ clientId, clientSecret, name, grants })
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const text = Buffer.concat(pieces).toString()
    bodies.push(text)
    const path = request.url ?? ''
    if (path.startsWith('/oauth2/')) {
      const method = path.slice(1).split('?')[0]!
      if (failure?.method === method) return respond(response, 400, failure.error)
      return oauth.handle(response, new URL(path, origin()), new URLSearchParams(text))
    }
    const method = path.replace('/csc/v2/', '')
    calls.push(method)
    if (paused?.method === method) await paused.ended
    if (failure?.method === method) return respond(response, 400, failure.error)
    if (method !== 'info' && request.headers.authorization !== `Bearer ${oauth.serviceToken}`)
      return respond(response, 401, {
        error: 'invalid_token',
        error_description: 'The access token is not valid.',
      })
    const answer = await methods[method]?.(JSON.parse(text) as Json)
    if (!answer) return respond(response, 404, { error: 'not_found' })
    await respond(response, 'error' in answer ? 400 : 200, answer)
  })

  const invalid = (description: string) => ({ error: 'invalid_request', error_description: description })
  const methods: Record<string, (body: Json) => Json | Promise<Json>> = {
    info: () => ({
      specs: '2.0.0.2',
      name,
      logo: 'https://example.com/logo.png',
      region: 'DE',
      lang: 'en',
      description: 'For tests',
      authType: ['oauth2client', 'oauth2code'],
      oauth2: `${origin()}/`,
      methods: [...Object.keys(methods), 'oauth2/authorize', 'oauth2/token'],
    }),
    'credentials/list': ({ userID }) => ({
      credentialIDs: Object.keys(credentials).filter((id) => credentials[id]!.userId === userID),
    }),
    'credentials/info': ({ credentialID }) => {
      const credential = credentials[String(credentialID)]
      return credential ? describeCredential(credential) : invalid('Invalid parameter credentialID')
    },
    'credentials/getChallenge': ({ credentialID, authObjectID }) => {
      challenged.add(`${credentialID} ${authObjectID}`)
      return {}
    },
    'credentials/authorize': ({ credentialID, numSignatures, hashes, hashAlgorithmOID, authData }) => {
      const id = String(credentialID)
      if (!Array.isArray(hashes) || hashes.length !== numSignatures || typeof hashAlgorithmOID !== 'string')
        return invalid('Missing (or invalid type) parameter hashes')
      const { mode, multisign = 1 } = credentials[id]!
      if (mode === 'oauth2code') return invalid('Invalid parameter credentialID')
      if (hashes.length > multisign) return invalid('Numbers of signatures is too high')
      if (credentials[id]!.isUnanswered) return { handle: 'later' }
      const refusal = checkAuthData(id, (authData as { id: string; value: string }[] | undefined) ?? [])
      if (refusal) return refusal
      const SAD = `SAD ${grants.size + 1}`
      grants.set(SAD, { credentialID: id, hashes })
      return { SAD, expiresIn: 300 }
    },
    'credentials/authorizeCheck': ({ handle }) => ({ handle }),
    'signatures/signHash': async ({
      credentialID,
      SAD,
      hashes,
      hashAlgorithmOID,
      signAlgo,
      signAlgoParams,
    }) => {
      const grant = grants.get(String(SAD))
      grants.delete(String(SAD))
      if (isExpired || grant?.credentialID !== credentialID) return invalid('Invalid parameter SAD')
      if (JSON.stringify(grant?.hashes) !== JSON.stringify(hashes))
        return invalid('Hash is not authorized by the SAD')
      if (typeof hashAlgorithmOID !== 'string') return invalid('Invalid parameter hashAlgorithmOID')
      const credential = credentials[String(credentialID)]!
      const { files } = credential
      if (typeof signAlgo !== 'string' || !listAlgorithms(credential).includes(signAlgo))
        return invalid('Invalid parameter signAlgo')
      if (signAlgo === pss && typeof signAlgoParams !== 'string')
        return invalid('Missing (or invalid type) string parameter signAlgoParams')
      return {
        signatures: await Promise.all((hashes as string[]).map((hash) => sign(files, hash, signAlgo))),
      }
    },
  }

  function checkAuthData(id: string, given: { id: string; value: string }[]): Json | null {
    const { mode, values = {}, objects = [] } = credentials[id]!
    if (mode !== 'explicit') return null
    if ((triesById.get(id) ?? 0) >= MAX_TRIES) return invalid('Credential locked')
    const isRight =
      given.length > 0 &&
      given.every(({ id: object, value }) => values[object] === value) &&
      objects.every((object) => object.type !== 'ChallengeResponse' || challenged.has(`${id} ${object.id}`))
    triesById.set(id, isRight ? 0 : (triesById.get(id) ?? 0) + 1)
    return isRight
      ? null
      : { error: 'invalid_authentication_data', error_description: 'The authentication data is invalid' }
  }

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `${origin()}/csc/v2`,
    ...{ clientId, clientSecret, calls, bodies },
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
    expireGrants: (expired) => {
      isExpired = expired
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

function describeCredential(credential: TestCredential): Json {
  const { files, mode, status, signatureQualifier, objects, expression, multisign = 1, info } = credential
  if (info && 'error' in info) return info
  const { certificate, chain } = files
  const { subject, issuer, serialNumber } = new X509Certificate(certificate)
  return {
    key: { status: status ?? 'enabled', algo: listAlgorithms(credential), len: 256 },
    cert: {
      status: 'valid',
      certificates: [certificate, ...chain].map((der) => Buffer.from(der).toString('base64')),
      ...{ subjectDN: subject, issuerDN: issuer, serialNumber },
    },
    auth: { mode: mode ?? 'implicit', ...(objects && { objects }), ...(expression && { expression }) },
    SCAL: '2',
    multisign,
    ...(signatureQualifier && { signatureQualifier }),
    ...info,
  }
}

const listAlgorithms = ({ algo, files }: TestCredential) => algo ?? algorithms[isRsa(files) ? 'rsa' : 'ec']

const isRsa = ({ type }: CertificateFiles) => type.startsWith('RSA')

async function sign(files: CertificateFiles, hash: string, signAlgo: string): Promise<string> {
  const scheme = signAlgo === pss ? 'pss' : isRsa(files) ? 'pkcs1' : 'ecdsa'
  return signDigest(await toPrivatePem(files), Buffer.from(hash, 'base64'), scheme).toString('base64')
}
