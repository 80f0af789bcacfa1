import { expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { ServiceProblem } from '#lib/keys/signing-service/service-problem'
import { checkPage } from './visit.ts'

it('opens the page of a provider by https only, or of a host that is allowed', async () => {
  for (const address of ['javascript:alert(1)', 'http://provider.example/authorize', 'https://127.0.0.1/'])
    await expect(checkPage(address)).rejects.toBeInstanceOf(ServiceProblem)
  env().signingServiceAllowedHosts.push('127.0.0.1')
  expect((await checkPage('http://127.0.0.1/authorize')).href).toBe('http://127.0.0.1/authorize')
  env().signingServiceAllowedHosts.pop()
})
