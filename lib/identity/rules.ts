import { DAY_SECONDS, isFuture, secondsUntil } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { type Scope, scopes } from '#lib/core/roles'
import { listScopes } from '#lib/policy'

/** The minimum and maximum length of a password. */
export const PASSWORD_MIN_CHARACTERS = 12
export const PASSWORD_MAX_CHARACTERS = 128
/** The lifetime of an access token; `expires_in` of the login response. */
export const ACCESS_TOKEN_SECONDS = 3600
/** The lifetime of a login: refreshed access tokens and the dashboard's cookie. */
export const LOGIN_DAYS = 14
export const LOGIN_SECONDS = LOGIN_DAYS * DAY_SECONDS
/** The lifetime of an invitation. */
export const INVITATION_DAYS = 7
/** The lifetime of the link that confirms an email address. */
export const ADDRESS_DAYS = 7
/** The lifetime of a password reset link. */
export const RECOVERY_SECONDS = 3600
/** The window in which login attempts are counted. */
export const LOGIN_WINDOW_SECONDS = 15 * 60

/** The plan, the monthly quotas and the storage in bytes of a new tenant; the operator can change them (`tenants plan`, `tenants limits`). */
export const SELF_HOSTED_PLAN = {
  subscriptionType: 'business',
  documentsLimit: 10_000,
  signaturesLimit: 10_000,
  bytesLimit: 100 * 1024 ** 3,
} as const

/** The default scopes of a key: those of the role `user`, which cannot manage users, keys and webhooks. */
export const DEFAULT_SCOPES: readonly Scope[] = listScopes('user')

/** The shortest and the longest `session_idle_minutes`. */
export const SESSION_IDLE_MINUTES = { min: 5, max: 1440 }
/** The use of a session is stored at most once in this time. */
export const SESSION_USE_SECONDS = 60

/** `dead`: revoked, or replaced by a refresh. */
type SessionStatus = 'live' | 'expired' | 'dead'

interface SessionUse {
  lastUsedAt: Date
  /** Null: no limit. */
  idleMinutes: number | null
}

interface SessionState extends SessionUse {
  kind: 'dashboard' | 'token'
  expiresAt: Date
  replacedAt: Date | null
  revokedAt: Date | null
}

/** Whether a session was unused for longer than its tenant allows. */
export function isIdle({ lastUsedAt, idleMinutes }: SessionUse, time: Date): boolean {
  if (idleMinutes === null) return false
  return isFuture(lastUsedAt, time) || time.getTime() - lastUsedAt.getTime() > idleMinutes * 60_000
}

/** The state of a session's token. A token that is both revoked and expired is `dead`: it cannot be refreshed. */
export function sessionState(session: SessionState, time: Date): SessionStatus {
  if (session.revokedAt || session.replacedAt) return 'dead'
  const longest = session.kind === 'token' ? ACCESS_TOKEN_SECONDS : LOGIN_SECONDS
  const isOver = secondsUntil(session.expiresAt, time, longest) === 0
  return isOver || isIdle(session, time) ? 'expired' : 'live'
}

/** Whether an address can still be confirmed by its link, which expires then. */
export function isAddressPending(expiresAt: Date | null, time: Date): boolean {
  return expiresAt !== null && secondsUntil(expiresAt, time, ADDRESS_DAYS * DAY_SECONDS) > 0
}

type UserStatus = 'active' | 'invited'

/** `invited` until the user follows the invitation and chooses a password, else `active`. */
export function userStatus(user: { passwordHash: string | null; invitationHash: string | null }): UserStatus {
  return user.passwordHash === null && user.invitationHash !== null ? 'invited' : 'active'
}

/** The first day of an instant's calendar month (UTC), as the table `usage` stores it: `2026-11-01`. */
export function toMonth(time: Date): string {
  return `${time.toISOString().slice(0, 7)}-01`
}

/** The first instant of the month of `time` (UTC), or of the one `months` later (negative: earlier). */
export function monthStart(time: Date, months = 0): Date {
  return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))
}

/** The scopes that the actor may grant: an administrator all, a key only its own. */
export function grantableScopes(actor: Ctx['actor']): readonly Scope[] {
  return actor.type === 'api_key' ? actor.scopes : scopes
}
