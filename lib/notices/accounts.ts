import { and, eq } from 'drizzle-orm'
import { tenants, users } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import type { Role } from '#lib/core/roles'
import { ARCHIVE_TOPIC, findArchive, getArchiveLink } from '#lib/identity/archive/link'
import { getAddressLink, linkTopic } from '#lib/identity/links/link-tokens'
import type { Mail } from './mail.ts'
import { findActiveAdmins, findMember, hasOtherAccount, isUnexpired, makeAdminMails } from './members.ts'
import { safeName } from './sanitize.ts'
import {
  writeAddressChangedEmail,
  writeConfirmAddressEmail,
  writeConfirmArchiveEmail,
  writeConfirmSignUpEmail,
  writeNewAdminEmail,
  writeNewKeyEmail,
  writeRoleChangedEmail,
} from './templates/accounts.ts'

/** To the new address of a user, for confirmation, and to the old one, as a warning. */
export async function makeAddressChangeMails(
  reader: Reader,
  ctx: Ctx,
  event: RecordedEvent,
): Promise<Mail[]> {
  if (event.data.immediate) return makeReplacedAddressMails(reader, ctx, event)
  const member = await findMember(reader, ctx, event)
  const { pendingEmail, addressExpiresAt: expiresAt } = member ?? {}
  const link = member && getAddressLink(member)
  // Of several changes only the last can be confirmed.
  if (!link || !pendingEmail || pendingEmail !== event.data.to || !expiresAt || !isUnexpired(expiresAt, ctx))
    return []
  const { locale, tenant, email } = member
  const details = { locale, tenant, from: safeName(email), to: safeName(pendingEmail) }
  return [
    {
      to: pendingEmail,
      topic: linkTopic(member.id, 'address'),
      body: writeConfirmAddressEmail({ ...details, link, until: expiresAt }),
    },
    { to: email, body: writeAddressChangedEmail({ ...details, ...circumstances(event) }) },
  ]
}

/** To the old address of a user, suspended or invited, whose new one counts without a confirmation. */
async function makeReplacedAddressMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const [user] = await reader
    .select({ locale: users.locale, tenant: tenants.name })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .where(and(eq(users.tenantId, ctx.tenantId), eq(users.id, Number(event.data.user_id))))
  if (!user) return []
  const [from, to] = [String(event.data.from), String(event.data.to)]
  const details = { from: safeName(from), to: safeName(to), ...circumstances(event) }
  const recipient = { locale: user.locale, tenant: safeName(user.tenant) }
  return [{ to: from, body: writeAddressChangedEmail({ ...recipient, ...details, immediate: true }) }]
}

/** To an address that shall get copies, for confirmation. */
export async function makeArchiveMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const archive = await findArchive(reader, ctx)
  // Of several changes only the last can be confirmed.
  if (!archive || archive.confirmedAt || archive.email !== event.data.email) return []
  const [tenant] = await reader.select().from(tenants).where(eq(tenants.id, ctx.tenantId))
  const to = { locale: tenant!.locale, tenant: safeName(tenant!.name) }
  const body = writeConfirmArchiveEmail({ ...to, ...getArchiveLink(archive) })
  return [{ to: archive.email, topic: ARCHIVE_TOPIC, body }]
}

/** To the unconfirmed address of a sign-up. */
export async function makeSignUpMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const member = await findMember(reader, ctx, event)
  const { unconfirmed, addressExpiresAt: expiresAt } = member ?? {}
  const link = member && getAddressLink(member)
  if (!unconfirmed || !link || !expiresAt || !isUnexpired(expiresAt, ctx)) return []
  const { locale, tenant, email } = member
  const hasOther = await hasOtherAccount(reader, member)
  return [
    {
      to: email,
      topic: linkTopic(member.id, 'address'),
      body: writeConfirmSignUpEmail({
        locale,
        tenant,
        unconfirmed,
        link,
        until: expiresAt,
        hasOtherAccount: hasOther,
      }),
    },
  ]
}

/** To all administrators: a new administrator. */
export async function makeNewAdminMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const { name, email, role } = event.data
  if (role !== 'tenant_admin') return []
  const details = {
    person: `${safeName(String(name))} (${safeName(String(email))})`,
    ...circumstances(event),
  }
  return makeAdminMails(reader, ctx, (to) => writeNewAdminEmail({ ...to, ...details }))
}

/** To all administrators and to the user: the role has changed. */
export async function makeRoleChangeMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const { role } = event.data.changes as { role?: { from: Role; to: Role } }
  const member = role && (await findMember(reader, ctx, event))
  if (!member) return []
  const details = {
    person: `${safeName(member.name)} (${safeName(member.email)})`,
    ...role,
    ...circumstances(event),
  }
  const otherAdmins = (await findActiveAdmins(reader, ctx)).filter(({ id }) => id !== member.id)
  return [member, ...otherAdmins].map(({ email: to, locale, tenant }) => ({
    to,
    body: writeRoleChangedEmail({ locale, tenant, ...details }),
  }))
}

/** To all administrators: a new API key. */
export async function makeNewKeyMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const { name, scopes, test_mode: test } = event.data
  const details = {
    name: safeName(String(name)),
    scopes: (scopes as string[]).join(', '),
    test: test === true,
    ...circumstances(event),
  }
  return makeAdminMails(reader, ctx, (to) => writeNewKeyEmail({ ...to, ...details }))
}

/** Who did it, when and from where. */
export function circumstances({ actor, occurredAt: time, address }: RecordedEvent) {
  const initiator = { name: safeName(String(actor.name ?? '')), isKey: actor.type === 'api_key' }
  return { by: initiator, at: time, address, home: env().appUrl }
}
