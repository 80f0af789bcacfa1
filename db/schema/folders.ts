import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, isOneOf, ref } from './columns.ts'
import { users } from './identity.ts'

const folderAccess = ['everyone', 'users'] as const

/** A folder of documents, processes and templates. Its policy shows it only to users who have access to it. */
export const folders = pgTable(
  'folders',
  {
    id: id(),
    tenantId: ref().notNull(),
    name: text().notNull(),
    /** All users of the tenant, or those in `folder_users`; administrators always have access. */
    access: text({ enum: folderAccess }).notNull(),
    testMode: boolean().notNull(),
    createdById: ref().references(() => users.id),
    createdByName: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => {
    const { tenantId, testMode, name, createdAt, id } = table
    return [
      uniqueIndex('folders_unique_name').on(tenantId, testMode, sql`lower(${name})`),
      index('folders_name').on(tenantId, testMode, name, id),
      index('folders_created').on(tenantId, testMode, createdAt, id),
      isOneOf('folders_access_known', table.access, folderAccess),
    ]
  },
)

/** The users who have access to a folder that is not for everyone. */
export const folderUsers = pgTable(
  'folder_users',
  {
    tenantId: ref().notNull(),
    folderId: ref()
      .notNull()
      .references(() => folders.id, { onDelete: 'cascade' }),
    userId: ref()
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.folderId, table.userId] }),
    index('folder_users_user').on(table.tenantId, table.userId),
  ],
)
