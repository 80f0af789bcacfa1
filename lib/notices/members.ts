import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import { findAccounts } from '#db/cross-tenant'
import { tenants, users } from '#db/schema/identity'
import type { Reader } from '#db/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { invitationLinkOf, recoveryLinkOf } from '#lib/identity/links/link-tokens'
import { userStatus } from '#lib/identity/rules'
import type { Mail } from './mail.ts'
import { named } from './sanitize.ts'
import {
  invitationEmail,
  passwordChangedEmail,
  quotaEmail,
  resetEmail,
  webhookDisabledEmail,
} from './templates/members.ts'

export type Member = typeof users.$inferSelect & {
  email: string
  /** What a mail calls the tenant: until its address is confirmed the service, for a visitor chose its name. */
  tenant: string
  unconfirmed: boolean
}

const SERVICE = 'Paraph'

/** To somebody who was invited, while the invitation is open. */
export async function toNewcomer(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const member = await memberOf(reader, ctx, event)
  const link = member && invitationLinkOf(member)
  if (!link || !isOpen(member.invitationExpiresAt, ctx)) return []
  const { email, locale, tenant, invitationExpiresAt: until } = member
  const elsewhere = await hasOtherAccount(member)
  const inviter = event.actor.type === 'user' ? named(String(event.actor.name)) : null
  return [
    {
      to: email,
      body: invitationEmail({ locale, tenant, name: named(member.name), inviter, link, until, elsewhere }),
    },
  ]
}

/** To somebody who asked for a new password, while the way back in is open. */
export async function toLockedOut(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const member = await memberOf(reader, ctx, event)
  const link = member && recoveryLinkOf(member)
  if (!link || !isOpen(member.recoveryExpiresAt, ctx)) return []
  const { email, locale, tenant, unconfirmed, recoveryExpiresAt: until } = member
  return [{ to: email, body: resetEmail({ locale, tenant, unconfirmed, email, link, until }) }]
}

/** To somebody whose password was changed, but not to who has just chosen their first one. */
export async function toChanged(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const member = event.data.by === 'invitation' ? undefined : await memberOf(reader, ctx, event)
  if (!member) return []
  const { email, locale, tenant } = member
  const { occurredAt: at, address } = event
  const link = `${env().appUrl}/recovery`
  return [{ to: email, body: passwordChangedEmail({ locale, tenant, email, at, address, link }) }]
}

/** To the administrators, who can put the receiver right. */
export async function toWebhookOwners(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const about = {
    url: String(event.data.url),
    cause: event.data.cause,
    test: event.data.test_mode === true,
    link: `${env().appUrl}/webhooks`,
  }
  return toAdmins(reader, ctx, (to) => webhookDisabledEmail({ ...to, ...about }))
}

/** To the administrators, before or when a month's quota is used up. */
export async function toQuotaOwners(reader: Reader, ctx: Ctx, { data }: RecordedEvent): Promise<Mail[]> {
  const use = {
    quota: data.quota === 'documents' ? ('documents' as const) : ('signatures' as const),
    percent: Number(data.percent),
    used: Number(data.used),
    limit: Number(data.limit),
    resetsAt: new Date(String(data.resets_at)),
    link: `${env().appUrl}/overview`,
  }
  return toAdmins(reader, ctx, (to) => quotaEmail({ ...to, ...use }))
}

/** Whether the address has an account elsewhere, which only its owner may learn. */
export async function hasOtherAccount({ id, email }: Member): Promise<boolean> {
  return (await findAccounts(email)).some((account) => account.confirmed && account.id !== id)
}

/** A link that is over when its mail is written at last would only puzzle its reader. */
export function isOpen(expiresAt: Date | null, { now }: Ctx): expiresAt is Date {
  return expiresAt !== null && expiresAt > now
}

/** The user an event is about; undefined when they are gone. */
export async function memberOf(
  reader: Reader,
  ctx: Ctx,
  { data }: RecordedEvent,
): Promise<Member | undefined> {
  return (await activeMembers(reader, ctx, eq(users.id, Number(data.user_id))))[0]
}

/** The same letter to every administrator, in their language. */
export async function toAdmins(
  reader: Reader,
  ctx: Ctx,
  template: (to: { locale: string; tenant: string }) => Mail['body'],
): Promise<Mail[]> {
  const admins = await activeAdmins(reader, ctx)
  return admins.map(({ email, locale, tenant }) => ({ to: email, body: template({ locale, tenant }) }))
}

/** The administrators who can act: one who has not accepted the invitation yet cannot. */
export async function activeAdmins(reader: Reader, ctx: Ctx): Promise<Member[]> {
  const admins = await activeMembers(reader, ctx, eq(users.role, 'tenant_admin'))
  return admins.filter((admin) => userStatus(admin) === 'active')
}

async function activeMembers(reader: Reader, ctx: Ctx, which: SQL | undefined): Promise<Member[]> {
  const rows = await reader
    .select({ user: users, tenant: tenants.name, unconfirmed: tenants.unconfirmed })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.tenantId, ctx.tenantId), isNull(users.deletedAt), which))
    .orderBy(asc(users.id))
  return rows.flatMap(({ user, tenant, unconfirmed }) =>
    user.email
      ? [{ ...user, email: user.email, tenant: unconfirmed ? SERVICE : named(tenant), unconfirmed }]
      : [],
  )
}
