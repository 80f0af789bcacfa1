import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import { findAccounts } from '#db/tenancy/cross-tenant'
import type { Reader } from '#db/tenancy/tenant'
import { parseChainName } from '#lib/audit/events'
import type { RecordedEvent } from '#lib/audit/trail'
import { dayAfter } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import type { EmailTopic } from '#lib/core/email/email-topics'
import { env } from '#lib/core/env'
import { isEmailConfirmed } from '#lib/identity/account/confirmed'
import { getInvitationLink, getRecoveryLink, linkTopic } from '#lib/identity/links/link-tokens'
import { RECOVER_QUEUE } from '#lib/identity/passwords/recover'
import { userStatus } from '#lib/identity/rules'
import { findEnforcedPage } from '#lib/identity/sso/enforced'
import { recordPath } from './formats.ts'
import type { Mail } from './mail.ts'
import { safeName } from './sanitize.ts'
import {
  writeInvitationEmail,
  writePasswordChangedEmail,
  writeQuotaEmail,
  writeResetEmail,
  writeRetentionEndingEmail,
  writeSealExpiryEmail,
  writeSenderLostEmail,
  writeSsoRequiredEmail,
  writeWebhookDisabledEmail,
} from './templates/members.ts'

export type Member = typeof users.$inferSelect & {
  email: string
  /** The sender name: that of the tenant, or that of the service until the tenant's address is confirmed. */
  tenant: string
  unconfirmed: boolean
}

const SERVICE = 'Paraph'

/** To an invited user, while the invitation is valid. */
export async function makeUserInvitationMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const member = await findMember(reader, ctx, event)
  const link = member && getInvitationLink(member)
  if (!link || event.data.link_disclosed || !isUnexpired(member.invitationExpiresAt, ctx)) return []
  const { email, locale, tenant, invitationExpiresAt: expiresAt } = member
  const hasOther = await hasOtherAccount(reader, member)
  const signInUrl = await findEnforcedPage(member, reader)
  const inviter = event.actor.type === 'user' ? safeName(String(event.actor.name)) : null
  return [
    {
      to: email,
      topic: linkTopic(member.id, 'invitation'),
      body: writeInvitationEmail({
        locale,
        tenant,
        name: safeName(member.name),
        inviter,
        link,
        signInUrl,
        until: expiresAt,
        hasOtherAccount: hasOther,
      }),
    },
  ]
}

/** To a user who requested a password reset, while the link is valid. */
export async function makePasswordResetMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const member = await findMember(reader, ctx, event)
  const link = member && getRecoveryLink(member)
  if (!link || event.data.link_disclosed || !isUnexpired(member.recoveryExpiresAt, ctx)) return []
  if (await isForOtherAccount(reader, event, member)) return []
  const { email, locale, tenant, unconfirmed, recoveryExpiresAt: expiresAt } = member
  // The provider of a sign-up that nobody has confirmed may be that of somebody else; the page of the link knows.
  const signInUrl = unconfirmed ? null : await findEnforcedPage(member, reader)
  const body = signInUrl
    ? writeSsoRequiredEmail({ locale, tenant, email, link: signInUrl })
    : writeResetEmail({ locale, tenant, unconfirmed, email, link, until: expiresAt })
  return [{ to: email, topic: linkTopic(member.id, 'recovery'), body }]
}

/** To a user whose password was changed, unless it was their first one. */
export async function makePasswordChangedMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const member = event.data.by === 'invitation' ? undefined : await findMember(reader, ctx, event)
  if (!member) return []
  const { email, locale, tenant } = member
  const { occurredAt: time, address } = event
  const link = `${env().appUrl}/recovery`
  return [{ to: email, body: writePasswordChangedEmail({ locale, tenant, email, at: time, address, link }) }]
}

/** To the administrators: a webhook was disabled. */
export async function makeWebhookDisabledMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  const details = {
    url: String(event.data.url),
    cause: event.data.cause,
    test: event.data.test_mode === true,
    link: env().appUrl + webhookPath(event),
  }
  return makeAdminMails(
    reader,
    ctx,
    (to) => writeWebhookDisabledEmail({ ...to, ...details }),
    'webhook_disabled',
  )
}

/** The path of the page of an event's webhook. */
export function webhookPath({ chain, data }: RecordedEvent): string {
  return recordPath(`/webhooks/${parseChainName(chain).id}`, data.test_mode === true)
}

/** To the administrators: the certificate of the organisation's own seal ends, or has ended. */
export async function makeSealExpiryMails(
  reader: Reader,
  ctx: Ctx,
  { type, data }: RecordedEvent,
): Promise<Mail[]> {
  const details = {
    subject: safeName(String(data.subject)),
    until: new Date(String(data.not_after)),
    hasEnded: type === 'tenant.seal_expired',
    link: `${env().appUrl}/settings/organisation`,
  }
  return makeAdminMails(reader, ctx, (to) => writeSealExpiryEmail({ ...to, ...details }))
}

/** To the administrators: their emails come from the address of the installation again. */
export async function makeSenderLostMails(
  reader: Reader,
  ctx: Ctx,
  { data }: RecordedEvent,
): Promise<Mail[]> {
  const details = {
    address: safeName(String(data.address)),
    domain: safeName(String(data.domain)),
    link: `${env().appUrl}/settings/emails`,
  }
  return makeAdminMails(reader, ctx, (to) => writeSenderLostEmail({ ...to, ...details }))
}

/** To the administrators: the retention of vault documents ends soon, or has ended. */
export async function makeRetentionEndingMails(
  reader: Reader,
  ctx: Ctx,
  { data, occurredAt }: RecordedEvent,
): Promise<Mail[]> {
  const first = String(data.first_ends_on)
  const details = {
    count: Number(data.count),
    until: new Date(first),
    hasEnded: dayAfter(first) <= occurredAt,
    areDeleted: data.delete_after_retention === true,
    link: `${env().appUrl}/vault`,
  }
  return makeAdminMails(reader, ctx, (to) => writeRetentionEndingEmail({ ...to, ...details }))
}

/** To the administrators: 80 or 100 % of a quota is used. */
export async function makeQuotaMails(reader: Reader, ctx: Ctx, { data }: RecordedEvent): Promise<Mail[]> {
  const usage = {
    quota: data.quota === 'documents' ? ('documents' as const) : ('signatures' as const),
    percent: Number(data.percent),
    used: Number(data.used),
    limit: Number(data.limit),
    resetsAt: new Date(String(data.resets_at)),
    link: `${env().appUrl}/overview`,
  }
  return makeAdminMails(reader, ctx, (to) => writeQuotaEmail({ ...to, ...usage }), 'quota')
}

/** Whether the address has another account; only its owner may learn that. */
export async function hasOtherAccount(reader: Reader, { id, email }: Member): Promise<boolean> {
  return (await findAccounts(email, reader)).some((account) => account.confirmed && account.id !== id)
}

/** Whether a visitor who entered the address meant another account: that one is confirmed, and this one is not. */
async function isForOtherAccount(reader: Reader, { actor }: RecordedEvent, member: Member): Promise<boolean> {
  const isVisitor = actor.type === 'system' && actor.job === RECOVER_QUEUE
  return isVisitor && !isEmailConfirmed(member) && hasOtherAccount(reader, member)
}

/** Whether a link is still valid when its email is written. */
export function isUnexpired(expiresAt: Date | null, { now }: Ctx): expiresAt is Date {
  return expiresAt !== null && expiresAt > now
}

/** The user of an event; undefined when the user was deleted. */
export async function findMember(
  reader: Reader,
  ctx: Ctx,
  { data }: RecordedEvent,
): Promise<Member | undefined> {
  return (await findActiveMembers(reader, ctx, eq(users.id, Number(data.user_id))))[0]
}

/**
 * The same email to every administrator, in their language.
 * @param topic absent for an email that cannot be turned off
 */
export async function makeAdminMails(
  reader: Reader,
  ctx: Ctx,
  template: (to: { locale: string; tenant: string }) => Mail['body'],
  topic?: EmailTopic,
): Promise<Mail[]> {
  const admins = (await findActiveAdmins(reader, ctx)).filter(
    ({ mutedEmails }) => !topic || !mutedEmails.includes(topic),
  )
  return admins.map(({ email, locale, tenant }) => ({ to: email, body: template({ locale, tenant }) }))
}

/** The active administrators, without invited ones. */
export async function findActiveAdmins(reader: Reader, ctx: Ctx): Promise<Member[]> {
  const admins = await findActiveMembers(reader, ctx, eq(users.role, 'tenant_admin'))
  return admins.filter((admin) => userStatus(admin) === 'active')
}

async function findActiveMembers(reader: Reader, ctx: Ctx, filter: SQL | undefined): Promise<Member[]> {
  const rows = await reader
    .select({ user: users, tenant: tenants.name, unconfirmed: tenants.unconfirmed })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.tenantId, ctx.tenantId), isNull(users.deletedAt), filter))
    .orderBy(asc(users.id))
  return rows.flatMap(({ user, tenant, unconfirmed }) =>
    user.email
      ? [{ ...user, email: user.email, tenant: unconfirmed ? SERVICE : safeName(tenant), unconfirmed }]
      : [],
  )
}
