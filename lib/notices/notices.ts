import { eq } from 'drizzle-orm'
import { tenants } from '#db/schema/identity'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Listener } from '#lib/audit/announce'
import { type EventType, getPriority } from '#lib/audit/events'
import type { RecordedEvent } from '#lib/audit/trail'
import type { Ctx } from '#lib/core/ctx'
import { findLogo } from '#lib/identity/account/logo'
import type { Priority } from '#lib/jobs/boss'
import { queueMail, queueTextMessage } from '#lib/mail/queue'
import { signerTopic, withdrawCodes } from '#lib/processes/signers/delivery'
import { DELIVERY_FAILED_QUEUE } from '#lib/processes/signers/delivery-failed'
import {
  makeAddressChangeMails,
  makeArchiveMails,
  makeNewAdminMails,
  makeNewKeyMails,
  makeRoleChangeMails,
  makeSignUpMails,
} from './accounts.ts'
import { renderEmail } from './email.ts'
import { makeDelegatedMails, makeTimeRequestedMails } from './from-signers.ts'
import { makeCodeMails, makeCodeTextMessages, makeInvitationMails, makeReminderMails } from './invitations.ts'
import type { Mail } from './mail.ts'
import {
  makePasswordResetMails,
  makeQuotaMails,
  makeRetentionEndingMails,
  makeSealExpiryMails,
  makeSenderLostMails,
  makeUserInvitationMails,
  makeWebhookDisabledMails,
} from './members.ts'
import {
  makeAccessCodeLockedMails,
  makeCancelledMails,
  makeCompletedMails,
  makeContractEndingMails,
  makeCorrectedMails,
  makeDeliveryFailedMails,
  makeExpiredMails,
  makeRefusedMails,
  makeSealBlockedMails,
  makeVoidedMails,
} from './outcomes.ts'
import {
  makeFactorChangeMails,
  makeIdentityMails,
  makePasswordMails,
  makePrivacyExportMails,
  makeSettingMails,
  makeSsoMails,
  makeWebhookMails,
} from './security.ts'
import { makeVisitorCodeMails } from './visitors/link-code.ts'

type Mails = (tx: Tx, ctx: Ctx, event: RecordedEvent) => Promise<Mail[]>

/** The function that makes the emails of each event type. A delayed seal has none: the dashboard shows it. */
const mailsByType: Partial<Record<EventType, Mails>> = {
  'signature.invited': makeInvitationMails,
  'signature.otp_sent': makeCodeMails,
  'signature.reminded': makeReminderMails,
  'signature.resent': makeInvitationMails,
  'signature.delivery_failed': makeDeliveryFailedMails,
  'signature.delegated': makeDelegatedMails,
  'signature.time_requested': makeTimeRequestedMails,
  'signature.access_code_locked': makeAccessCodeLockedMails,
  'process.corrected': makeCorrectedMails,
  'process.completed': makeCompletedMails,
  'process.refused': makeRefusedMails,
  'process.cancelled': makeCancelledMails,
  'process.voided': makeVoidedMails,
  'process.seal_blocked': makeSealBlockedMails,
  'process.expired': makeExpiredMails,
  'user.invited': makeUserInvitationMails,
  'user.password_reset_requested': makePasswordResetMails,
  'user.password_changed': makePasswordMails,
  'user.address_change_requested': makeAddressChangeMails,
  'user.address_confirmation_requested': makeSignUpMails,
  'user.factor_added': makeFactorChangeMails,
  'user.factor_removed': makeFactorChangeMails,
  'user.factors_reset': makeFactorChangeMails,
  'user.recovery_codes_created': makeFactorChangeMails,
  'user.recovery_code_used': makeFactorChangeMails,
  'user.identity_linked': makeIdentityMails,
  'user.identity_unlinked': makeIdentityMails,
  'user.created': makeNewAdminMails,
  'user.updated': makeRoleChangeMails,
  'api_key.created': makeNewKeyMails,
  'tenant.updated': makeSettingMails,
  'tenant.sso_changed': makeSsoMails,
  'tenant.sso_removed': makeSsoMails,
  'tenant.archive_address_changed': makeArchiveMails,
  'tenant.retention_ending': makeRetentionEndingMails,
  'tenant.contract_ending': makeContractEndingMails,
  'tenant.sender_lost': makeSenderLostMails,
  'tenant.seal_expiring': makeSealExpiryMails,
  'tenant.seal_expired': makeSealExpiryMails,
  'privacy.export_requested': makePrivacyExportMails,
  'template.link_code_sent': makeVisitorCodeMails,
  'webhook.created': makeWebhookMails,
  'webhook.updated': makeWebhookMails,
  'webhook.disabled': makeWebhookDisabledMails,
  'quota.reached': makeQuotaMails,
}

/** The events whose emails are sent while the tenant's address is not confirmed: they go to that address. */
const unconfirmedEventTypes: ReadonlySet<string> = new Set<EventType>([
  'user.address_confirmation_requested',
  'user.password_reset_requested',
])

/** Writes the emails of events, in the transaction that moves the consumer offset. */
export const notices: Listener = {
  name: 'notices',
  eventTypes: Object.keys(mailsByType) as EventType[],
  async handle(tx: Tx, ctx: Ctx, events: RecordedEvent[]) {
    if (events.length === 0) return
    const tenant = await findTenant(tx, ctx)
    for (const event of events) {
      const type = event.type as EventType
      if (!unconfirmedEventTypes.has(type) && tenant.unconfirmed) continue
      if (type === 'signature.otp_sent') {
        // The new code has not seen an earlier one that was being written.
        await withdrawCodes(tx, ctx, Number(event.data.signer_id))
        await queueTextMessages(tx, ctx, event, getPriority(type))
      }
      await queueMails(tx, ctx, type, (await mailsByType[type]?.(tx, ctx, event)) ?? [], tenant)
    }
  },
}

/** Queues the emails of an event as the tenant's, unless its address is not confirmed. */
export async function queueMails(
  tx: Tx,
  ctx: Ctx,
  type: EventType,
  mails: Mail[],
  known?: Awaited<ReturnType<typeof findTenant>>,
): Promise<void> {
  if (mails.length === 0) return
  const tenant = known ?? (await findTenant(tx, ctx))
  if (!unconfirmedEventTypes.has(type) && tenant.unconfirmed) return
  const logo = await findLogo(tx, ctx)
  for (const { to, body, signer, replyTo, validSeconds, ...mail } of mails) {
    const failureJob = signer && { queue: DELIVERY_FAILED_QUEUE, data: signer }
    const topic = signer ? signerTopic(signer.signerId) : mail.topic
    const content = await renderEmail({ ...body, color: tenant.color, logo })
    const headers = makeReplyHeaders(type, replyTo ?? tenant.replyTo)
    const email = { to, topic, failureJob, validSeconds, ...content, ...headers }
    await queueMail(tx, ctx, email, getPriority(type))
  }
}

async function queueTextMessages(tx: Tx, ctx: Ctx, event: RecordedEvent, priority: Priority): Promise<void> {
  for (const { phone, signer, ...content } of await makeCodeTextMessages(tx, ctx, event)) {
    const failureJob = { queue: DELIVERY_FAILED_QUEUE, data: signer }
    const topic = signerTopic(signer.signerId)
    await queueTextMessage(tx, ctx, { ...content, to: phone, topic, failureJob }, priority)
  }
}

/** Only emails about processes name who gets a reply. */
function makeReplyHeaders(eventType: string, replyTo: string | null) {
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
