import type { Reader } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import type { Json } from '#lib/core/json'
import { circumstances } from './accounts.ts'
import { getFactorChange, makeFactorMails } from './factors.ts'
import type { Mail } from './mail.ts'
import {
  findActiveAdmins,
  findMember,
  type Member,
  makeAdminMails,
  makePasswordChangedMails,
  webhookPath,
} from './members.ts'
import { safeName } from './sanitize.ts'
import { type SecurityChange, writeSecurityEmail } from './templates/security.ts'

interface Change {
  change: SecurityChange
  name?: string
  minutes?: number
}

const SETTINGS = '/settings/security'

/** To all administrators: the identity provider of the tenant has changed. */
export function makeSsoMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const change = event.type === 'tenant.sso_removed' ? 'ssoRemoved' : 'ssoChanged'
  return makeChangeMails(reader, ctx, event, { change, name: getHost(event.data.issuer) }, SETTINGS)
}

/** To all administrators: a setting that protects the sign-in or the links of signers has changed. */
export async function makeSettingMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const {
    require_second_factor: factor,
    session_idle_minutes: idle,
    show_signing_links: links,
  } = event.data.changes as Partial<Record<string, { to: Json }>>
  const changes: Change[] = [
    ...(factor ? [{ change: factor.to ? ('factorRequired' as const) : ('factorOptional' as const) }] : []),
    ...(idle ? [idleChange(idle.to)] : []),
    ...(links ? [{ change: links.to ? ('linksShown' as const) : ('linksHidden' as const) }] : []),
  ]
  const mails = changes.map((change) => makeChangeMails(reader, ctx, event, change, SETTINGS))
  return (await Promise.all(mails)).flat()
}

function idleChange(minutes: Json): Change {
  return minutes === null ? { change: 'idleUnlimited' } : { change: 'idleLimited', minutes: Number(minutes) }
}

/** To all administrators: a webhook is new, or has another URL. */
export async function makeWebhookMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const { changed, url } = event.data
  if (Array.isArray(changed) && !changed.includes('url')) return []
  const change = event.type === 'webhook.created' ? 'webhookCreated' : 'webhookChanged'
  return makeChangeMails(reader, ctx, event, { change, name: getHost(url) }, webhookPath(event))
}

/** To all administrators: an export of the data about a person, whose address is masked. */
export function makePrivacyExportMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const change: Change = { change: 'privacyExport', name: String(event.data.email) }
  return makeChangeMails(reader, ctx, event, change, '/settings/privacy')
}

/** To the user and the administrators: the user can sign in with an account at a provider, or no longer. */
export async function makeIdentityMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const member = await findMember(reader, ctx, event)
  if (!member) return []
  const name = getHost(event.data.issuer)
  const change: Change = {
    change: event.type === 'user.identity_linked' ? 'identityLinked' : 'identityUnlinked',
    name,
  }
  const { email: to, locale, tenant } = member
  const body = writeSecurityEmail({ locale, tenant, ...listDetails(event, change, member), path: SETTINGS })
  return [{ to, body }, ...(await makeCopies(reader, ctx, event, change))]
}

/** To the user, and to the administrators: the password was changed. */
export async function makePasswordMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const mails = await makePasswordChangedMails(reader, ctx, event)
  if (mails.length === 0) return []
  return [...mails, ...(await makeCopies(reader, ctx, event, { change: 'passwordChanged' }))]
}

/** To the user, and to the administrators: the second factors or the recovery codes have changed. */
export async function makeFactorChangeMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const mails = await makeFactorMails(reader, ctx, event)
  const change = getFactorChange(event)
  // It only signs in, or confirms another change.
  if (change === 'codeUsed') return mails
  return [
    ...mails,
    ...(await makeCopies(reader, ctx, event, { change, name: String(event.data.name ?? '') })),
  ]
}

function makeChangeMails(reader: Reader, ctx: Ctx, event: RecordedEvent, change: Change, path: string) {
  const details = { ...listDetails(event, change), path }
  return makeAdminMails(reader, ctx, (to) => writeSecurityEmail({ ...to, ...details }))
}

/** To the administrators but the user; those about users who are no administrators can be turned off. */
async function makeCopies(reader: Reader, ctx: Ctx, event: RecordedEvent, change: Change): Promise<Mail[]> {
  const member = await findMember(reader, ctx, event)
  if (!member) return []
  const details = { ...listDetails(event, change, member), path: '/users' }
  const admins = (await findActiveAdmins(reader, ctx)).filter(
    ({ id, mutedEmails }) =>
      id !== member.id && (member.role === 'tenant_admin' || !mutedEmails.includes('sign_in_changes')),
  )
  return admins.map(({ email: to, locale, tenant }) => ({
    to,
    body: writeSecurityEmail({ locale, tenant, ...details }),
  }))
}

function listDetails(event: RecordedEvent, { change, name = '', minutes = 0 }: Change, member?: Member) {
  const person = member ? `${safeName(member.name)} (${safeName(member.email)})` : ''
  return { change, values: { name: safeName(name), minutes, person }, ...circumstances(event) }
}

/** The host of a URL, whose path may be a secret; the entity id of an identity provider that is none as it is. */
function getHost(url: Json | undefined): string {
  const text = String(url ?? '')
  return (URL.canParse(text) && new URL(text).host) || text
}
