import { pgTable } from 'drizzle-orm/pg-core'
import { bytea, id, instant } from './columns.ts'

/**
 * The installation's key, wrapped once under each APP_SECRET that may be used. The application's database role cannot
 * read them.
 */
export const installationKeys = pgTable('installation_keys', {
  id: id(),
  /** The result of `wrapInstallationKey` (lib/core/secretbox). */
  wrappedKey: bytea().notNull(),
  createdAt: instant().notNull().defaultNow(),
})
