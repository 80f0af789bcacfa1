import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { countByFolder } from '#db/lists/counters'
import { folderUsers } from '#db/schema/folders'
import { users } from '#db/schema/identity'
import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FolderRow } from './find.ts'
import type { FolderRecord } from './schema.ts'

/** The API records of folders, with the numbers of their records: two queries, however many folders. */
export async function presentFolders(reader: Reader, ctx: Ctx, rows: FolderRow[]): Promise<FolderRecord[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [usersByFolder, countOf] = await Promise.all([
    findFolderUsers(reader, ctx, ids),
    countByFolder(reader, ctx, ids),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    access:
      row.access === 'everyone' ? 'everyone' : (usersByFolder.get(row.id) ?? []).map(({ userId }) => userId),
    documents_count: countOf(row.id, 'documents'),
    processes_count: countOf(row.id, 'processes'),
    templates_count: countOf(row.id, 'templates'),
    test_mode: row.testMode,
    created_by: row.createdById === null ? null : { id: row.createdById, name: row.createdByName },
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  }))
}

/** The API record of one folder. */
export async function presentFolder(reader: Reader, ctx: Ctx, row: FolderRow): Promise<FolderRecord> {
  return (await presentFolders(reader, ctx, [row]))[0]!
}

async function findFolderUsers(reader: Reader, { tenantId }: Ctx, folderIds: number[]) {
  const rows = await reader
    .select({ folderId: folderUsers.folderId, userId: folderUsers.userId })
    .from(folderUsers)
    .innerJoin(users, eq(users.id, folderUsers.userId))
    .where(
      and(
        eq(folderUsers.tenantId, tenantId),
        inArray(folderUsers.folderId, folderIds),
        isNull(users.deletedAt),
      ),
    )
    .orderBy(asc(folderUsers.userId))
  return Map.groupBy(rows, ({ folderId }) => folderId)
}
