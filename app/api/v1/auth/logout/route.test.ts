import { describe, expect, it } from 'vitest'
import { read } from '#db/tenancy/tenant'
import { findTrail } from '#lib/audit/trail'
import { call } from '#lib/testing/service/call'
import { makeTenant } from '#lib/testing/users/tenant'
import { GET as getUser } from '../../user/route.ts'
import { POST as refresh } from '../refresh/route.ts'
import { POST } from './route.ts'

describe('200', () => {
  it('ends this session and no other', async () => {
    const firstTenant = await makeTenant()
    const otherMember = await firstTenant.addMember('viewer')
    const response = await call<Record<string, string>>(POST, { method: 'POST', as: firstTenant })
    expect(response.status).toBe(200)
    expect(response.body).toEqual({ message: 'Signed out.' })
    // An access token is not of the browser's own session.
    expect(response.headers.has('clear-site-data')).toBe(false)
    expect((await call(getUser, { as: firstTenant })).body.error.code).toBe('token_revoked')
    expect((await call(getUser, { as: otherMember })).status).toBe(200)
    const trail = await read(firstTenant.ctx, (reader) =>
      findTrail(reader, firstTenant.ctx, { user: firstTenant.user.id }),
    )
    expect(trail.map((event) => event.type)).toEqual(['user.signed_out'])
  })

  it('also ends the token of a concurrent refresh', async () => {
    const tenant = await makeTenant()
    for (let attempt = 0; attempt < 10; attempt++) {
      const member = await tenant.addMember('user')
      const [refreshed, loggedOut] = await Promise.all([
        call<{ data?: { access_token: string } }>(refresh, { method: 'POST', as: member }),
        call(POST, { method: 'POST', as: member }),
      ])
      // The logout fails only if the refresh had replaced its token before.
      const newToken = refreshed.body.data?.access_token
      const isActive = newToken !== undefined && (await call(getUser, { as: newToken })).status === 200
      expect(isActive).toBe(loggedOut.status === 401)
    }
  })
})

describe('401', () => {
  it('requires a signed-in user', async () => {
    expect((await call(POST, { method: 'POST' })).body.error.code).toBe('unauthenticated')
  })

  it('refuses a second logout', async () => {
    const tenant = await makeTenant()
    await call(POST, { method: 'POST', as: tenant })
    expect((await call(POST, { method: 'POST', as: tenant })).body.error.code).toBe('token_revoked')
  })
})

describe('403', () => {
  it('refuses API keys', async () => {
    const key = await (await makeTenant()).addKey()
    const errorResponse = await call(POST, { method: 'POST', as: key })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})
