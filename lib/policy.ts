import { errorText } from '#lib/messages/errors'
import { isFuture } from './core/clock.ts'
import type { Ctx } from './core/ctx.ts'
import { AppError, forbidden } from './core/errors.ts'
import { type Role, roles, type Scope, scopes } from './core/roles.ts'

const anyRole: readonly Role[] = roles
const writers: readonly Role[] = ['tenant_admin', 'user']
const admins: readonly Role[] = ['tenant_admin']

export interface Rule {
  roles: readonly Role[]
  /** The scope that an API key needs; null: only signed-in users. */
  scope: Scope | null
  /** Changes what live and test mode share: not for test keys. */
  live?: true
  /** Users must have entered their password within `REAUTHENTICATION_MINUTES`. */
  recentPassword?: true
  /** Not for signed-in users. */
  keysOnly?: true
  /** Sends emails to other people: refused until the address of the sign-up is confirmed. */
  mailsOthers?: true
  /** Allowed even for users who must first set up a second factor. */
  beforeFactor?: true
}

/** How long after the password was entered a session may change users, keys and the account. */
export const REAUTHENTICATION_MINUTES = 15

/** Who may do what: role and scope by permission. Enforcement, reference and tests read this one table. */
export const policy = {
  'account.read': { roles: anyRole, scope: 'account:read' },
  'profile.read': { roles: anyRole, scope: 'account:read' },
  'profile.write': { roles: anyRole, scope: null },
  'session.read': { roles: anyRole, scope: null },
  'session.end': { roles: anyRole, scope: null, beforeFactor: true },
  'session.write': { roles: anyRole, scope: null },
  'session.reauthenticate': { roles: anyRole, scope: null, beforeFactor: true },
  'password.change': { roles: anyRole, scope: null },
  'factor.read': { roles: anyRole, scope: null, beforeFactor: true },
  'factor.change': { roles: anyRole, scope: null, recentPassword: true, beforeFactor: true },
  'document.read': { roles: anyRole, scope: 'documents:read' },
  'document.write': { roles: writers, scope: 'documents:write' },
  'process.read': { roles: anyRole, scope: 'processes:read' },
  'process.write': { roles: writers, scope: 'processes:write' },
  'process.send': { roles: writers, scope: 'processes:write', mailsOthers: true },
  'process.disclose_link': { roles: admins, scope: 'signing-links', keysOnly: true },
  'process.copy_link': { roles: writers, scope: null },
  'process.host': { roles: writers, scope: null, mailsOthers: true },
  'process.resend_own': { roles: anyRole, scope: null },
  'vault.read': { roles: anyRole, scope: 'vault:read' },
  'vault.write': { roles: writers, scope: 'vault:write' },
  'vault.hold': { roles: admins, scope: 'vault:retention', recentPassword: true },
  'vault.delete': { roles: admins, scope: 'vault:retention', recentPassword: true },
  'template.read': { roles: anyRole, scope: 'templates:read' },
  'template.write': { roles: writers, scope: 'templates:write' },
  'folder.read': { roles: anyRole, scope: 'account:read' },
  'folder.manage': { roles: admins, scope: 'folders' },
  'webhook.read': { roles: admins, scope: 'webhooks' },
  'webhook.manage': { roles: admins, scope: 'webhooks' },
  'webhook.change': { roles: admins, scope: 'webhooks', recentPassword: true },
  'user.read': { roles: admins, scope: 'users' },
  'user.manage': { roles: admins, scope: 'users', live: true },
  'user.invite': { roles: admins, scope: 'users', live: true, mailsOthers: true },
  'user.change_address': {
    roles: admins,
    scope: 'users',
    live: true,
    recentPassword: true,
    mailsOthers: true,
  },
  'user.change_role': { roles: admins, scope: 'admins', live: true, recentPassword: true },
  'user.reset_factors': { roles: admins, scope: 'users', live: true, recentPassword: true },
  'user.unlink_provider': { roles: admins, scope: 'users', live: true, recentPassword: true },
  'admin.manage': { roles: admins, scope: 'admins', live: true },
  'api_key.read': { roles: admins, scope: 'api-keys' },
  'api_key.create': { roles: admins, scope: 'api-keys', recentPassword: true },
  'api_key.delete': { roles: admins, scope: 'api-keys' },
  'privacy.read': { roles: admins, scope: 'privacy', live: true },
  'privacy.export': { roles: admins, scope: 'privacy', live: true, recentPassword: true },
  'privacy.erase': { roles: admins, scope: 'privacy', live: true, recentPassword: true },
  'audit.read': { roles: admins, scope: 'audit:read', live: true },
  'tenant.read': { roles: admins, scope: null },
  'tenant.manage': { roles: admins, scope: null },
  'tenant.secure': { roles: admins, scope: null, recentPassword: true },
  'tenant.mail_archive': { roles: admins, scope: null, recentPassword: true, mailsOthers: true },
  'seal.read': { roles: anyRole, scope: 'account:read' },
  'seal.change': { roles: admins, scope: null, recentPassword: true },
  'signing_service.read': { roles: admins, scope: null },
  'signing_service.change': { roles: admins, scope: null, recentPassword: true },
  'sso.read': { roles: admins, scope: null },
  'sso.change': { roles: admins, scope: null, recentPassword: true },
  // Of these users only operators: lib/operator/dashboard.
  'installation.read': { roles: anyRole, scope: null },
  'installation.change': { roles: anyRole, scope: null, recentPassword: true },
} satisfies Record<string, Rule>

export type Permission = keyof typeof policy

/**
 * Checks the caller's permission; the first line of every operation. Jobs may do everything, signers nothing.
 * @throws AppError `forbidden`, `insufficient_scope`, and the code of the condition of the rule that is not met
 */
export function authorize(ctx: Ctx, permission: Permission): void {
  const refusal = findRefusal(ctx, permission)
  if (refusal) throw refusal
}

/** Whether `authorize` permits it, for what a response contains. */
export function isPermitted(ctx: Ctx, permission: Permission): boolean {
  return findRefusal(ctx, permission) === null
}

function findRefusal(ctx: Ctx, permission: Permission): AppError | null {
  const rule: Rule = policy[permission]
  const { actor } = ctx
  if (actor.type === 'system') return null
  if (actor.type === 'signer') return forbidden()
  if (actor.type === 'api_key') {
    if (rule.scope === null || !actor.scopes.includes(rule.scope)) return insufficientScope(rule.scope)
    if (rule.live && ctx.testMode) return forbidden(errorText('api.testKeyCannotChangeLiveData'))
  }
  // A key never has more rights than its creator has now.
  const role = actor.type === 'user' ? actor.role : actor.creator.role
  if (!rule.roles.includes(role) || (rule.keysOnly && actor.type === 'user')) return forbidden()
  if (ctx.mustSetUpFactor && !rule.beforeFactor) return factorSetupRequired()
  if (rule.mailsOthers && ctx.unconfirmed) return emailNotConfirmed()
  if (ctx.suspended && !worksWhileSuspended(permission)) return tenantSuspended()
  if (rule.recentPassword && actor.type === 'user' && !isRecent(actor.authenticatedAt, ctx.now))
    return reauthenticationRequired()
  return null
}

/** In a suspended tenant users and keys read, users guard their own accounts, and a key that has leaked can be deleted. */
export function worksWhileSuspended(permission: Permission): boolean {
  const [subject, action] = permission.split('.')
  if (action === 'read' || permission === 'api_key.delete') return true
  return ['session', 'password', 'factor', 'profile'].includes(subject!)
}

function tenantSuspended(): AppError {
  return new AppError(
    'tenant_suspended',
    'The operator of this installation has suspended your organisation: it can read, but neither change nor send anything. Ask the operator.',
  )
}

function emailNotConfirmed(): AppError {
  return new AppError(
    'email_not_confirmed',
    'Confirm your email address before emails can go to other people. Follow the link in the confirmation email, or request another with POST /api/v1/auth/resend-confirmation.',
  )
}

function factorSetupRequired(): AppError {
  return new AppError(
    'second_factor_setup_required',
    'Your organisation requires a second factor. Set one up with POST /api/v1/user/totp or POST /api/v1/user/passkeys.',
  )
}

/** Whether the password or factor was entered within `REAUTHENTICATION_MINUTES`. */
export function isRecent(enteredAt: Date, now: Date): boolean {
  return !isFuture(enteredAt, now) && now.getTime() - enteredAt.getTime() <= REAUTHENTICATION_MINUTES * 60_000
}

function reauthenticationRequired(): AppError {
  return new AppError(
    'reauthentication_required',
    `Confirm your password again with POST /api/v1/auth/reauthenticate: it was last entered more than ${REAUTHENTICATION_MINUTES} minutes ago.`,
  )
}

function insufficientScope(needed: Scope | null): AppError {
  if (needed === null)
    return new AppError('insufficient_scope', 'This needs a signed-in user, not an API key.')
  return new AppError('insufficient_scope', `The key lacks the scope ${needed}.`, { required_scope: needed })
}

/** The scopes that together permit what the role permits. */
export function listScopes(role: Role): Scope[] {
  const rules: Rule[] = Object.values(policy).filter((rule: Rule) => rule.roles.includes(role))
  return scopes.filter((scope) => rules.some((rule) => rule.scope === scope))
}

/** Whether the role has the permission, for menus and buttons. */
export function roleMay(role: Role, permission: Permission): boolean {
  const rule: Rule = policy[permission]
  return !rule.keysOnly && rule.roles.includes(role)
}
