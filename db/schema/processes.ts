import { eq, sql } from 'drizzle-orm'
import {
  boolean,
  char,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Json } from '#lib/core/json'
import type { PageGeometry } from '#lib/pdf/geometry'
import type { FieldType } from '#lib/pdf/zones'
import { id, instant, ref, searchable, searchIndex } from './columns.ts'
import { documents } from './documents.ts'

export type ProcessStatus =
  | 'draft'
  | 'sent'
  | 'in_progress'
  | 'completed'
  | 'refused'
  | 'cancelled'
  | 'expired'
export type SignerStatus = 'pending' | 'notified' | 'viewed' | 'signed' | 'refused' | 'expired'
export type SignerRole = 'signer' | 'approver' | 'viewer' | 'cc'
export type SignerType = 'sequential' | 'parallel'

export interface ProcessOptions {
  enable_otp: boolean
  enable_notifications: boolean
  expires_in_days: number
  reminder_days: number | null
  locale: string
  message: string | null
  redirect_url: string | null
}

export const processes = pgTable(
  'processes',
  {
    id: id(),
    tenantId: ref().notNull(),
    name: text().notNull(),
    description: text(),
    status: text().$type<ProcessStatus>().notNull(),
    options: jsonb().$type<ProcessOptions>().notNull(),
    externalId: text(),
    metadata: jsonb().$type<Record<string, Json>>().notNull(),
    testMode: boolean().notNull(),
    /** Why the seal does not succeed at present; it is tried again for ever. */
    sealError: text(),
    /** The fault lies in a document or in what a signer gave: trying again does not help. */
    sealBlocked: boolean().notNull().default(false),
    createdById: ref(),
    createdByName: text().notNull(),
    sentAt: instant(),
    completedAt: instant(),
    cancelledAt: instant(),
    cancelReason: text(),
    expiresAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    searchable: searchable(sql`name`),
  },
  (table) => [
    // Behind the id is what a filter asks, so that what does not match is passed over in the index.
    index('processes_created').on(table.tenantId, table.testMode, table.createdAt, table.id, table.status),
    index('processes_updated').on(
      table.tenantId,
      table.testMode,
      table.updatedAt,
      table.id,
      table.status,
      table.createdAt,
    ),
    index('processes_name').on(
      table.tenantId,
      table.testMode,
      table.name,
      table.id,
      table.status,
      table.createdAt,
    ),
    index('processes_status').on(table.tenantId, table.testMode, table.status, table.createdAt, table.id),
    index('processes_external').on(
      table.tenantId,
      table.externalId,
      table.testMode,
      table.createdAt,
      table.id,
    ),
    index('processes_completed')
      .on(table.tenantId, table.testMode, table.completedAt, table.id)
      .where(eq(table.status, sql`'completed'`)),
    index('processes_completed_name')
      .on(table.tenantId, table.testMode, table.name, table.id, table.completedAt)
      .where(eq(table.status, sql`'completed'`)),
    searchIndex('processes_search', table),
    index('processes_expiry').on(table.expiresAt),
  ],
)

/** A document in a process, and which revision of its bytes stands now. */
export const processDocuments = pgTable(
  'process_documents',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    documentId: ref()
      .notNull()
      .references(() => documents.id),
    position: integer().notNull(),
    /** 0: as uploaded; 1: prepared at send; then one more per signature and seal. */
    revision: integer().notNull().default(0),
    currentSha256: char({ length: 64 }).notNull(),
    currentSize: ref().notNull(),
    /** Pages of the current revision: the upload's, and a signature page if one was added. */
    pageCount: integer().notNull(),
    /** The signature pages that were appended at send, after those of the document. */
    addedPages: jsonb().$type<PageGeometry[]>().notNull().default([]),
    sealedAt: instant(),
  },
  (table) => [
    uniqueIndex('process_documents_pair').on(table.processId, table.documentId),
    index('process_documents_document').on(table.tenantId, table.documentId),
    index('process_documents_bytes').on(table.tenantId, table.currentSha256),
  ],
)

/** What a signer handed in with `sign`; images are stored files, named by hash. */
export interface GivenSignature {
  method: 'typed' | 'drawn' | 'uploaded'
  text?: string
  imageSha256?: string
}

export const signers = pgTable(
  'signers',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    order: integer().notNull(),
    type: text().$type<SignerType>().notNull(),
    role: text().$type<SignerRole>().notNull(),
    status: text().$type<SignerStatus>().notNull(),
    locale: text().notNull(),
    /** The link's token is HMAC(installation secret, nonce): only its hash and the nonce are stored. */
    tokenNonce: text(),
    tokenHash: char({ length: 64 }),
    invitedAt: instant(),
    viewedAt: instant(),
    signedAt: instant(),
    refusedAt: instant(),
    refusalReason: text(),
    remindersSent: integer().notNull().default(0),
    remindedAt: instant(),
    otpHash: char({ length: 64 }),
    otpSentAt: instant(),
    otpExpiresAt: instant(),
    otpTries: integer().notNull().default(0),
    /** The signing session that confirmed the last code; null while it is unused. */
    otpSessionId: ref(),
    consentVersion: text(),
    consentSha256: char({ length: 64 }),
    signature: jsonb().$type<GivenSignature>(),
    initials: jsonb().$type<GivenSignature>(),
    signedAddress: text(),
    signedUserAgent: text(),
    /** The signer's revision of every document is stored. */
    sealedAt: instant(),
    searchable: searchable(sql`name || chr(10) || email`),
  },
  (table) => [
    searchIndex('signers_search', table),
    index('signers_process').on(table.processId, table.order, table.id),
    uniqueIndex('signers_token').on(table.tokenHash),
  ],
)

/** A signing session that a signer confirmed with a code, in one browser. */
export const signingSessions = pgTable(
  'signing_sessions',
  {
    id: id(),
    tenantId: ref().notNull(),
    signerId: ref()
      .notNull()
      .references(() => signers.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in the browser's cookie. */
    secretHash: char({ length: 64 }).notNull(),
    confirmedAt: instant().notNull(),
  },
  (table) => [uniqueIndex('signing_sessions_secret').on(table.signerId, table.secretHash)],
)

/** A signature zone and what was filled into it; points from the top left of the page as displayed. */
export const fields = pgTable(
  'fields',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    documentId: ref().notNull(),
    signerId: ref()
      .notNull()
      .references(() => signers.id, { onDelete: 'cascade' }),
    type: text().$type<FieldType>().notNull(),
    page: integer().notNull(),
    x: doublePrecision().notNull(),
    y: doublePrecision().notNull(),
    width: doublePrecision().notNull(),
    height: doublePrecision().notNull(),
    required: boolean().notNull(),
    label: text(),
    placeholder: text(),
    /** The value given by the sender, or by the signer once signed. */
    value: text(),
    options: jsonb().$type<string[]>().notNull(),
    readOnly: boolean().notNull(),
    validation: jsonb().$type<Record<string, Json>>().notNull(),
  },
  (table) => [
    index('fields_process').on(table.processId, table.id),
    index('fields_signer').on(table.signerId),
  ],
)
