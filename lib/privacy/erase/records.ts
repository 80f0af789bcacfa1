import { and, asc, eq, inArray, ne, notInArray, or, sql } from 'drizzle-orm'
import { bulkSendRows, bulkSends } from '#db/schema/bulk'
import { documents } from '#db/schema/documents'
import { users } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { privacyRequests } from '#db/schema/privacy'
import { processes } from '#db/schema/processes'
import { templates } from '#db/schema/templates'
import { webhookMessages } from '#db/schema/webhooks'
import { hasCellWithEmail, isNamedInMessage, isRecipient, refersToDeletedUser } from '../conditions.ts'
import { expireExport } from '../export/expire.ts'
import { changeRequest } from '../find.ts'
import { maskEmail } from '../present.ts'
import { BATCH_SIZE, ERASED_NAME, type EraseStep } from './step.ts'

/** Emails to the person: queued ones, those of an installation without SMTP, and the records of sent ones. */
export const eraseMails: EraseStep = async (tx, { tenantId }, person) => {
  const nextIds = tx
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.tenantId, tenantId), isRecipient(person)))
    .limit(BATCH_SIZE)
  const deletedRows = await tx
    .delete(mails)
    .where(and(eq(mails.tenantId, tenantId), inArray(mails.id, nextIds)))
    .returning({ id: mails.id })
  return { emails: deletedRows.length }
}

/** Finished webhook deliveries. Pending ones finish within days and are then deleted by age. */
export const eraseMessages: EraseStep = async (tx, { tenantId }, person) => {
  const nextIds = tx
    .select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(
      and(
        eq(webhookMessages.tenantId, tenantId),
        ne(webhookMessages.status, 'pending'),
        isNamedInMessage(person),
      ),
    )
    .limit(BATCH_SIZE)
  const deletedRows = await tx
    .delete(webhookMessages)
    .where(and(eq(webhookMessages.tenantId, tenantId), inArray(webhookMessages.id, nextIds)))
    .returning({ id: webhookMessages.id })
  return { webhook_messages: deletedRows.length }
}

/** Rows of bulk sends with the address; a pending row becomes failed and is not sent. */
export const eraseRows: EraseStep = async (tx, { tenantId }, person) => {
  const rows = await tx
    .select({ id: bulkSendRows.id, bulkSendId: bulkSendRows.bulkSendId })
    .from(bulkSendRows)
    .where(and(eq(bulkSendRows.tenantId, tenantId), hasCellWithEmail(person)))
    .orderBy(asc(bulkSendRows.bulkSendId), asc(bulkSendRows.id))
    .limit(BATCH_SIZE)
  if (rows.length === 0) return { bulk_send_rows: 0 }
  // The job that sends rows takes the same lock first.
  const sendIds = [...new Set(rows.map((row) => row.bulkSendId))]
  await tx
    .select({ id: bulkSends.id })
    .from(bulkSends)
    .where(and(eq(bulkSends.tenantId, tenantId), inArray(bulkSends.id, sendIds)))
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
          rows.map((row) => row.id),
        ),
      ),
    )
  return { bulk_send_rows: rows.length }
}

/**
 * The names of deleted users who had the address, except in completed processes and the audit trail; and pending
 * changes to the address.
 */
export const eraseUsers: EraseStep = async (tx, { tenantId, now }, person) => {
  const erased = await tx
    .update(users)
    .set({ name: ERASED_NAME, updatedAt: now })
    .where(
      and(eq(users.tenantId, tenantId), refersToDeletedUser(users.id, person), ne(users.name, ERASED_NAME)),
    )
    .returning({ id: users.id })
  const ids = erased.map((user) => user.id)
  if (ids.length > 0) {
    const erasedCreator = { createdByName: ERASED_NAME }
    const isNotEvidence = notInArray(processes.status, ['completed', 'voided'])
    await tx
      .update(documents)
      .set(erasedCreator)
      .where(and(eq(documents.tenantId, tenantId), inArray(documents.createdById, ids)))
    await tx
      .update(templates)
      .set(erasedCreator)
      .where(and(eq(templates.tenantId, tenantId), inArray(templates.createdById, ids)))
    await tx
      .update(processes)
      .set(erasedCreator)
      .where(and(eq(processes.tenantId, tenantId), inArray(processes.createdById, ids), isNotEvidence))
  }
  const cancelled = await tx
    .update(users)
    .set({ pendingEmail: null, addressNonce: null, addressHash: null, addressExpiresAt: null })
    .where(and(eq(users.tenantId, tenantId), eq(users.pendingEmail, person.email)))
    .returning({ id: users.id })
  return { users: erased.length, address_changes: cancelled.length }
}

/** The sender of bulk sends that the person or their API key started; running ones pause, as the user is deleted. */
export const eraseSenders: EraseStep = async (tx, { tenantId }, { email }) => {
  const { actor } = bulkSends
  const erasedPerson = sql`jsonb_build_object('name', ${ERASED_NAME}::text, 'email', '')`
  const erased = await tx
    .update(bulkSends)
    .set({
      createdByName: ERASED_NAME,
      actor: sql`case ${actor} ->> 'type' when 'user' then ${actor} || ${erasedPerson}
        else jsonb_set(${actor}, '{creator}', ${actor} -> 'creator' || ${erasedPerson}) end`,
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
    .limit(BATCH_SIZE)
    .for('update')
  for (const row of rows) {
    if (row.type === 'export') await expireExport(tx, ctx, row)
    else await changeRequest(tx, ctx, row.id, { email: maskEmail(row.email) })
  }
  return { privacy_requests: rows.length }
}
