import { isNotNull, isNull, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  char,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { type EmailTopic, emailTopics } from '../../lib/core/email/email-topics.ts'
import { subscriptionTypes } from '../../lib/core/enumerations.ts'
import { roles, type Scope } from '../../lib/core/roles.ts'
import { type SignatureKind, signatureKinds } from '../../lib/core/signature-kinds.ts'
import { bytea, id, instant, isOneOf, ref, searchable, searchIndex } from './columns.ts'

const sessionKinds = ['dashboard', 'token'] as const

export const tenants = pgTable(
  'tenants',
  {
    id: id(),
    name: text().notNull(),
    subscriptionType: text({ enum: subscriptionTypes }).notNull().default('free'),
    documentsLimit: integer().notNull(),
    signaturesLimit: integer().notNull(),
    /** How many bytes uploads and the vault may take; null: no limit. */
    bytesLimit: bigint({ mode: 'number' }),
    retentionYears: integer().notNull().default(10),
    /** Vault documents are deleted once their retention ends, unless under legal hold. */
    deleteAfterRetention: boolean().notNull().default(false),
    /** How many days before a retention or a contract ends an email says so; null: none does. */
    endNoticeDays: integer(),
    /** The last day (UTC) on which such ends were looked for; null: on none yet. */
    endsAnnouncedOn: date(),
    locale: text().notNull().default('en'),
    refuseActiveContent: boolean().notNull().default(false),
    /** The accent colour of signing pages and emails, as `#rrggbb`. */
    color: text(),
    /** Where replies to emails about processes go. */
    replyTo: text(),
    /** The options of new processes. */
    expiresInDays: integer().notNull().default(90),
    reminderDays: integer(),
    signatureKinds: text()
      .array()
      .$type<SignatureKind[]>()
      .notNull()
      .default([...signatureKinds]),
    /** The origins of pages that may show our pages in a frame. */
    embedOrigins: text().array().notNull().default([]),
    /** Whether users may see the links of signers, and not only keys with the scope `signing-links`. */
    showSigningLinks: boolean().notNull().default(false),
    /** The address of the sign-up is not confirmed yet: no emails are sent to others. */
    unconfirmed: boolean().notNull().default(false),
    /** Since when the operator has suspended it: its users and keys read, but change and send nothing. */
    suspendedAt: instant(),
    /** Users without a second factor can only set one up. */
    requireSecondFactor: boolean().notNull().default(false),
    /** Sessions that are unused for longer end; null: never. */
    sessionIdleMinutes: integer(),
    createdAt: instant().notNull(),
  },
  (table) => [
    isOneOf('tenants_subscription_type_known', table.subscriptionType, subscriptionTypes),
    check(
      'tenants_signature_kinds_known',
      sql`cardinality(${table.signatureKinds}) > 0 and ${table.signatureKinds} <@ array['drawn', 'typed', 'uploaded']`,
    ),
    check('tenants_end_notice_days_range', sql`${table.endNoticeDays} between 1 and 365`),
    check('tenants_session_idle_minutes_range', sql`${table.sessionIdleMinutes} between 5 and 1440`),
  ],
)

/** The logo on signing pages and reports: a PNG encoded by the service. */
export const tenantLogos = pgTable('tenant_logos', {
  tenantId: ref()
    .primaryKey()
    .references(() => tenants.id),
  png: bytea().notNull(),
})

/**
 * The versions of a tenant's own consent texts, numbered within the tenant: append-only, since signers agreed to
 * them. The latest version of a language is used.
 */
export const consentTexts = pgTable(
  'consent_texts',
  {
    tenantId: ref()
      .notNull()
      .references(() => tenants.id),
    version: integer().notNull(),
    /** A language, or `all`. */
    locale: text().notNull(),
    /** Null: the version that removed the tenant's own text in this language. */
    text: text(),
    sha256: char({ length: 64 }),
    createdBy: ref()
      .notNull()
      .references((): AnyPgColumn => users.id),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.version] })],
)

export type SubscriptionType = (typeof tenants.$inferSelect)['subscriptionType']

export const users = pgTable(
  'users',
  {
    id: id(),
    tenantId: ref()
      .notNull()
      .references(() => tenants.id),
    name: text().notNull(),
    /** Lower case; null once the user is deleted, so that the address can be used again. */
    email: text(),
    /** When a link that was mailed to the address was first used. */
    emailConfirmedAt: instant(),
    passwordHash: text(),
    /**
     * The pending invitation and password reset: the nonce from which the link is derived, and the hash of its token.
     */
    invitationNonce: text(),
    invitationHash: char({ length: 64 }),
    invitationExpiresAt: instant(),
    recoveryNonce: text(),
    recoveryHash: char({ length: 64 }),
    recoveryExpiresAt: instant(),
    /** The address that becomes `email` once it is confirmed by the emailed link; nonce and hash as above. */
    pendingEmail: text(),
    addressNonce: text(),
    addressHash: char({ length: 64 }),
    addressExpiresAt: instant(),
    role: text({ enum: roles }).notNull(),
    locale: text().notNull().default('en'),
    /** The emails that the user has turned off. */
    mutedEmails: text().array().$type<EmailTopic[]>().notNull().default([]),
    /** Whether the user has a confirmed TOTP secret or a passkey; changed together with those rows. */
    secondFactor: boolean().notNull().default(false),
    /** Whether the user administers the installation; only the command line and the first start set it. */
    operator: boolean().notNull().default(false),
    /** Who takes over the processes of a deleted user; null: the administrators. */
    successorId: ref(),
    lastLoginAt: instant(),
    deletedAt: instant(),
    /** The address of a deleted user whom the directory of the organisation (SCIM) may bring back; else null. */
    suspendedEmail: text(),
    /** The id of the user in that directory. */
    externalId: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    searchable: searchable(sql`name || chr(10) || coalesce(email, '')`),
  },
  (table) => [
    // A person may belong to several tenants, and none of them learns of the others.
    uniqueIndex('users_email').on(table.tenantId, table.email),
    index('users_address').on(table.email),
    index('users_suspended').on(table.tenantId, table.suspendedEmail).where(isNotNull(table.suspendedEmail)),
    index('users_external').on(table.tenantId, table.externalId).where(isNotNull(table.externalId)),
    // Partial: with a full unique index, changes of the column would block new sessions (foreign key lock).
    uniqueIndex('users_invitation').on(table.invitationHash).where(isNotNull(table.invitationHash)),
    uniqueIndex('users_recovery').on(table.recoveryHash).where(isNotNull(table.recoveryHash)),
    uniqueIndex('users_address_link').on(table.addressHash).where(isNotNull(table.addressHash)),
    ...Object.entries({ created: table.createdAt, name: table.name, mail: table.email }).map(
      ([order, column]) =>
        index(`users_${order}`)
          .on(table.tenantId, column, table.id, table.role)
          .where(isNull(table.deletedAt)),
    ),
    // For filters by role.
    index('users_role')
      .on(table.tenantId, table.role, table.createdAt, table.id)
      .where(isNull(table.deletedAt)),
    searchIndex('users_search', table),
    isOneOf('users_role_known', table.role, roles),
    check(
      'users_muted_emails_known',
      sql`${table.mutedEmails} <@ array[${sql.raw(emailTopics.map((topic) => `'${topic}'`).join(', '))}]`,
    ),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    tenantId: ref().notNull(),
    userId: ref()
      .notNull()
      .references(() => users.id),
    /** `dashboard`: the cookie of the browser; `token`: an access token of /auth/login. */
    kind: text({ enum: sessionKinds }).notNull(),
    /** Identifies the tokens of one login; reuse of a revoked one ends them all. */
    family: text().notNull(),
    tokenHash: char({ length: 64 }).notNull(),
    testMode: boolean().notNull().default(false),
    /** When the user last proved a second factor to change their factors. */
    factorConfirmedAt: instant(),
    expiresAt: instant().notNull(),
    refreshableUntil: instant().notNull(),
    replacedAt: instant(),
    revokedAt: instant(),
    /** When the password was last entered; a refresh inherits it. */
    authenticatedAt: instant().notNull().defaultNow(),
    /** When a request last used the session; written at most once a minute. */
    lastUsedAt: instant().notNull().defaultNow(),
    address: text(),
    userAgent: text(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sessions_token').on(table.tokenHash),
    index('sessions_family').on(table.family),
    index('sessions_user').on(table.userId),
    isOneOf('sessions_kind_known', table.kind, sessionKinds),
  ],
)

export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    tenantId: ref().notNull(),
    name: text().notNull(),
    keyHash: char({ length: 64 }).notNull(),
    prefix: text().notNull(),
    lastFour: char({ length: 4 }).notNull(),
    scopes: text().array().$type<Scope[]>().notNull(),
    allowedIps: text().array().notNull().default(sql`'{}'`),
    testMode: boolean().notNull(),
    createdBy: ref()
      .notNull()
      .references(() => users.id),
    lastUsedAt: instant(),
    lastUsedIp: text(),
    expiresAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('api_keys_hash').on(table.keyHash),
    index('api_keys_tenant').on(table.tenantId, table.createdAt, table.id),
    index('api_keys_name').on(table.tenantId, table.name, table.id),
  ],
)

/** A tenant's usage in one calendar month (UTC); `month` is its first day. */
export const usage = pgTable(
  'usage',
  {
    tenantId: ref().notNull(),
    month: date({ mode: 'string' }).notNull(),
    documents: integer().notNull().default(0),
    signatures: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.month] })],
)

/** Requests per calendar month (UTC), separate from `usage`, whose rows are locked by quota reservations. */
export const apiCalls = pgTable(
  'api_calls',
  {
    tenantId: ref().notNull(),
    month: date({ mode: 'string' }).notNull(),
    calls: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.tenantId, table.month] })],
)
