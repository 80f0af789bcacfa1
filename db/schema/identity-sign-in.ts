import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  char,
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

const identitySources = ['installation', 'tenant'] as const
const challengePurposes = ['sign_in', 'reauthentication', 'passkey_registration'] as const

/** The OpenID provider of a tenant. */
export const ssoProviders = pgTable(
  'sso_providers',
  {
    tenantId: ref()
      .primaryKey()
      .references(() => tenants.id),
    /** The last part of the sign-in link, derived from the tenant's id. */
    handle: text().notNull(),
    issuer: text().notNull(),
    clientId: text().notNull(),
    /** Encrypted. */
    clientSecret: bytea().notNull(),
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
  ],
)

/** An account at an OpenID provider, linked to a user. It stays when the user is deleted. */
export const userIdentities = pgTable(
  'user_identities',
  {
    id: id(),
    tenantId: ref().notNull(),
    userId: ref()
      .notNull()
      .references(() => users.id),
    /** Whether the installation or the tenant configured the provider: both may use the same issuer. */
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
    /** The provider through which the sign-in began; null after the password. */
    issuer: text(),
    attempts: integer().notNull().default(0),
    expiresAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('factor_challenges_token').on(table.tokenHash),
    index('factor_challenges_user').on(table.userId),
    isOneOf('factor_challenges_purpose_known', table.purpose, challengePurposes),
  ],
)
