import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import type { Reader, Tx } from '#db/tenant'
import type { Listener } from '#lib/audit/announce'
import { type EventType, priorityOf } from '#lib/audit/events'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { queueMail } from '#lib/mail/queue'
import { toAddresses, toFellowAdmins, toKeyOwners, toRoleHolders, toSignedUp } from './accounts.ts'
import { renderEmail } from './email.ts'
import { toCoded, toInvited, toReminded } from './invitations.ts'
import type { Mail } from './mail.ts'
import { toChanged, toLockedOut, toNewcomer, toQuotaOwners, toWebhookOwners } from './members.ts'
import { toCancelled, toCompleted, toExpired, toRefused, toSealBlocked } from './outcomes.ts'

type Mails = (reader: Reader, ctx: Ctx, event: RecordedEvent) => Promise<Mail[]>

/** The emails of each event type. A delayed seal is only shown in the dashboard. */
const mailsOf: Partial<Record<EventType, Mails>> = {
  'signature.invited': toInvited,
  'signature.otp_sent': toCoded,
  'process.reminded': toReminded,
  'process.completed': toCompleted,
  'process.refused': toRefused,
  'process.cancelled': toCancelled,
  'process.seal_blocked': toSealBlocked,
  'process.expired': toExpired,
  'user.invited': toNewcomer,
  'user.password_reset_requested': toLockedOut,
  'user.password_changed': toChanged,
  'user.address_change_requested': toAddresses,
  'user.address_confirmation_requested': toSignedUp,
  'user.created': toFellowAdmins,
  'user.updated': toRoleHolders,
  'api_key.created': toKeyOwners,
  'webhook.disabled': toWebhookOwners,
  'quota.reached': toQuotaOwners,
}

/** The only emails of a tenant whose address is not confirmed: those to the owner of the address. */
const unconfirmedMay: ReadonlySet<string> = new Set<EventType>([
  'user.address_confirmation_requested',
  'user.password_reset_requested',
])

/** Writes the emails of an event, in the transaction that moves the consumer offset. */
export const notices: Listener = {
  name: 'notices',
  eventTypes: Object.keys(mailsOf) as EventType[],
  async handle(tx: Tx, ctx: Ctx, event: RecordedEvent) {
    if (!unconfirmedMay.has(event.type) && (await isUnconfirmed(tx, ctx))) return
    const mails = await mailsOf[event.type as EventType]?.(tx, ctx, event)
    const priority = priorityOf(event.type as EventType)
    for (const { to, body } of mails ?? [])
      await queueMail(tx, ctx, { to, ...(await renderEmail(body)) }, priority)
  },
}

async function isUnconfirmed(reader: Reader, { tenantId }: Ctx): Promise<boolean> {
  const [tenant] = await reader
    .select({ unconfirmed: tenants.unconfirmed })
    .from(tenants)
    .where(eq(tenants.id, tenantId))
  return tenant?.unconfirmed === true
}
