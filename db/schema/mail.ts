import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, id, instant, ref } from './columns.ts'

/** `kept`: there is no SMTP server, it is shown at /mailbox. */
export type MailStatus = 'kept' | 'queued' | 'sent' | 'failed'

export const mails = pgTable(
  'mails',
  {
    id: id(),
    tenantId: ref().notNull(),
    /** The address it goes to; everything else is sealed. */
    recipient: text().notNull(),
    /** Subject and bodies, encrypted; null once it is sent. */
    sealed: bytea(),
    status: text().$type<MailStatus>().notNull(),
    /** What the SMTP server said last. */
    error: text(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (table) => [
    index('mails_tenant').on(table.tenantId, table.createdAt),
    index('mails_status').on(table.status),
  ],
)
