import { expect, it } from 'vitest'
import { now } from '#lib/core/clock'
import { env } from '#lib/core/env'
import { openSigningService } from '#lib/testing/servers/signing-service'
import { makeCertificateChain, makeCertificateFiles } from '#lib/testing/values/certificate-files'
import { findCredentials } from './credential.ts'
import { authorizeAndSign } from './sign-hashes.ts'

it('who does not answer on another device is not waited for longer than a request may take', async () => {
  const { authority } = await makeCertificateChain('RSA 2048')
  const files = await makeCertificateFiles('Ada', { issuer: authority })
  const objects = [{ type: 'ChallengeResponseOOB', id: 'APP' }]
  const service = await openSigningService({
    slow: { userId: 'ada@example.com', files, mode: 'explicit', objects, isUnanswered: true },
  })
  env().signingServiceAllowedHosts.push(new URL(service.url).host)
  const user = { userId: 'ada@example.com', level: 'advanced', mode: null } as const
  try {
    const [credential] = await findCredentials(service, user, now())
    const signed = authorizeAndSign(service, credential!, [], [new Uint8Array(1)], 3)
    await expect(signed).rejects.toMatchObject({ failure: 'expired' })
    expect(service.calls.filter((method) => method === 'credentials/authorizeCheck')).toHaveLength(1)
  } finally {
    service.close()
  }
})
