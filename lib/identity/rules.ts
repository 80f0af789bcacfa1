import type { Ctx } from '#lib/core/ctx'
import { type Scope, scopes } from '#lib/core/roles'
import { scopesOfRole } from '#lib/policy'

/** How long a password may be, in characters. */
export const PASSWORD_MIN_CHARACTERS = 12
export const PASSWORD_MAX_CHARACTERS = 128
/** Of an access token; `expires_in` of the login answer. */
export const ACCESS_TOKEN_SECONDS = 3600
/** How long one login lasts: refreshed access tokens, and the dashboard's cookie. */
export const LOGIN_DAYS = 14
/** How long an invitation stands. */
export const INVITATION_DAYS = 7
/** How long a new address waits to be confirmed. */
export const ADDRESS_DAYS = 7
/** How long the link to a new password stands. */
export const RECOVERY_SECONDS = 3600
/** Window of the login limits. */
export const LOGIN_WINDOW_SECONDS = 15 * 60

/** The monthly quota of a self-hosted tenant; the operator sets other limits in `tenants`. */
export const SELF_HOSTED_PLAN = {
  subscriptionType: 'business',
  documentsLimit: 10_000,
  signaturesLimit: 10_000,
} as const

/** What a key may do that names no scopes: what the role `user` may, and nothing to people, keys or webhooks. */
export const DEFAULT_SCOPES: readonly Scope[] = scopesOfRole('user')

type SessionStatus = 'live' | 'expired' | 'dead'

interface SessionState {
  expiresAt: Date
  replacedAt: Date | null
  revokedAt: Date | null
}

/** Whether a session's token opens anything now. Dead wins over expired: it can never be refreshed. */
export function sessionState(session: SessionState, at: Date): SessionStatus {
  if (session.revokedAt || session.replacedAt) return 'dead'
  return session.expiresAt <= at ? 'expired' : 'live'
}

/** `invited`: has not chosen a password yet, and so has never been here. */
type UserStatus = 'active' | 'invited'

/** Whether somebody has come in yet. */
export function userStatus(user: { passwordHash: string | null; invitationHash: string | null }): UserStatus {
  return user.passwordHash === null && user.invitationHash !== null ? 'invited' : 'active'
}

/** The first day of an instant's calendar month (UTC), as `usage` keeps it: `2026-11-01`. */
export function monthOf(at: Date): string {
  return `${at.toISOString().slice(0, 7)}-01`
}

/** The first instant of the month `months` away from the one `at` lies in (UTC). */
export function monthStart(at: Date, months = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, 1))
}

/** The scopes the actor may hand on: an administrator all of them, a key only its own. */
export function grantableScopes(actor: Ctx['actor']): readonly Scope[] {
  return actor.type === 'api_key' ? actor.scopes : scopes
}
