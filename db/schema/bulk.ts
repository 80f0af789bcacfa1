import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Ctx } from '../../lib/core/ctx.ts'
import type { Json } from '../../lib/core/json.ts'
import type { ErrorText } from '../../lib/messages/errors.ts'
import { id, instant, isOneOf, ref, referenceIndex, storedError } from './columns.ts'
import { processes } from './processes.ts'
import { templates } from './templates.ts'

const bulkStatuses = ['running', 'paused', 'completed', 'cancelled'] as const
const rowStatuses = ['pending', 'sent', 'failed'] as const

/** A template that is sent to a list of people: one process for each row. */
export const bulkSends = pgTable(
  'bulk_sends',
  {
    id: id(),
    tenantId: ref().notNull(),
    templateId: ref().references(() => templates.id, { onDelete: 'set null' }),
    name: text().notNull(),
    status: text({ enum: bulkStatuses }).notNull(),
    /** Why it was paused without a request, such as a used-up quota. */
    pauseReason: storedError(),
    /** The columns of the list, in order. */
    columns: jsonb().$type<string[]>().notNull(),
    /** Rows with the same people as an earlier one. */
    warnings: jsonb().$type<ErrorText[]>().notNull().default([]),
    /** Who started it; the processes are created and sent in their name. */
    actor: jsonb().$type<Extract<Ctx['actor'], { type: 'user' | 'api_key' }>>().notNull(),
    /** The IP address it was started from, which a key must still be allowed from. */
    address: text(),
    testMode: boolean().notNull(),
    /** That of the template until the bulk send ends. The id of a deleted folder stays: then only administrators see it. */
    folderId: ref(),
    createdByName: text().notNull(),
    createdAt: instant().notNull(),
    endedAt: instant(),
  },
  (table) => [
    index('bulk_sends_created').on(table.tenantId, table.testMode, table.createdAt, table.id, table.folderId),
    referenceIndex('bulk_sends_template', table.templateId),
    isOneOf('bulk_sends_status_known', table.status, bulkStatuses),
  ],
)

/** A row of the list. */
export const bulkSendRows = pgTable(
  'bulk_send_rows',
  {
    id: id(),
    tenantId: ref().notNull(),
    bulkSendId: ref()
      .notNull()
      .references(() => bulkSends.id, { onDelete: 'cascade' }),
    /** From 1, without the header. */
    number: integer().notNull(),
    /** The cells by column. */
    cells: jsonb().$type<Record<string, string>>().notNull(),
    /** The checked input for the template. */
    input: jsonb().$type<Json>().notNull(),
    status: text({ enum: rowStatuses }).notNull(),
    processId: ref().references(() => processes.id, { onDelete: 'set null' }),
    error: text(),
  },
  (table) => [
    uniqueIndex('bulk_send_rows_number').on(table.bulkSendId, table.number),
    index('bulk_send_rows_status').on(table.bulkSendId, table.status, table.number),
    referenceIndex('bulk_send_rows_process', table.processId),
    isOneOf('bulk_send_rows_status_known', table.status, rowStatuses),
  ],
)
