import { afterAll, expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { makeTenant } from '#lib/testing/tenant'
import { connect } from './connection/client.ts'

const owner = connect(env().databaseUrl!, { max: 1 })
afterAll(() => owner.end())

it('sets the time of the password in sessions that a version before migration 0029 creates', async () => {
  const tenant = await makeTenant()
  const [session] = await owner`
    insert into sessions (tenant_id, user_id, kind, family, token_hash, expires_at, refreshable_until, created_at)
    select ${tenant.tenantId}, min(id), 'token', 'a', 'b', now(), now(), now() from users where tenant_id = ${tenant.tenantId}
    returning now() - authenticated_at = interval '0' as "isNow"`
  expect(session).toEqual({ isNow: true })
})
