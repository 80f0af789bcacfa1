import { isNotNull, sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, isOneOf, ref, storedError } from './columns.ts'

const channels = ['email', 'sms'] as const
const emailStatuses = ['local', 'queued', 'sent', 'failed'] as const

export interface FailureJob {
  queue: string
  data: Record<string, string | number>
}

export const mails = pgTable(
  'mails',
  {
    id: id(),
    tenantId: ref().notNull(),
    /** Text messages go to the SMS provider; their recipient is a phone number. */
    channel: text({ enum: channels }).notNull().default('email'),
    /** The address; everything else is encrypted. */
    recipient: text().notNull(),
    /** Subject and bodies, encrypted; null once it is sent or has failed. */
    content: bytea(),
    /** `local`: there is no SMTP server; the email is shown at /mailbox. A text message is never `local`. */
    status: text({ enum: emailStatuses }).notNull(),
    /** The last error of the SMTP server, without links and codes of the email. */
    error: storedError(),
    /** The subject of the email, to find the last one by: `signer:7`. */
    topic: text(),
    /** The job to enqueue when the email cannot be delivered. */
    failureJob: jsonb().$type<FailureJob>(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (table) => [
    index('mails_tenant').on(table.tenantId, table.createdAt),
    index('mails_recipient').on(table.tenantId, sql`lower(${table.recipient})`),
    index('mails_topic').on(table.tenantId, table.topic, table.id).where(isNotNull(table.topic)),
    index('mails_status').on(table.status),
    isOneOf('mails_channel_known', table.channel, channels),
    isOneOf('mails_status_known', table.status, emailStatuses),
  ],
)
