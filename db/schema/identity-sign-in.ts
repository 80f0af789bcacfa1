import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { roles } from '../../lib/core/roles.ts'
import { bytea, id, instant, isOneOf, ref } from './columns.ts'
import { tenants, users } from './identity.ts'

const identitySources = ['installation', 'tenant', 'saml'] as const
const ssoProtocols = ['oidc', 'saml'] as const
const challengePurposes = ['sign_in', 'reauthentication', 'passkey_registration'] as const

/** The identity provider of a tenant. */
export const ssoProviders = pgTable(
  'sso_providers',
  {
    tenantId: ref()
      .primaryKey()
      .references(() => tenants.id),
    /** The last part of the sign-in link, derived from the tenant's id. */
    handle: text().notNull(),
    protocol: text({ enum: ssoProtocols }).notNull().default('oidc'),
    /** The issuer of OpenID Connect, or the entity id of SAML. */
    issuer: text().notNull(),
    /** OpenID Connect only. */
    clientId: text(),
    /** Encrypted; OpenID Connect only. */
    clientSecret: bytea(),
    /** Where browsers are sent with a request (HTTP-Redirect); SAML only. */
    ssoUrl: text(),
    /** The certificates that verify assertions, as PEM; SAML only. */
    certificates: text().array(),
    /** The attributes with email and name; null: the usual ones. */
    emailAttribute: text(),
    nameAttribute: text(),
    domains: text().array().notNull(),
    /** Users who are not administrators cannot sign in with a password. */
    enforced: boolean().notNull(),
    createUsers: boolean().notNull(),
    /** A second factor proved at the provider counts: it is not asked for here. */
    trustsSecondFactor: boolean().notNull().default(false),
    /** The role of users who are created at their first sign-in. */
    defaultRole: text({ enum: roles }).notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('sso_providers_handle').on(table.handle),
    isOneOf('sso_providers_role_known', table.defaultRole, roles),
    isOneOf('sso_providers_protocol_known', table.protocol, ssoProtocols),
    check(
      'sso_providers_complete',
      sql`case ${table.protocol} when 'oidc' then ${table.clientId} is not null and ${table.clientSecret} is not null
        else ${table.ssoUrl} is not null and cardinality(${table.certificates}) > 0 end`,
    ),
  ],
)

/** The requests to SAML providers whose sign-in is not over: each is answered once, and each assertion counts once. */
export const samlRequests = pgTable(
  'saml_requests',
  {
    tenantId: ref()
      .notNull()
      .references(() => tenants.id),
    /** The ID of the AuthnRequest, which the response repeats. */
    requestId: text().notNull(),
    /** The ID of the assertion that answered; null while none did. */
    assertionId: text(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tenantId, table.requestId] }),
    uniqueIndex('saml_requests_assertion').on(table.tenantId, table.assertionId),
  ],
)

/**
 * An account at an identity provider, linked to a user. It stays when the user is deleted; an erasure of the person
 * replaces `subject` by a hash.
 */
export const userIdentities = pgTable(
  'user_identities',
  {
    id: id(),
    tenantId: ref().notNull(),
    userId: ref()
      .notNull()
      .references(() => users.id),
    /** Whether the installation or the tenant configured the provider, and its protocol: all may use the same issuer. */
    source: text({ enum: identitySources }).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('user_identities_subject').on(table.tenantId, table.source, table.issuer, table.subject),
    index('user_identities_user').on(table.userId),
    // For the provider of the installation, which serves all tenants.
    index('user_identities_installation').on(table.issuer, table.subject).where(sql`source = 'installation'`),
    isOneOf('user_identities_source_known', table.source, identitySources),
  ],
)

/** The secret of a user's authenticator app. */
export const totpSecrets = pgTable('totp_secrets', {
  userId: ref()
    .primaryKey()
    .references(() => users.id),
  tenantId: ref().notNull(),
  /** Encrypted, bound to the user. */
  secret: bytea().notNull(),
  /** The first code was entered; before that the secret does not count as a factor. */
  confirmedAt: instant(),
  /** The time step of the last accepted code, so that no code is accepted twice. */
  lastStep: bigint({ mode: 'number' }),
  createdAt: instant().notNull(),
})

/** WebAuthn credentials. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    tenantId: ref().notNull(),
    userId: ref()
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** Base64url, chosen by the authenticator. */
    credentialId: text().notNull(),
    /** COSE_Key. */
    publicKey: bytea().notNull(),
    /** The signature counter; authenticators without one send 0. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    lastUsedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('passkeys_credential').on(table.tenantId, table.credentialId),
    index('passkeys_user').on(table.userId),
  ],
)

/** Codes in place of a lost factor; deleted when used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    tenantId: ref().notNull(),
    userId: ref()
      .notNull()
      .references(() => users.id),
    /** HMAC with a key of the installation: the codes are too short for a plain hash. */
    codeHash: char({ length: 64 }).notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** A pending proof of a second factor: short-lived, deleted when it succeeds or has failed too often. */
export const factorChallenges = pgTable(
  'factor_challenges',
  {
    id: id(),
    tenantId: ref().notNull(),
    userId: ref()
      .notNull()
      .references(() => users.id),
    purpose: text({ enum: challengePurposes }).notNull(),
    tokenHash: char({ length: 64 }).notNull(),
    /** The challenge that the passkey signs (base64url). */
    passkeyChallenge: text().notNull(),
    /** The session of a reauthentication or registration; null for a sign-in. */
    sessionId: ref(),
    /** The provider through which the sign-in began, and its protocol; null after the password. */
    issuer: text(),
    protocol: text({ enum: ssoProtocols }),
    /** When that provider wants the session to end; null: it does not say. */
    sessionEndsAt: instant(),
    attempts: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('factor_challenges_token').on(table.tokenHash),
    index('factor_challenges_user').on(table.userId),
    isOneOf('factor_challenges_purpose_known', table.purpose, challengePurposes),
  ],
)
