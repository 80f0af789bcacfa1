import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, id, instant, isOneOf, ref } from './columns.ts'

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
    wrappedKey: bytea().notNull(),
    notAfter: instant().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('tenant_keys_purpose').on(table.tenantId, table.purpose, table.testMode, table.notAfter),
    isOneOf('tenant_keys_purpose_known', table.purpose, keyPurposes),
  ],
)

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
    // For `cross_tenant_find_voided`.
    index('signer_certificates_of_any_tenant').on(table.serial),
  ],
)
