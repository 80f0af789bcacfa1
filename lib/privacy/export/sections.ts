import { and, asc, eq, gt, or, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { events } from '#db/schema/audit'
import { bulkSendRows } from '#db/schema/bulk'
import { sessions, users } from '#db/schema/identity'
import { mails } from '#db/schema/mail'
import { privacyRequests } from '#db/schema/privacy'
import { fields, processes, signers, signingSessions } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { webhookMessages } from '#db/schema/webhooks'
import { read } from '#db/tenancy/tenant'
import {
  hasCellWithEmail,
  isNamedInEvent,
  isNamedInMessage,
  isPerson,
  isRecipient,
  type Person,
  refersToProcess,
  refersToSigner,
  refersToUser,
} from '../conditions.ts'

const BATCH_SIZE = 500

/** The records a tenant has about a person, by kind. */
export function exportSections(person: Person): Record<string, AsyncIterable<object>> {
  const rows = (table: ExportedTable, columns: PgColumn[], condition: SQL | undefined) =>
    rowsOf(person.tenantId, table, columns, condition)
  return {
    users: rows(
      users,
      [
        users.name,
        users.email,
        users.pendingEmail,
        users.role,
        users.locale,
        users.lastLoginAt,
        users.createdAt,
      ],
      or(eq(users.email, person.email), eq(users.pendingEmail, person.email)),
    ),
    sessions: rows(
      sessions,
      [sessions.kind, sessions.address, sessions.userAgent, sessions.createdAt, sessions.expiresAt],
      refersToUser(sessions.userId, person),
    ),
    processes: rows(
      processes,
      [processes.name, processes.status, processes.sentAt, processes.completedAt, processes.testMode],
      refersToProcess(processes.id, person),
    ),
    signers: rows(signers, signerColumns, isPerson(person)),
    fields: rows(
      fields,
      [fields.processId, fields.signerId, fields.type, fields.label, fields.value],
      refersToSigner(fields.signerId, person),
    ),
    signing_sessions: rows(
      signingSessions,
      [signingSessions.signerId, signingSessions.confirmedAt],
      refersToSigner(signingSessions.signerId, person),
    ),
    vault_documents: rows(
      vaultDocuments,
      [
        vaultDocuments.processId,
        vaultDocuments.name,
        vaultDocuments.sha256,
        vaultDocuments.signedAt,
        vaultDocuments.expiresAt,
      ],
      refersToProcess(vaultDocuments.processId, person),
    ),
    // Without their content, which is kept only until they are sent: it has signing links, codes and other secrets.
    emails: rows(mails, [mails.recipient, mails.status, mails.createdAt, mails.sentAt], isRecipient(person)),
    bulk_send_rows: rows(
      bulkSendRows,
      [bulkSendRows.bulkSendId, bulkSendRows.number, bulkSendRows.status, bulkSendRows.cells],
      hasCellWithEmail(person),
    ),
    events: rows(
      events,
      [
        events.type,
        events.chain,
        events.occurredAt,
        events.actor,
        events.data,
        events.address,
        events.userAgent,
      ],
      isNamedInEvent(person),
    ),
    webhook_messages: rows(
      webhookMessages,
      [webhookMessages.event, webhookMessages.body, webhookMessages.createdAt],
      isNamedInMessage(person),
    ),
    privacy_requests: rows(
      privacyRequests,
      [privacyRequests.type, privacyRequests.status, privacyRequests.createdAt],
      eq(privacyRequests.email, person.email),
    ),
  }
}

const signerColumns = [
  signers.processId,
  signers.name,
  signers.email,
  signers.phone,
  signers.role,
  signers.status,
  signers.locale,
  signers.subject,
  signers.message,
  signers.invitedAt,
  signers.viewedAt,
  signers.signedAt,
  signers.refusedAt,
  signers.refusalReason,
  signers.deliveryError,
  signers.consentVersion,
  signers.consentSha256,
  signers.signature,
  signers.initials,
  signers.signedAddress,
  signers.signedUserAgent,
]

type ExportedTable = PgTable & { id: PgColumn; tenantId: PgColumn }

/** Reads the rows in batches; members are named like the columns in the database. */
async function* rowsOf(
  tenantId: number,
  table: ExportedTable,
  columns: PgColumn[],
  condition: SQL | undefined,
): AsyncGenerator<object> {
  const selection = Object.fromEntries(
    [table.id, ...columns].map((column) => [snakeCase(column.name), column]),
  )
  for (let lastId = 0; ; ) {
    const rows = await read({ tenantId }, (reader) =>
      reader
        .select(selection)
        .from(table)
        .where(and(eq(table.tenantId, tenantId), condition, gt(table.id, lastId)))
        .orderBy(asc(table.id))
        .limit(BATCH_SIZE),
    )
    yield* rows
    if (rows.length < BATCH_SIZE) return
    lastId = Number(rows.at(-1)!.id)
  }
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
