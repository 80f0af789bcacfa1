import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, id, instant, isOneOf, ref } from './columns.ts'
import { tenants } from './identity.ts'

/** SQL: the 20 octets of the extension subjectKeyIdentifier (RFC 5280, 4.2.1.2) of `certificate`. */
const keyIdentifier = sql`encode(substring(certificate from position('\\x0603551d0e04160414'::bytea in certificate) + 9 for 20), 'hex')`

const keyPurposes = ['authority', 'seal'] as const

/** The installation's own roots, one live and one for test mode; no tenant owns them. */
export const roots = pgTable(
  'roots',
  {
    id: id(),
    testMode: boolean().notNull(),
    certificate: bytea().notNull(),
    /** PKCS#8 under AES-256-GCM (core/secretbox), bound to its purpose. */
    wrappedKey: bytea().notNull(),
    notAfter: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex('roots_mode').on(table.testMode)],
)

/** A tenant's issuing authority and the platform's seal for it, each certified by the root of its mode. */
export const tenantKeys = pgTable(
  'tenant_keys',
  {
    id: id(),
    tenantId: ref().notNull(),
    purpose: text({ enum: keyPurposes }).notNull(),
    testMode: boolean().notNull(),
    certificate: bytea().notNull(),
    /** The certificate's subject key identifier, lower-case hexadecimal: the name of an authority in `/trust`. */
    keyId: text().generatedAlwaysAs(keyIdentifier),
    wrappedKey: bytea().notNull(),
    notAfter: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    // For `cross_tenant_find_authority`.
    index('tenant_keys_of_any_tenant').on(table.keyId),
    // A key made while the clock was ahead ends when its issuer does, as the one that is made after it.
    uniqueIndex('tenant_keys_purpose').on(
      table.tenantId,
      table.purpose,
      table.testMode,
      table.notAfter,
      table.createdAt,
    ),
    isOneOf('tenant_keys_purpose_known', table.purpose, keyPurposes),
  ],
)

/** The certificates that tenants bring to seal their own documents in live mode; at most one is in use. */
export const tenantSeals = pgTable(
  'tenant_seals',
  {
    id: id(),
    tenantId: ref()
      .notNull()
      .references(() => tenants.id),
    certificate: bytea().notNull(),
    /** PEM: `certificate` and its issuers, in order. */
    certificates: text().notNull(),
    /** Empty once it is no longer in use. */
    wrappedKey: bytea().notNull(),
    notAfter: instant().notNull(),
    /** How many days before its end it was last announced to the administrators; 0: it has ended. */
    announcedDays: integer(),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  (table) => [
    uniqueIndex('tenant_seals_in_use').on(table.tenantId).where(sql`${table.removedAt} is null`),
    // For `cross_tenant_find_seals`.
    index('tenant_seals_of_any_tenant').on(sql`encode(sha256(${table.certificate}), 'hex')`),
  ],
)

/** Who authorizes a credential (CSC API 2.0, 11.5): the service itself, the signer here, or at the provider. */
export const credentialModes = ['implicit', 'explicit', 'oauth2code'] as const
export type CredentialMode = (typeof credentialModes)[number]

/** What kept a person's confirmation from becoming a signature; the signing page says it in plain words. */
export const confirmationFailures = [
  'wrong',
  'locked',
  'denied',
  'expired',
  'unavailable',
  'changed',
  'failed',
] as const
export type ConfirmationFailure = (typeof confirmationFailures)[number]

/** The remote signing service of a tenant (Cloud Signature Consortium API 2.0). */
export const signingServices = pgTable(
  'signing_services',
  {
    tenantId: ref()
      .primaryKey()
      .references(() => tenants.id),
    url: text().notNull(),
    /** What the service calls itself. */
    label: text().notNull(),
    clientId: text().notNull(),
    /** Encrypted with AES-256-GCM (core/secretbox), bound to the tenant. */
    clientSecret: bytea().notNull(),
    /** How credentials must be authorized to be used; null: in any way that is known. */
    credentialMode: text({ enum: credentialModes }),
    updatedAt: instant().notNull(),
  },
  (table) => [isOneOf('signing_services_credential_mode_known', table.credentialMode, credentialModes)],
)

/** The newest revocation list (RFC 5280, 5) of each root and authority, which is public. */
export const revocationLists = pgTable('revocation_lists', {
  /** The issuer's subject key identifier, lower-case hexadecimal. */
  keyId: text().primaryKey(),
  number: bigint({ mode: 'number' }).notNull(),
  /** CertificateList, DER. */
  list: bytea().notNull(),
  thisUpdate: instant().notNull(),
  nextUpdate: instant().notNull(),
})

/** The keys of the installation's own time-stamping authority (`TSA_URL=internal`), certified by the live root. */
export const timeStampingKeys = pgTable('time_stamping_keys', {
  id: id(),
  certificate: bytea().notNull(),
  wrappedKey: bytea().notNull(),
  notAfter: instant().notNull(),
  createdAt: instant().notNull(),
})

/** The certificates issued to signers; their keys were destroyed after use. */
export const signerCertificates = pgTable(
  'signer_certificates',
  {
    id: id(),
    tenantId: ref().notNull(),
    /** Without a foreign key: the record stays when the signer's row is deleted. */
    signerId: ref().notNull(),
    serial: text().notNull(),
    certificate: bytea().notNull(),
    notBefore: instant().notNull(),
    notAfter: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('signer_certificates_serial').on(table.tenantId, table.serial),
    // For `cross_tenant_find_certified_signers`.
    index('signer_certificates_of_any_tenant').on(table.serial),
  ],
)
