import { afterEach, beforeAll, expect, it } from 'vitest'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { openSigningService, type TestCredential } from '#lib/testing/servers/signing-service'
import { type CertificateFiles, makeCertificateChain } from '#lib/testing/values/certificate-files'
import { findCredentials } from './credential.ts'
import { authorizeAndSign } from './sign-hashes.ts'

const userId = 'ada@example.com'
const user = { userId, level: 'advanced', mode: null } as const
let files: CertificateFiles
let close = () => {}
beforeAll(async () => {
  files = (await makeCertificateChain('P-256')).seal
})
afterEach(() => close())

async function openService(credentials: Record<string, Partial<TestCredential>>) {
  const entries = Object.entries(credentials).map(([id, credential]) => [
    id,
    { userId, files, ...credential },
  ])
  const service = await openSigningService(Object.fromEntries(entries))
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
  close = service.close
  return service
}

const suspended = { error: 'invalid_request', error_description: 'The credential is suspended.' }

it.each<[string, TestCredential['info']]>([
  ['is refused', suspended],
  ['is revoked and has no certificates', { cert: { status: 'revoked' } }],
  ['is described by an earlier version of the specification', { auth: undefined, authMode: 'implicit' }],
])('a credential that %s does not hide another', async (_what, info) => {
  const service = await openService({ bad: { info }, good: {} })
  expect(await findCredentials(service, user, now())).toMatchObject([{ id: 'good' }])
})

it('the reason why the only credential is refused is given', async () => {
  const service = await openService({ bad: { info: suspended }, disabled: { status: 'disabled' } })
  await expect(findCredentials(service, user, now())).rejects.toThrow(/The credential is suspended/)
})

it('optional members that are null are as if left out', async () => {
  const service = await openService({
    good: { info: { auth: { mode: 'implicit', expression: null, objects: null }, signatureQualifier: null } },
  })
  expect(await findCredentials(service, user, now())).toMatchObject([{ id: 'good' }])
})

it.each([
  ['its type only', ['1.2.840.10045.2.1'], '1.2.840.10045.2.1'],
  ['its type and the scheme', ['1.2.840.10045.2.1', '1.2.840.10045.4.3.2'], '1.2.840.10045.4.3.2'],
])('a key on a curve that offers %s signs by one of the names offered', async (_what, algo, signAlgo) => {
  const service = await openService({ good: { algo } })
  const [credential] = await findCredentials(service, user, now())
  expect(credential!.signAlgo).toBe(signAlgo)
  expect(await authorizeAndSign(service, credential!, [], [new Uint8Array(1)])).toHaveLength(1)
})
