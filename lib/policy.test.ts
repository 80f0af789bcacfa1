import { describe, expect, it } from 'vitest'
import type { Ctx } from './core/ctx.ts'
import { AppError } from './core/errors.ts'
import { type Role, roles, type Scope, scopes } from './core/roles.ts'
import { authorize, listScopes, type Permission, policy, roleMay } from './policy.ts'

/** What a permission requires, written down here independently of the policy. */
interface Expectation {
  admin: boolean
  user: boolean
  viewer: boolean
  scope: Scope | 'none'
  /** Actions that test keys may not do, with any scopes. */
  live?: true
  /** Actions that need a password entered within the last fifteen minutes. */
  recentPassword?: true
  /** Actions of API keys only: the roles are those of their creators. */
  keysOnly?: true
  /** Actions that are refused until the address of the sign-up is confirmed. */
  mailsOthers?: true
  /** Actions that are allowed even to users who must first set up a second factor. */
  beforeFactor?: true
}
const expectations: Record<Permission, Expectation> = {
  'account.read': { admin: true, user: true, viewer: true, scope: 'account:read' },
  'profile.write': { admin: true, user: true, viewer: true, scope: 'none' },
  'profile.read': { admin: true, user: true, viewer: true, scope: 'account:read' },
  'session.read': { admin: true, user: true, viewer: true, scope: 'none' },
  'session.end': { admin: true, user: true, viewer: true, scope: 'none', beforeFactor: true },
  'session.write': { admin: true, user: true, viewer: true, scope: 'none' },
  'session.reauthenticate': { admin: true, user: true, viewer: true, scope: 'none', beforeFactor: true },
  'password.change': { admin: true, user: true, viewer: true, scope: 'none' },
  'factor.read': { admin: true, user: true, viewer: true, scope: 'none', beforeFactor: true },
  'factor.change': {
    admin: true,
    user: true,
    viewer: true,
    scope: 'none',
    recentPassword: true,
    beforeFactor: true,
  },
  'document.read': { admin: true, user: true, viewer: true, scope: 'documents:read' },
  'document.write': { admin: true, user: true, viewer: false, scope: 'documents:write' },
  'process.read': { admin: true, user: true, viewer: true, scope: 'processes:read' },
  'process.write': { admin: true, user: true, viewer: false, scope: 'processes:write' },
  'process.send': { admin: true, user: true, viewer: false, scope: 'processes:write', mailsOthers: true },
  'process.disclose_link': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'signing-links',
    keysOnly: true,
  },
  'process.copy_link': { admin: true, user: true, viewer: false, scope: 'none' },
  'process.host': { admin: true, user: true, viewer: false, scope: 'none', mailsOthers: true },
  'process.resend_own': { admin: true, user: true, viewer: true, scope: 'none' },
  'vault.read': { admin: true, user: true, viewer: true, scope: 'vault:read' },
  'vault.write': { admin: true, user: true, viewer: false, scope: 'vault:write' },
  'vault.hold': { admin: true, user: false, viewer: false, scope: 'vault:retention', recentPassword: true },
  'vault.delete': { admin: true, user: false, viewer: false, scope: 'vault:retention', recentPassword: true },
  'template.read': { admin: true, user: true, viewer: true, scope: 'templates:read' },
  'template.write': { admin: true, user: true, viewer: false, scope: 'templates:write' },
  'folder.read': { admin: true, user: true, viewer: true, scope: 'account:read' },
  'folder.manage': { admin: true, user: false, viewer: false, scope: 'folders' },
  'webhook.read': { admin: true, user: false, viewer: false, scope: 'webhooks' },
  'webhook.manage': { admin: true, user: false, viewer: false, scope: 'webhooks' },
  'webhook.change': { admin: true, user: false, viewer: false, scope: 'webhooks', recentPassword: true },
  'user.read': { admin: true, user: false, viewer: false, scope: 'users' },
  'user.manage': { admin: true, user: false, viewer: false, scope: 'users', live: true },
  'user.invite': { admin: true, user: false, viewer: false, scope: 'users', live: true, mailsOthers: true },
  'user.change_address': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'users',
    live: true,
    recentPassword: true,
    mailsOthers: true,
  },
  'user.change_role': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'admins',
    live: true,
    recentPassword: true,
  },
  'user.reset_factors': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'users',
    live: true,
    recentPassword: true,
  },
  'user.unlink_provider': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'users',
    live: true,
    recentPassword: true,
  },
  'admin.manage': { admin: true, user: false, viewer: false, scope: 'admins', live: true },
  'seal.read': { admin: true, user: true, viewer: true, scope: 'account:read' },
  'seal.change': { admin: true, user: false, viewer: false, scope: 'none', recentPassword: true },
  'signing_service.read': { admin: true, user: false, viewer: false, scope: 'none' },
  'signing_service.change': { admin: true, user: false, viewer: false, scope: 'none', recentPassword: true },
  'sso.read': { admin: true, user: false, viewer: false, scope: 'none' },
  'sso.change': { admin: true, user: false, viewer: false, scope: 'none', recentPassword: true },
  'api_key.read': { admin: true, user: false, viewer: false, scope: 'api-keys' },
  'api_key.create': { admin: true, user: false, viewer: false, scope: 'api-keys', recentPassword: true },
  'api_key.delete': { admin: true, user: false, viewer: false, scope: 'api-keys' },
  'privacy.read': { admin: true, user: false, viewer: false, scope: 'privacy', live: true },
  'privacy.export': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'privacy',
    live: true,
    recentPassword: true,
  },
  'privacy.erase': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'privacy',
    live: true,
    recentPassword: true,
  },
  'audit.read': { admin: true, user: false, viewer: false, scope: 'audit:read', live: true },
  'tenant.read': { admin: true, user: false, viewer: false, scope: 'none' },
  'tenant.manage': { admin: true, user: false, viewer: false, scope: 'none' },
  'tenant.secure': { admin: true, user: false, viewer: false, scope: 'none', recentPassword: true },
  'tenant.mail_archive': {
    admin: true,
    user: false,
    viewer: false,
    scope: 'none',
    recentPassword: true,
    mailsOthers: true,
  },
  'installation.read': { admin: true, user: true, viewer: true, scope: 'none' },
  'installation.change': { admin: true, user: true, viewer: true, scope: 'none', recentPassword: true },
}
const permissions = Object.keys(expectations) as Permission[]
const ofUsers = permissions.filter((permission) => !expectations[permission].keysOnly)
const columnOf = { tenant_admin: 'admin', user: 'user', viewer: 'viewer' } as const

const person = (role: Role) => ({ id: 1, name: 'Ada', email: 'ada@example.com', role })
const getCtx = (actor: Ctx['actor']): Ctx => ({
  tenantId: 1,
  actor,
  now: new Date(),
  requestId: 'r',
  testMode: false,
  address: null,
  userAgent: null,
  locale: 'en',
})
const userCtx = (role: Role) =>
  getCtx({ type: 'user', ...person(role), sessionId: 1, authenticatedAt: new Date() })
const keyCtx = (granted: Scope[], role: Role = 'tenant_admin') =>
  getCtx({ type: 'api_key', id: 1, name: 'k', scopes: granted, creator: person(role) })

/** `ok`, or the code of the error. */
function outcome(ctx: Ctx, permission: Permission): string {
  try {
    authorize(ctx, permission)
    return 'ok'
  } catch (error) {
    return error instanceof AppError ? error.code : String(error)
  }
}

it('the table has the permissions of the policy, and no others', () => {
  expect(Object.keys(policy).sort()).toEqual([...permissions].sort())
})

describe('role × permission', () => {
  it.each(roles.flatMap((role) => permissions.map((permission) => [role, permission] as const)))(
    '%s, %s',
    (role, permission) => {
      const { keysOnly, [columnOf[role]]: hasRole } = expectations[permission]
      const allowed = hasRole && !keysOnly
      expect(outcome(userCtx(role), permission)).toBe(allowed ? 'ok' : 'forbidden')
      expect(roleMay(role, permission)).toBe(allowed)
    },
  )
})

describe('scope × permission', () => {
  it.each(scopes.flatMap((scope) => permissions.map((permission) => [scope, permission] as const)))(
    '%s alone, %s',
    (scope, permission) => {
      const allowed = expectations[permission].scope === scope
      expect(outcome(keyCtx([scope]), permission)).toBe(allowed ? 'ok' : 'insufficient_scope')
      const others = scopes.filter((other) => other !== scope)
      const isAllowedByOthers = !allowed && expectations[permission].scope !== 'none'
      expect(outcome(keyCtx(others), permission)).toBe(isAllowedByOthers ? 'ok' : 'insufficient_scope')
    },
  )

  it.each(permissions)('names the missing scope for %s', (permission) => {
    const { scope } = expectations[permission]
    const details = scope === 'none' ? {} : { required_scope: scope }
    expect(() => authorize(keyCtx([]), permission)).toThrow(
      expect.objectContaining({ code: 'insufficient_scope', details }),
    )
  })
})

describe('a key with every scope, by its creator’s role × permission', () => {
  it.each(roles.flatMap((role) => permissions.map((permission) => [role, permission] as const)))(
    '%s, %s',
    (role, permission) => {
      const { scope, [columnOf[role]]: allowed } = expectations[permission]
      const expected = scope === 'none' ? 'insufficient_scope' : allowed ? 'ok' : 'forbidden'
      expect(outcome(keyCtx([...scopes], role), permission)).toBe(expected)
    },
  )
})

describe('test mode × permission', () => {
  it.each(permissions)('%s', (permission) => {
    const { scope, live, keysOnly } = expectations[permission]
    const inTestMode = (ctx: Ctx): Ctx => ({ ...ctx, testMode: true })
    const expected = scope === 'none' ? 'insufficient_scope' : live ? 'forbidden' : 'ok'
    expect(outcome(inTestMode(keyCtx([...scopes])), permission)).toBe(expected)
    expect(outcome(inTestMode(userCtx('tenant_admin')), permission)).toBe(keysOnly ? 'forbidden' : 'ok')
  })
})

describe('a sign-up with an unconfirmed address × permission', () => {
  it.each(permissions)('%s', (permission) => {
    const { scope, mailsOthers, keysOnly } = expectations[permission]
    const unconfirmed = (ctx: Ctx): Ctx => ({ ...ctx, unconfirmed: true })
    const expected = mailsOthers ? 'email_not_confirmed' : 'ok'
    expect(outcome(unconfirmed(userCtx('tenant_admin')), permission)).toBe(keysOnly ? 'forbidden' : expected)
    expect(outcome(unconfirmed(keyCtx([...scopes])), permission)).toBe(
      scope === 'none' ? 'insufficient_scope' : expected,
    )
    expect(outcome(unconfirmed(getCtx({ type: 'system', job: 'j' })), permission)).toBe('ok')
  })
})

/** What users do in a suspended tenant: they read, guard their own accounts, and delete keys. */
const whileSuspended: Permission[] = [
  ...(['account.read', 'profile.read', 'profile.write', 'session.read', 'session.end'] as const),
  ...([
    'session.write',
    'session.reauthenticate',
    'password.change',
    'factor.read',
    'factor.change',
  ] as const),
  ...(['document.read', 'process.read', 'vault.read', 'template.read', 'folder.read', 'user.read'] as const),
  ...(['api_key.read', 'api_key.delete', 'webhook.read', 'tenant.read'] as const),
  ...([
    'privacy.read',
    'audit.read',
    'seal.read',
    'signing_service.read',
    'sso.read',
    'installation.read',
  ] as const),
]

describe('a suspended tenant × permission', () => {
  it.each(permissions)('%s', (permission) => {
    const { scope, keysOnly } = expectations[permission]
    const suspended = (ctx: Ctx): Ctx => ({ ...ctx, suspended: true })
    const expected = whileSuspended.includes(permission) ? 'ok' : 'tenant_suspended'
    expect(outcome(suspended(userCtx('tenant_admin')), permission)).toBe(keysOnly ? 'forbidden' : expected)
    expect(outcome(suspended(keyCtx([...scopes])), permission)).toBe(
      scope === 'none' ? 'insufficient_scope' : expected,
    )
    expect(outcome(suspended(getCtx({ type: 'system', job: 'j' })), permission)).toBe('ok')
  })
})

describe('a user who must set up a second factor × permission', () => {
  it.each(ofUsers)('%s', (permission) => {
    const ctx: Ctx = { ...userCtx('tenant_admin'), mustSetUpFactor: true }
    expect(outcome(ctx, permission)).toBe(
      expectations[permission].beforeFactor ? 'ok' : 'second_factor_setup_required',
    )
  })
})

describe('a session whose password was entered long ago × permission', () => {
  const time = new Date()
  const minutesAgo = (minutes: number) => new Date(time.getTime() - minutes * 60_000)
  const sessionSince = (authenticatedAt: Date): Ctx => ({
    ...getCtx({ type: 'user', ...person('tenant_admin'), sessionId: 1, authenticatedAt }),
    now: time,
  })

  it.each(ofUsers)('%s', (permission) => {
    const { recentPassword } = expectations[permission]
    expect(outcome(sessionSince(minutesAgo(15)), permission)).toBe('ok')
    expect(outcome(sessionSince(minutesAgo(15.01)), permission)).toBe(
      recentPassword ? 'reauthentication_required' : 'ok',
    )
    // Before the clock was set back.
    expect(outcome(sessionSince(minutesAgo(-1)), permission)).toBe('ok')
    expect(outcome(sessionSince(minutesAgo(-1.01)), permission)).toBe(
      recentPassword ? 'reauthentication_required' : 'ok',
    )
  })
})

it('a role has the scopes of its permissions', () => {
  const reads: Scope[] = ['documents:read', 'processes:read', 'vault:read', 'templates:read', 'account:read']
  const writes: Scope[] = ['documents:write', 'processes:write', 'vault:write', 'templates:write']
  expect(listScopes('viewer').toSorted()).toEqual(reads.toSorted())
  expect(listScopes('user').toSorted()).toEqual([...reads, ...writes].toSorted())
})

describe('other actors', () => {
  it.each(permissions)('%s: a job may, a signer may not', (permission) => {
    expect(outcome(getCtx({ type: 'system', job: 'test' }), permission)).toBe('ok')
    const person = { id: 1, name: 'S', email: 's@example.com' }
    const signer = { type: 'signer', ...person, processId: 1, tokenHash: '', sessionId: null } as const
    expect(outcome(getCtx(signer), permission)).toBe('forbidden')
  })
})
