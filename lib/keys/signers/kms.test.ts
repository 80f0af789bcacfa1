import { verify, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { env } from '#lib/core/env'
import { type KmsServer, openKms } from '#lib/testing/servers/kms'
import {
  type KeyType,
  makeCertificateChain,
  toPem,
  toPrivatePem,
} from '#lib/testing/values/certificate-files'
import { loadOperatorKey } from '../operator-keys.ts'

const arn = (name: string) => `arn:aws:kms:eu-central-1:111122223333:key/${name}`
const types: KeyType[] = ['RSA 2048', 'RSA 4096', 'P-256', 'P-384']
const data = new TextEncoder().encode('to be signed')
let server: KmsServer

beforeAll(async () => {
  const keys: Record<string, string> = {}
  for (const type of types) {
    const { seal } = await makeCertificateChain(type)
    keys[arn(type)] = await toPrivatePem(seal)
    writeFileSync(join(tmpdir(), `${type}.pem`), toPem([seal.certificate, ...seal.chain]))
  }
  server = await openKms(keys)
})
beforeEach(() => {
  server.failWith()
  server.requests.length = 0
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', server.url)
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterAll(() => {
  env().keys = { seal: null, authority: null }
  server.close()
})

function useKey(name: string, certificates = name) {
  const path = join(tmpdir(), `${certificates}.pem`)
  env().keys = {
    seal: { type: 'kms', arn: arn(name), region: 'eu-central-1', certificates: path },
    authority: null,
  }
  return loadOperatorKey('seal')
}

describe('a key of AWS KMS', () => {
  it.each(types)('of the type %s signs', async (type) => {
    const signer = await useKey(type)
    const signature = await signer!.sign(data)
    const hash = type === 'P-384' ? 'sha384' : 'sha256'
    expect(verify(hash, data, new X509Certificate(signer!.certificate).publicKey, signature)).toBe(true)
    expect(signer!.chain).toHaveLength(2)
    const [{ headers, body } = {}] = server.requests
    expect(headers).toMatchObject({ 'x-amz-target': 'TrentService.Sign' })
    expect(headers!.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/kms\/aws4_request/,
    )
    expect(body).toMatchObject({ KeyId: arn(type), MessageType: 'DIGEST' })
  })

  it.each([
    ['that is disabled', 'P-256', 'DisabledException'],
    ['that does not exist', 'gone', undefined],
  ])('%s is one to try again later', async (_, name, failure) => {
    server.failWith(failure)
    const signer = await useKey(name, 'P-256')
    await expect(signer!.sign(data)).rejects.toMatchObject({
      code: 'no_signing_key',
      message: 'The signing key “City Seal” cannot be used at the moment. It will be retried.',
    })
  })

  it.each<[string, RequestListener]>([
    ['does not respond', () => {}],
    [
      'switches to another protocol',
      (_, response) => response.writeHead(101, { upgrade: 'other', connection: 'upgrade' }).end(),
    ],
  ])('is one to try again later where the KMS %s', async (_, listener) => {
    const silent = createServer(listener)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
    const signer = await useKey('P-256')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const passTime = setInterval(() => vi.advanceTimersByTime(1000), 5)
    await expect(signer!.sign(data)).rejects.toMatchObject({ code: 'no_signing_key' })
    clearInterval(passTime)
    vi.useRealTimers()
    silent.close()
    silent.closeAllConnections()
  })

  it('is one to try again later where the KMS begins a response and does not end it', async () => {
    const stuck = createServer((_, response) => response.writeHead(200, { 'content-length': 500 }).write('{'))
    await new Promise<void>((resolve) => stuck.listen(0, '127.0.0.1', resolve))
    vi.stubEnv('AWS_ENDPOINT_URL_KMS', `http://127.0.0.1:${(stuck.address() as AddressInfo).port}`)
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
      timeout.call(AbortSignal, milliseconds / 100),
    )
    const signer = await useKey('P-256')
    await expect(signer!.sign(data)).rejects.toMatchObject({ code: 'no_signing_key' })
    vi.restoreAllMocks()
    stuck.close()
    stuck.closeAllConnections()
  }, 5000)

  it('of another certificate does not sign', async () => {
    const signer = await useKey('RSA 2048', 'RSA 4096')
    await expect(signer!.sign(data)).rejects.toMatchObject({ code: 'no_signing_key' })
  })
})
