import { isNotNull, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Json } from '#lib/core/json'
import type { GivenSignature } from '#lib/core/signature-kinds'
import type { PageGeometry } from '#lib/pdf/geometry'
import {
  otpKinds,
  processStatuses,
  signatureLevels,
  signerRoles,
  signerStatuses,
  signerTypes,
} from '../../lib/core/enumerations.ts'
import { type FieldLayout, fieldTypes } from '../../lib/pdf/zones.ts'
import { id, instant, isOneOf, ref, referenceIndex, searchable, searchIndex, storedError } from './columns.ts'
import { documents } from './documents.ts'
import { folders } from './folders.ts'
import { users } from './identity.ts'
import type { Condition } from './processes-fields.ts'
import { processOptions } from './processes-options.ts'

export const processes = pgTable(
  'processes',
  {
    id: id(),
    tenantId: ref().notNull(),
    name: text().notNull(),
    description: text(),
    status: text({ enum: processStatuses }).notNull(),
    options: processOptions().notNull(),
    externalId: text(),
    metadata: jsonb().$type<Record<string, Json>>().notNull(),
    testMode: boolean().notNull(),
    folderId: ref().references(() => folders.id, { onDelete: 'set null' }),
    /** Not a foreign key: the template refers to the types of this file. Null once it is deleted. */
    templateId: ref(),
    templateVersion: bigint({ mode: 'number' }),
    /** The last error of sealing, which is retried without limit. */
    sealError: storedError(),
    /** A document or a signer's input causes the error: retries do not help. */
    sealBlocked: boolean().notNull().default(false),
    createdById: ref().references(() => users.id),
    createdByName: text().notNull(),
    sentAt: instant(),
    /** Null before, and of processes that earlier versions have sent: see `getSender`. */
    sentById: ref().references(() => users.id),
    sentByName: text(),
    /** What the organisation was called when it was sent; null before, and of processes that earlier versions have sent. */
    organisationName: text(),
    completedAt: instant(),
    cancelledAt: instant(),
    cancelReason: text(),
    /** The completed process was declared void; its files stay. */
    voidedAt: instant(),
    voidReason: text(),
    expiresAt: instant(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** Counted by db/functions/fields.sql. */
    fieldsVersion: integer().notNull().default(0),
    /** How often the prepared documents were discarded, to be made again from the uploads (`discardPrepared`). */
    preparation: integer().notNull().default(0),
    searchable: searchable(sql`name`),
  },
  (table) => {
    const { tenantId, testMode, status, folderId, name, id } = table
    const { createdAt, updatedAt, completedAt, expiresAt, templateId } = table
    // For the archives: a process that was declared void stays there.
    const done = isNotNull(completedAt)
    // The columns after the id are filters: rows that do not match are skipped in the index.
    return [
      index('processes_created').on(tenantId, testMode, createdAt, id, status, folderId),
      index('processes_updated').on(tenantId, testMode, updatedAt, id, status, createdAt, folderId),
      index('processes_name').on(tenantId, testMode, name, id, status, createdAt, folderId),
      index('processes_status').on(tenantId, testMode, status, createdAt, id, folderId),
      index('processes_expires').on(tenantId, testMode, expiresAt, id, status, createdAt, folderId),
      index('processes_folder').on(tenantId, testMode, folderId, createdAt, id, status),
      index('processes_external').on(tenantId, table.externalId, testMode, createdAt, id, folderId),
      index('processes_completed').on(tenantId, testMode, completedAt, id, folderId).where(done),
      index('processes_completed_name').on(tenantId, testMode, name, id, completedAt, folderId).where(done),
      searchIndex('processes_search', table),
      index('processes_template').on(templateId, table.templateVersion).where(isNotNull(templateId)),
      // For `cross_tenant_list_due_tenants`, with the tenant, so that it reads no rows of the table.
      index('processes_due')
        .on(expiresAt, tenantId, sql`(${table.options} ->> 'reminder_days')`)
        .where(sql`${status} in ('sent', 'in_progress')`),
      referenceIndex('processes_in_folder', folderId),
      referenceIndex('processes_creator', table.createdById),
      referenceIndex('processes_sender', table.sentById),
      isOneOf('processes_status_known', status, processStatuses),
    ]
  },
)
export type ProcessStatus = (typeof processes.$inferSelect)['status']

/** A document of a process with its current revision. */
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
    currentSize: bigint({ mode: 'number' }).notNull(),
    /** Pages of the current revision: the upload's, and a signature page if one was added. */
    pageCount: integer().notNull(),
    /** The signature pages that were appended at send, after the pages of the document. */
    addedPages: jsonb().$type<PageGeometry[]>().notNull().default([]),
    sealedAt: instant(),
    /** When the file of the current revision was deleted for good. */
    fileDeletedAt: instant(),
    /** Of the vault document, once it is deleted (db/functions/finished-files.sql). */
    sealedSha256: char({ length: 64 }),
    certificateSha256: char({ length: 64 }),
    trailSha256: char({ length: 64 }),
  },
  (table) => [
    uniqueIndex('process_documents_pair').on(table.processId, table.documentId),
    referenceIndex('process_documents_source', table.documentId),
    index('process_documents_bytes').on(table.tenantId, table.currentSha256),
    // For `cross_tenant_find_sealed`.
    index('process_documents_sealed').on(table.currentSha256).where(isNotNull(table.sealedAt)),
    index('process_documents_first_sealed').using('hash', table.sealedSha256),
    index('process_documents_certificates').using('hash', table.certificateSha256),
    index('process_documents_trails').using('hash', table.trailSha256),
  ],
)

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
    type: text({ enum: signerTypes }).notNull(),
    role: text({ enum: signerRoles }).notNull(),
    status: text({ enum: signerStatuses }).notNull(),
    locale: text().notNull(),
    /** How the signer confirms who they are; null: as `enable_otp` of the process says. */
    otp: text({ enum: otpKinds }),
    /** Who makes the signature: this service, or for the others the tenant's remote signing service. */
    signatureLevel: text({ enum: signatureLevels }).notNull().default('simple'),
    /** The salted hash of the access code; exactly the signers with `access_code` have one. */
    accessCodeHash: text(),
    /** The sender's subject and message to this signer, in place of those of the process. */
    subject: text(),
    message: text(),
    /** The link's token is HMAC(installation secret, nonce): only its hash and the nonce are stored. */
    tokenNonce: text(),
    tokenHash: char({ length: 64 }),
    invitedAt: instant(),
    viewedAt: instant(),
    signedAt: instant(),
    refusedAt: instant(),
    refusalReason: text(),
    remindersSent: integer().notNull().default(0),
    /** Why an email or text message to the signer could not be delivered; null once another is sent. */
    deliveryError: storedError(),
    remindedAt: instant(),
    otpHash: char({ length: 64 }),
    otpSentAt: instant(),
    otpExpiresAt: instant(),
    otpTries: integer().notNull().default(0),
    /** The signing session that confirmed the last code; null while it is unused. */
    otpSessionId: ref().references((): AnyPgColumn => signingSessions.id, { onDelete: 'set null' }),
    consentVersion: text(),
    consentSha256: char({ length: 64 }),
    signature: jsonb().$type<GivenSignature>(),
    initials: jsonb().$type<GivenSignature>(),
    signedAddress: text(),
    signedUserAgent: text(),
    /** When a signature of the tenant's quota was reserved; null: not sent, or refunded. */
    quotaReservedAt: instant(),
    /** When the signature was embedded: the signer's revision of every document is stored. */
    embeddedAt: instant(),
    /** The remote signing service, or the person, has refused: neither is asked again before. */
    askAgainAt: instant(),
    /** When personal data that is not evidence was erased; the person no longer appears as a contact. */
    erasedAt: instant(),
    searchable: searchable(sql`name || chr(10) || email`),
  },
  (table) => [
    searchIndex('signers_search', table),
    index('signers_email').on(table.tenantId, sql`lower(${table.email})`),
    index('signers_process').on(table.processId, table.order, table.id),
    // Not unique: signers with the same address share a link.
    index('signers_token').on(table.tokenHash),
    index('signers_otp_session').on(table.otpSessionId).where(isNotNull(table.otpSessionId)),
    isOneOf('signers_type_known', table.type, signerTypes),
    isOneOf('signers_role_known', table.role, signerRoles),
    isOneOf('signers_signature_level_known', table.signatureLevel, signatureLevels),
    isOneOf('signers_otp_known', table.otp, otpKinds),
    check(
      'signers_access_code',
      sql`(${table.otp} is not distinct from 'access_code') = (${table.accessCodeHash} is not null)`,
    ),
    isOneOf('signers_status_known', table.status, signerStatuses),
  ],
)
export type SignerStatus = (typeof signers.$inferSelect)['status']
export type SignerRole = (typeof signers.$inferSelect)['role']
export type SignatureLevel = (typeof signatureLevels)[number]
export type SignerOtp = (typeof otpKinds)[number]
export type SignerType = (typeof signers.$inferSelect)['type']

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

/** A field with its value, in points from the top left of the page as displayed. */
export const fields = pgTable(
  'fields',
  {
    id: id(),
    tenantId: ref().notNull(),
    processId: ref()
      .notNull()
      .references(() => processes.id, { onDelete: 'cascade' }),
    documentId: ref()
      .notNull()
      .references(() => documents.id),
    signerId: ref()
      .notNull()
      .references(() => signers.id, { onDelete: 'cascade' }),
    type: text({ enum: fieldTypes }).notNull(),
    page: integer().notNull(),
    x: doublePrecision().notNull(),
    y: doublePrecision().notNull(),
    width: doublePrecision().notNull(),
    height: doublePrecision().notNull(),
    required: boolean().notNull(),
    label: text(),
    placeholder: text(),
    /** The value preset by the sender; after signing, the signer's value. */
    value: text(),
    options: jsonb().$type<string[]>().notNull(),
    readOnly: boolean().notNull(),
    /** A date field that gets the day of signing; the signer cannot change it. */
    auto: boolean().notNull().default(false),
    /** Replaces a form field or text tag of the file. */
    imported: boolean().notNull().default(false),
    validation: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The field is shown, and required, only when it holds. */
    condition: jsonb().$type<Condition>(),
    formula: text(),
    editable: boolean().notNull().default(false),
    layout: jsonb().$type<FieldLayout>().notNull().default({}),
  },
  (table) => [
    index('fields_process').on(table.processId, table.id),
    index('fields_signer').on(table.signerId),
    referenceIndex('fields_document', table.documentId),
    isOneOf('fields_type_known', table.type, fieldTypes),
  ],
)
