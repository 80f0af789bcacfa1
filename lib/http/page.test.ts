import { headers } from 'next/headers'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Ctx } from '#lib/core/ctx'
import type { Role } from '#lib/core/roles'
import type { Permission } from '#lib/policy'
import { identifyBrowser } from './credentials/credential.ts'
import { makePage } from './page.ts'

vi.mock('next/headers')
vi.mock('./credentials/credential.ts')
beforeEach(() => {
  vi.mocked(headers).mockResolvedValue(new Headers({ 'x-paraph-peer': '192.0.2.1' }))
})

/** What the page shows instead of its content: the code with which it is refused, or `not found`. */
async function open(permission: Permission, condition: Partial<Ctx> = {}, role: Role = 'tenant_admin') {
  const person = { id: 1, name: 'Ada', email: 'ada@example.com', role, sessionId: 1 }
  const actor = { ...person, type: 'user' as const, authenticatedAt: new Date(0) }
  const meta = { requestId: 'r', address: null, userAgent: null, locale: 'en' as const, now: new Date() }
  vi.mocked(identifyBrowser).mockResolvedValue({ ...meta, tenantId: 1, actor, testMode: false, ...condition })
  const page = makePage({ 403: (code) => code, 404: () => 'not found' })
  return page(permission, async () => 'content')({})
}

it('says why a page is refused: the role is only one of the reasons', async () => {
  expect(await open('process.write', {}, 'viewer')).toBe('forbidden')
  expect(await open('process.write', { suspended: true })).toBe('tenant_suspended')
  expect(await open('process.send', { unconfirmed: true })).toBe('email_not_confirmed')
  expect(await open('signing_service.change')).toBe('reauthentication_required')
})

it('shows what may be read while the organisation is suspended, long after the password was entered', async () => {
  for (const permission of ['api_key.read', 'webhook.read', 'tenant.read', 'signing_service.read'] as const)
    expect(await open(permission, { suspended: true })).toMatchObject({ props: { children: 'content' } })
})
