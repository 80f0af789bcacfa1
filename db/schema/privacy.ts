import { sql } from 'drizzle-orm'
import { char, index, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, isOneOf, ref, storedError } from './columns.ts'
import { users } from './identity.ts'

const requestTypes = ['export', 'erasure'] as const
const requestStatuses = ['pending', 'running', 'completed', 'blocked', 'expired'] as const

/** A process that must end, or a user to delete, before the data of a person can be erased. */
export interface Blocker {
  type: 'process' | 'user'
  id: number
  name: string
}

/** What stays of a person in a process that is kept. */
export type KeptData = 'name' | 'email' | 'signed_files' | 'attachments' | 'hand_overs' | 'audit_trail'

/** A process under way or completed that an erasure left unchanged. */
export interface KeptProcess {
  process_id: number
  name: string
  /** `live`: nothing of it is in the vault yet. */
  reason: 'retention' | 'legal_hold' | 'retention_ended' | 'test_mode' | 'live'
  /** When the retention of its documents ends. */
  until: string | null
  /** What stays there; reports of earlier versions do not have it. */
  data?: KeptData[]
}

/** The records that an erasure kept, with the reasons. */
export interface KeptRecords {
  processes: KeptProcess[]
  processes_total: number
  /** The number of events in the audit trail that contain the address. */
  events: number
  /** The number of certificates issued to the person; reports of earlier versions do not have it. */
  certificates?: number
}

/** Requests to export or erase the tenant's data about a person. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: id(),
    tenantId: ref().notNull(),
    type: text({ enum: requestTypes }).notNull(),
    /** Lower case; masked once the data is erased or the export has expired. */
    email: text().notNull(),
    status: text({ enum: requestStatuses }).notNull(),
    /** The number of records that were exported or erased, by kind. */
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    blockedBy: jsonb().$type<Blocker[]>().notNull().default([]),
    kept: jsonb().$type<KeptRecords>(),
    /** The exported data as a stored file. */
    resultSha256: char({ length: 64 }),
    requestedById: ref().references(() => users.id),
    requestedByName: text().notNull(),
    /** The API key and the IP address of the request: the job asks whether they are still allowed. */
    requestedByKey: ref(),
    address: text(),
    /** Why the request stopped, such as that its initiator may not do so any more. */
    stopReason: storedError(),
    createdAt: instant().notNull(),
    completedAt: instant(),
    /** When the export is deleted. */
    expiresAt: instant(),
  },
  (table) => [
    index('privacy_requests_created').on(table.tenantId, table.createdAt, table.id),
    index('privacy_requests_result').on(table.tenantId, table.resultSha256),
    // At most one unfinished request per person and type.
    uniqueIndex('privacy_requests_open')
      .on(table.tenantId, table.type, table.email)
      .where(sql`${table.status} in ('pending', 'running')`),
    isOneOf('privacy_requests_type_known', table.type, requestTypes),
    isOneOf('privacy_requests_status_known', table.status, requestStatuses),
  ],
)
