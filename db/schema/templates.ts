import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Ctx } from '../../lib/core/ctx.ts'
import { id, instant, ref, referenceIndex, searchable, searchIndex, storedError } from './columns.ts'
import { documents } from './documents.ts'
import { folders } from './folders.ts'
import { users } from './identity.ts'
import {
  type fields,
  processes,
  type SignatureLevel,
  type SignerOtp,
  type SignerRole,
  type SignerType,
  signers,
} from './processes.ts'
import { processOptions } from './processes-options.ts'

/** A role that is assigned to a person when the template is used; its name is unique in the template. */
export interface TemplateRole {
  name: string
  order: number
  type: SignerType
  role: SignerRole
  /** Absent in roles of earlier versions: as `enable_otp` says. */
  otp?: SignerOtp | null
  /** Absent in roles of earlier versions: `simple`. */
  signatureLevel?: SignatureLevel
}

/** A field of a role, in points from the top left of the page as displayed. */
export type TemplateField = Omit<typeof fields.$inferSelect, 'tenantId' | 'processId' | 'signerId'> & {
  role: string
}

export const templates = pgTable(
  'templates',
  {
    id: id(),
    tenantId: ref().notNull(),
    name: text().notNull(),
    description: text(),
    /** In order. Roles and fields are read and written with the template only. */
    roles: jsonb().$type<TemplateRole[]>().notNull(),
    fields: jsonb().$type<TemplateField[]>().notNull(),
    /** The highest id that a field of the template has had: ids are not used again. */
    lastFieldId: integer().notNull().default(0),
    /** Counts changes other than by use, for the ETag. */
    changeCount: integer('version').notNull().default(1),
    /** The number of the version that is edited and used; earlier ones are in `template_versions`. */
    versionNumber: bigint({ mode: 'number' }).notNull().default(1),
    options: processOptions().notNull(),
    usageCount: integer().notNull().default(0),
    testMode: boolean().notNull(),
    folderId: ref().references(() => folders.id, { onDelete: 'set null' }),
    createdById: ref().references(() => users.id),
    createdByName: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    searchable: searchable(sql`name || chr(10) || coalesce(description, '')`),
  },
  (table) => {
    const { tenantId, testMode, folderId, createdAt, updatedAt, name, usageCount, id } = table
    return [
      index('templates_created').on(tenantId, testMode, createdAt, id, folderId),
      index('templates_updated').on(tenantId, testMode, updatedAt, id, folderId),
      index('templates_name').on(tenantId, testMode, name, id, folderId),
      index('templates_used').on(tenantId, testMode, usageCount, id, folderId),
      referenceIndex('templates_in_folder', folderId),
      referenceIndex('templates_creator', table.createdById),
      index('templates_folder').on(tenantId, testMode, folderId, createdAt, id),
      searchIndex('templates_search', table),
    ]
  },
)

/** An earlier version of a template, as it was when it was replaced. */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: id(),
    tenantId: ref().notNull(),
    templateId: ref()
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    number: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    description: text(),
    roles: jsonb().$type<TemplateRole[]>().notNull(),
    fields: jsonb().$type<TemplateField[]>().notNull(),
    options: processOptions().notNull(),
    /** The last change before it was replaced. */
    updatedAt: instant().notNull(),
  },
  (table) => [uniqueIndex('template_versions_number').on(table.templateId, table.number)],
)

/** A document of a template or of an earlier version: it stays available for processes and cannot be deleted. */
export const templateDocuments = pgTable(
  'template_documents',
  {
    id: id(),
    tenantId: ref().notNull(),
    templateId: ref()
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    /** The earlier version with the document; null for the current one. */
    versionId: ref().references(() => templateVersions.id, { onDelete: 'cascade' }),
    documentId: ref()
      .notNull()
      .references(() => documents.id),
    position: integer().notNull(),
  },
  (table) => [
    unique('template_documents_once')
      .on(table.templateId, table.versionId, table.documentId)
      .nullsNotDistinct(),
    index('template_documents_version').on(table.versionId),
    referenceIndex('template_documents_source', table.documentId),
  ],
)

/** A person whom a reusable link names for a role that is not the visitor's. */
export interface LinkPerson {
  role: string
  name: string
  email: string
  phone?: string | null | undefined
  locale?: string | undefined
}

/** A reusable link: each visitor who proves an address gets a process of their own, made from the template. */
export const templateLinks = pgTable(
  'template_links',
  {
    id: id(),
    tenantId: ref().notNull(),
    templateId: ref()
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    tokenNonce: text().notNull(),
    tokenHash: char({ length: 64 }).notNull(),
    /** The role of the template that visitors take. */
    visitorRole: text().notNull(),
    /** The people of the other roles, the same in every process. */
    people: jsonb().$type<LinkPerson[]>().notNull(),
    /** How many processes may be made; null without a limit. */
    maxUses: integer(),
    uses: integer().notNull().default(0),
    expiresAt: instant(),
    endedAt: instant(),
    /** Why the last visitor could not begin; null once one could. */
    problem: storedError(),
    /** Who made it; the processes are created and sent in their name. */
    actor: jsonb().$type<Extract<Ctx['actor'], { type: 'user' | 'api_key' }>>().notNull(),
    /** The IP address it was made from, which a key must still be allowed from. */
    address: text(),
    testMode: boolean().notNull(),
    createdByName: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('template_links_token').on(table.tokenHash),
    index('template_links_template').on(table.templateId, table.id),
  ],
)
export type TemplateLinkRow = typeof templateLinks.$inferSelect

/** A visitor of a reusable link by their address, with the code that proves it and the process they got. */
export const linkVisits = pgTable(
  'link_visits',
  {
    id: id(),
    tenantId: ref().notNull(),
    linkId: ref()
      .notNull()
      .references(() => templateLinks.id, { onDelete: 'cascade' }),
    /** Empty until the address is proved. */
    name: text().notNull(),
    /** In lower case. */
    email: text().notNull(),
    /** Of the email with the code; of the process once the address is proved. */
    locale: text().notNull(),
    /** Null once the code was used. */
    codeHash: char({ length: 64 }),
    codeSentAt: instant().notNull(),
    codeTries: integer().notNull().default(0),
    processId: ref().references(() => processes.id, { onDelete: 'set null' }),
    /** The visitor as signer of that process. */
    signerId: ref().references(() => signers.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('link_visits_email').on(table.linkId, table.email),
    index('link_visits_process').on(table.processId),
    index('link_visits_signer').on(table.signerId),
  ],
)
export type LinkVisitRow = typeof linkVisits.$inferSelect
