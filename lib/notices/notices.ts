import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Listener } from '#lib/audit/announce'
import { type EventType, getPriority } from '#lib/audit/events'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { findLogo } from '#lib/identity/account/logo'
import { queueMail } from '#lib/mail/queue'
import { signerTopic } from '#lib/processes/signers/delivery'
import { DELIVERY_FAILED_QUEUE } from '#lib/processes/signers/delivery-failed'
import { addressChangeMails, newAdminMails, newKeyMails, roleChangeMails, signUpMails } from './accounts.ts'
import { renderEmail } from './email.ts'
import { codeMails, invitationMails, reminderMails } from './invitations.ts'
import type { Mail } from './mail.ts'
import { passwordResetMails, quotaMails, userInvitationMails, webhookDisabledMails } from './members.ts'
import {
  cancelledMails,
  completedMails,
  correctedMails,
  deliveryFailedMails,
  expiredMails,
  refusedMails,
  sealBlockedMails,
  voidedMails,
} from './outcomes.ts'
import {
  factorChangeMails,
  identityLinkedMails,
  passwordMails,
  privacyExportMails,
  settingMails,
  ssoMails,
  webhookMails,
} from './security.ts'

type Mails = (reader: Reader, ctx: Ctx, event: RecordedEvent) => Promise<Mail[]>

/** The function that makes the emails of each event type. A delayed seal has none: the dashboard shows it. */
const mailsByType: Partial<Record<EventType, Mails>> = {
  'signature.invited': invitationMails,
  'signature.otp_sent': codeMails,
  'signature.reminded': reminderMails,
  'signature.resent': invitationMails,
  'signature.delivery_failed': deliveryFailedMails,
  'process.corrected': correctedMails,
  'process.completed': completedMails,
  'process.refused': refusedMails,
  'process.cancelled': cancelledMails,
  'process.voided': voidedMails,
  'process.seal_blocked': sealBlockedMails,
  'process.expired': expiredMails,
  'user.invited': userInvitationMails,
  'user.password_reset_requested': passwordResetMails,
  'user.password_changed': passwordMails,
  'user.address_change_requested': addressChangeMails,
  'user.address_confirmation_requested': signUpMails,
  'user.factor_added': factorChangeMails,
  'user.factor_removed': factorChangeMails,
  'user.factors_reset': factorChangeMails,
  'user.recovery_codes_created': factorChangeMails,
  'user.recovery_code_used': factorChangeMails,
  'user.identity_linked': identityLinkedMails,
  'user.created': newAdminMails,
  'user.updated': roleChangeMails,
  'api_key.created': newKeyMails,
  'tenant.updated': settingMails,
  'tenant.sso_changed': ssoMails,
  'tenant.sso_removed': ssoMails,
  'privacy.export_requested': privacyExportMails,
  'webhook.created': webhookMails,
  'webhook.updated': webhookMails,
  'webhook.disabled': webhookDisabledMails,
  'quota.reached': quotaMails,
}

/** The events whose emails are sent while the tenant's address is not confirmed: they go to that address. */
const unconfirmedEventTypes: ReadonlySet<string> = new Set<EventType>([
  'user.address_confirmation_requested',
  'user.password_reset_requested',
])

/** Writes the emails of an event, in the transaction that moves the consumer offset. */
export const notices: Listener = {
  name: 'notices',
  eventTypes: Object.keys(mailsByType) as EventType[],
  async handle(tx: Tx, ctx: Ctx, event: RecordedEvent) {
    const tenant = await findTenant(tx, ctx)
    if (!unconfirmedEventTypes.has(event.type) && tenant.unconfirmed) return
    const mails = (await mailsByType[event.type as EventType]?.(tx, ctx, event)) ?? []
    if (mails.length === 0) return
    const priority = getPriority(event.type as EventType)
    const logo = await findLogo(tx, ctx)
    for (const { to, body, signer } of mails) {
      const failureJob = signer && { queue: DELIVERY_FAILED_QUEUE, data: signer }
      const topic = signer && signerTopic(signer.signerId)
      const content = await renderEmail({ ...body, color: tenant.color, logo })
      const headers = replyHeaders(event.type, tenant.replyTo)
      await queueMail(tx, ctx, { to, topic, failureJob, ...content, ...headers }, priority)
    }
  },
}

/** Only replies to emails about processes go to the tenant. */
function replyHeaders(eventType: string, replyTo: string | null) {
  const isAboutProcess = eventType.startsWith('process.') || eventType.startsWith('signature.')
  return isAboutProcess && replyTo ? { headers: { 'Reply-To': replyTo } } : {}
}

async function findTenant(reader: Reader, ctx: Ctx) {
  const { unconfirmed, color, replyTo } = tenants
  const [tenant] = await reader
    .select({ unconfirmed, color, replyTo })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenantId))
  return tenant!
}
