import { and, asc, eq, inArray, ne, notInArray, or, sql } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { documents } from '#db/schema/documents'
import { users } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { privacyRequests } from '#db/schema/privacy'
import { processes } from '#db/schema/processes'
import { templates } from '#db/schema/templates'
import { webhookMessages } from '#db/schema/webhooks'
import { isInCells, isInMessage, isRecipient, ofDeletedUser } from '../conditions.ts'
import { expireExport } from '../export/expire.ts'
import { changeRequest } from '../find.ts'
import { maskEmail } from '../present.ts'
import { BATCH, ERASED_NAME, type EraseStep } from './step.ts'

/** Emails to the person: those that wait, those of an installation without SMTP, and the record of those sent. */
export const eraseMails: EraseStep = async (tx, { tenantId }, person) => {
  const next = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.tenantId, tenantId), isRecipient(person)))
    .limit(BATCH)
  const deleted = await tx
    .delete(mails)
    .where(and(eq(mails.tenantId, tenantId), inArray(mails.id, next)))
    .returning({ id: mails.id })
  return { emails: deleted.length }
}

/** Webhook deliveries that are over; those that wait follow within days, and are then deleted by age. */
export const eraseMessages: EraseStep = async (tx, { tenantId }, person) => {
  const next = tx
    .select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(
      and(eq(webhookMessages.tenantId, tenantId), ne(webhookMessages.status, 'pending'), isInMessage(person)),
    )
    .limit(BATCH)
  const deleted = await tx
    .delete(webhookMessages)
    .where(and(eq(webhookMessages.tenantId, tenantId), inArray(webhookMessages.id, next)))
    .returning({ id: webhookMessages.id })
  return { webhook_messages: deleted.length }
}

/** Rows of bulk sends with the address; one that was not sent yet will not be. */
export const eraseRows: EraseStep = async (tx, { tenantId }, person) => {
  const found = await tx
    .select({ id: bulkSendRows.id, bulkSendId: bulkSendRows.bulkSendId })
    .from(bulkSendRows)
    .where(and(eq(bulkSendRows.tenantId, tenantId), isInCells(person)))
    .orderBy(asc(bulkSendRows.bulkSendId), asc(bulkSendRows.id))
    .limit(BATCH)
  if (found.length === 0) return { bulk_send_rows: 0 }
  // The job that sends rows takes the same lock first.
  const sends = [...new Set(found.map((row) => row.bulkSendId))]
  await tx
    .select({ id: bulkSends.id })
    .from(bulkSends)
    .where(and(eq(bulkSends.tenantId, tenantId), inArray(bulkSends.id, sends)))
    .orderBy(asc(bulkSends.id))
    .for('update')
  await tx
    .update(bulkSendRows)
    .set({
      cells: {},
      input: {},
      status: sql`case ${bulkSendRows.status} when 'pending' then 'failed' else ${bulkSendRows.status} end`,
      error: sql`case ${bulkSendRows.status} when 'pending' then 'The data of the person was erased.' end`,
    })
    .where(
      and(
        eq(bulkSendRows.tenantId, tenantId),
        inArray(
          bulkSendRows.id,
          found.map((row) => row.id),
        ),
      ),
    )
  return { bulk_send_rows: found.length }
}

/** Deleted users who had the address: their names, except in completed processes and in the audit trail. */
export const eraseUsers: EraseStep = async (tx, { tenantId, now }, person) => {
  const erased = await tx
    .update(users)
    .set({ name: ERASED_NAME, updatedAt: now })
    .where(and(eq(users.tenantId, tenantId), ofDeletedUser(users.id, person), ne(users.name, ERASED_NAME)))
    .returning({ id: users.id })
  const ids = erased.map((user) => user.id)
  if (ids.length > 0) {
    const creator = { createdByName: ERASED_NAME }
    const isNoEvidence = notInArray(processes.status, ['completed', 'voided'])
    await tx
      .update(documents)
      .set(creator)
      .where(and(eq(documents.tenantId, tenantId), inArray(documents.createdById, ids)))
    await tx
      .update(templates)
      .set(creator)
      .where(and(eq(templates.tenantId, tenantId), inArray(templates.createdById, ids)))
    await tx
      .update(processes)
      .set(creator)
      .where(and(eq(processes.tenantId, tenantId), inArray(processes.createdById, ids), isNoEvidence))
  }
  const cancelled = await tx
    .update(users)
    .set({ pendingEmail: null, addressNonce: null, addressHash: null, addressExpiresAt: null })
    .where(and(eq(users.tenantId, tenantId), eq(users.pendingEmail, person.email)))
    .returning({ id: users.id })
  return { users: erased.length, address_changes: cancelled.length }
}

/** Bulk sends that such a user, or a key of theirs, has started: one that runs pauses, as its sender is deleted. */
export const eraseSenders: EraseStep = async (tx, { tenantId }, { email }) => {
  const { actor } = bulkSends
  const noPerson = sql`jsonb_build_object('name', ${ERASED_NAME}::text, 'email', '')`
  const erased = await tx
    .update(bulkSends)
    .set({
      createdByName: ERASED_NAME,
      actor: sql`case ${actor} ->> 'type' when 'user' then ${actor} || ${noPerson}
        else jsonb_set(${actor}, '{creator}', ${actor} -> 'creator' || ${noPerson}) end`,
    })
    .where(
      and(
        eq(bulkSends.tenantId, tenantId),
        sql`${email} in (${actor} ->> 'email', ${actor} -> 'creator' ->> 'email')`,
      ),
    )
    .returning({ id: bulkSends.id })
  return { bulk_sends: erased.length }
}

/** Exports of the person, and the address in earlier requests. */
export const eraseExports: EraseStep = async (tx, ctx, person, requestId) => {
  const rows = await tx
    .select()
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.tenantId, ctx.tenantId),
        eq(privacyRequests.email, person.email),
        ne(privacyRequests.id, requestId),
        or(eq(privacyRequests.type, 'export'), notInArray(privacyRequests.status, ['pending', 'running'])),
      ),
    )
    .limit(BATCH)
    .for('update')
  for (const row of rows) {
    if (row.type === 'export') await expireExport(tx, ctx, row)
    else await changeRequest(tx, ctx, row.id, { email: maskEmail(row.email) })
  }
  return { privacy_requests: rows.length }
}
