import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Role, roles, type Scope, scopes } from '#lib/core/roles'
import type { Handler } from '#lib/http/route'
import { suspendTenant } from '#lib/operator/change-tenant'
import { type Permission, policy, type Rule, roleMay, worksWhileSuspended } from '#lib/policy'
import { call } from '#lib/testing/service/call'
import { makeTenant, type TestTenant } from '#lib/testing/users/tenant'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
interface DeclaredMethod {
  method: Method
  path: string
  handler: Handler
}

/** The rules on roles, written down here independently of the policy. */
const everyone: Role[] = ['tenant_admin', 'user', 'viewer']
const writers: Role[] = ['tenant_admin', 'user']
const admins: Role[] = ['tenant_admin']
/** The roles that may read and write, and the scope, by path or by its first part. */
const areas: Record<
  string,
  { read: Role[]; write: Role[]; scope: (method: Method, path: string) => Scope | null }
> = {
  documents: { read: everyone, write: writers, scope: readOrWrite('documents') },
  'signature-processes': { read: everyone, write: writers, scope: readOrWrite('processes') },
  'bulk-sends': {
    read: everyone,
    write: writers,
    scope: readOrWrite('processes'),
  },
  contacts: { read: everyone, write: writers, scope: readOrWrite('processes') },
  templates: {
    read: everyone,
    write: writers,
    // Using a template creates a process.
    scope: (method, path) => (path.endsWith('/use') ? 'processes:write' : readOrWrite('templates')(method)),
  },
  vault: { read: everyone, write: writers, scope: readOrWrite('vault') },
  'vault/documents/[id]': {
    read: everyone,
    write: admins,
    scope: (method) => (method === 'GET' ? 'vault:read' : 'vault:retention'),
  },
  'vault/documents/[id]/legal-hold': { read: everyone, write: admins, scope: () => 'vault:retention' },
  // The user's own invitation.
  'signature-processes/[id]/resend': { read: everyone, write: everyone, scope: () => null },
  archives: { read: everyone, write: writers, scope: readOrWrite('vault') },
  account: {
    read: everyone,
    write: admins,
    scope: (method) => (method === 'GET' ? 'account:read' : null),
  },
  'account/seal': {
    read: everyone,
    write: admins,
    scope: (method) => (method === 'GET' ? 'account:read' : null),
  },
  'signature-processes/[id]/in-person': { read: writers, write: writers, scope: () => null },
  'signature-processes/[id]/signers/[signer]/signing-link': {
    read: writers,
    write: writers,
    scope: () => null,
  },
  'signature-processes/[id]/editor-url': { read: [], write: [], scope: () => 'signing-links' },
  'signature-processes/[id]/signers/[signer]/signing-url': {
    // Only for keys.
    read: [],
    write: [],
    scope: () => 'signing-links',
  },
  'account/signing-service': { read: admins, write: admins, scope: () => null },
  'account/archive-address': { read: admins, write: admins, scope: () => null },
  'account/sender': { read: admins, write: admins, scope: () => null },
  'account/sso': { read: admins, write: admins, scope: () => null },
  // The user's own sessions.
  'account/test-mode': { read: everyone, write: everyone, scope: () => null },
  user: {
    read: everyone,
    write: everyone,
    scope: (method, path) => (method === 'GET' && path === 'user' ? 'account:read' : null),
  },
  auth: { read: everyone, write: everyone, scope: () => null },
  'audit-events': { read: admins, write: admins, scope: () => 'audit:read' },
  privacy: { read: admins, write: admins, scope: () => 'privacy' },
  folders: {
    read: everyone,
    write: admins,
    scope: (method) => (method === 'GET' ? 'account:read' : 'folders'),
  },
  webhooks: { read: admins, write: admins, scope: () => 'webhooks' },
  users: { read: admins, write: admins, scope: () => 'users' },
  'api-keys': { read: admins, write: admins, scope: () => 'api-keys' },
}
/** Public routes, and those whose credential is the signing link. */
const unguarded =
  /^(auth\/(login|second-factor|signup|refresh|forgot-password|reset-password|accept-invitation|confirm-address|confirm-archive-address)|health|signing|template-links|trust|verify|openapi\.json)/

/** The scope for reading or writing, by method. */
function readOrWrite(resource: 'documents' | 'processes' | 'templates' | 'vault') {
  return (method: Method): Scope => `${resource}:${method === 'GET' ? 'read' : 'write'}`
}

const root = import.meta.dirname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('/route.ts'),
)
const declared: DeclaredMethod[] = []
for (const file of files) {
  const route = (await import(join(root, file))) as Partial<Record<Method, unknown>>
  for (const [method, handler] of Object.entries(route)) {
    if (typeof handler === 'function' && 'declaration' in handler)
      declared.push({
        method: method as Method,
        path: file.replace('/route.ts', ''),
        handler: handler as Handler,
      })
  }
}
const guarded = declared.filter(({ path }) => !unguarded.test(path))
const guardedWithArea = guarded.map(({ method, path, handler }) => ({
  method,
  path,
  handler,
  permission: handler.declaration.permission as Permission,
  area: areas[path] ?? areas[path.split('/')[0] ?? ''],
}))

it('finds the routes, and an area for each', () => {
  expect(guarded.length).toBeGreaterThan(30)
  expect(guardedWithArea.filter(({ area }) => !area).map(({ path }) => path)).toEqual([])
})

it('requires a credential on all other routes', () => {
  const withoutCredential = declared.filter(({ handler }) =>
    ['public', 'signer'].includes(handler.declaration.permission),
  )
  expect(withoutCredential.map(({ path }) => path).filter((path) => !unguarded.test(path))).toEqual([])
})

describe('role × route', () => {
  let members: Record<Role, { token: string }>
  beforeAll(async () => {
    const tenant = await makeTenant()
    members = {
      tenant_admin: tenant,
      user: await tenant.addMember('user'),
      viewer: await tenant.addMember('viewer'),
    }
  })

  it.each(guardedWithArea.flatMap((entry) => roles.map((role) => ({ ...entry, role }))))(
    '$role, $method /$path',
    async ({ role, method, handler, permission, area }) => {
      const allowed = (method === 'GET' ? area?.read : area?.write)?.includes(role)
      expect(roleMay(role, permission)).toBe(allowed)
      if (allowed) return
      const errorResponse = await call(handler, { method, params: { id: 1, log: 1 }, as: members[role] })
      expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'forbidden'])
    },
  )
})

describe('scope × route', () => {
  let tenant: TestTenant
  beforeAll(async () => {
    tenant = await makeTenant()
  })

  it.each(guardedWithArea)('$method /$path', async ({ method, path, handler, permission, area }) => {
    const needed = area?.scope(method, path) ?? null
    expect(policy[permission].scope).toBe(needed)
    const others = await tenant.addKey({ scopes: scopes.filter((scope) => scope !== needed) })
    const errorResponse = await call(handler, { method, params: { id: 1, log: 1 }, as: others })
    expect([errorResponse.status, errorResponse.body.error.code]).toEqual([403, 'insufficient_scope'])
  })
})

describe('a suspended tenant × route', () => {
  /** Changes of the user's own account, and the end of a key that has leaked. */
  const allowedChanges = /^((user|auth)\b|account\/test-mode$)|^api-keys\/\[id\]$/
  let tenant: TestTenant
  let key: { token: string }
  beforeAll(async () => {
    tenant = await makeTenant()
    key = await tenant.addKey({ scopes: [...scopes] })
    await suspendTenant(tenant.tenantId)
  })

  it.each(guardedWithArea)('$method /$path', async ({ method, path, handler, permission }) => {
    const allowed = method === 'GET' || allowedChanges.test(path)
    expect(worksWhileSuspended(permission)).toBe(allowed)
    // Some of these would end the session.
    if (allowed && method !== 'GET') return
    const as = (policy[permission] as Rule).keysOnly ? key : tenant
    const response = await call(handler, { method, params: { id: 1, log: 1 }, as })
    if (allowed) expect(response.status).not.toBe(403)
    else expect([response.status, response.body.error.code]).toEqual([403, 'tenant_suspended'])
  })
})
