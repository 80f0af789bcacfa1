import { expect, it } from 'vitest'
import { sessions, users } from '#db/schema/identity'
import { findAccounts, listTenantIds } from '#db/tenancy/cross-tenant'
import { read } from '#db/tenancy/tenant'
import { EnvError } from '#lib/core/env'
import { login } from '../sessions/login.ts'
import { ensureFirstTenant } from './ensure-first-tenant.ts'

const admin = { email: 'Root@Installation.example', password: 'tangerine orbit 41', tenantName: 'First' }
const requestMeta = { now: new Date(), requestId: 'r', address: null, userAgent: null, locale: 'en' }

it('does nothing without an administrator in the environment', async () => {
  expect(await ensureFirstTenant({ admin: null })).toBeNull()
  expect(await listTenantIds()).toEqual([])
})

it('rejects an unacceptable password with a message that names the variable', async () => {
  const result = ensureFirstTenant({ admin: { ...admin, password: 'password1234' } })
  await expect(result).rejects.toThrow(EnvError)
  await expect(result).rejects.toThrow(/^ADMIN_PASSWORD is not acceptable: .*most common/)
  expect(await listTenantIds()).toEqual([])
})

it('creates one first tenant when several processes start at once', async () => {
  const createdAdmins = await Promise.all([1, 2, 3].map(() => ensureFirstTenant({ admin })))
  expect(createdAdmins.filter(Boolean)).toEqual(['root@installation.example'])
  const [tenantId] = await listTenantIds()
  expect(await listTenantIds()).toHaveLength(1)
  expect(await read({ tenantId: tenantId! }, (reader) => reader.$count(sessions))).toBe(0)
  const [user] = await read({ tenantId: tenantId! }, (reader) =>
    reader.select({ operator: users.operator }).from(users),
  )
  expect(user).toEqual({ operator: true })
  expect(await ensureFirstTenant({ admin: { ...admin, email: 'second@installation.example' } })).toBeNull()
  expect(await findAccounts('second@installation.example')).toEqual([])
})

it('lets the administrator sign in', async () => {
  const session = await login(requestMeta, { email: 'root@installation.example', password: admin.password })
  expect(session.user).toMatchObject({ name: 'Administrator', email: 'root@installation.example' })
})
