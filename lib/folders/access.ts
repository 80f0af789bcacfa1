import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { folders, folderUsers } from '#db/schema/folders'
import { users } from '#db/schema/identity'
import type { Reader, Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { throwIfInvalid } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import type { CreateFolder } from './schema.ts'

/** Refuses ids that are not of users of the tenant. @throws AppError `validation_error` under `access.N` */
export async function assertUsers(tx: Tx, { tenantId }: Ctx, access: CreateFolder['access']): Promise<void> {
  if (access === 'everyone' || access.length === 0) return
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), inArray(users.id, access), isNull(users.deletedAt)))
  const known = new Set(rows.map(({ id }) => id))
  const unknown = [...access.entries()].filter(([, id]) => !known.has(id))
  throwIfInvalid(
    Object.fromEntries(
      unknown.map(([index, id]) => [`access.${index}`, [errorText('documents.userDoesNotExist', { id })]]),
    ),
  )
}

/** Replaces the users who have access. */
export async function setUsers(
  tx: Tx,
  { tenantId }: Ctx,
  folderId: number,
  access: CreateFolder['access'],
): Promise<void> {
  await tx
    .delete(folderUsers)
    .where(and(eq(folderUsers.tenantId, tenantId), eq(folderUsers.folderId, folderId)))
  if (access === 'everyone' || access.length === 0) return
  await tx.insert(folderUsers).values([...new Set(access)].map((userId) => ({ tenantId, folderId, userId })))
}

/** SQL: whether the user of the row of `users` sees the records of a folder; null: of none. */
export const seesFolder = (folderId: number | SQL | null): SQL =>
  sql`(${folderId}::bigint is null or ${users.role} = 'tenant_admin'
    or exists (select from ${folders} f where f.id = ${folderId}::bigint and f.access = 'everyone')
    or exists (select from ${folderUsers} u where u.folder_id = ${folderId}::bigint and u.user_id = ${users.id}))`

/** Whether a user sees the records of a folder, for jobs that act in the user's name. */
export async function hasFolderAccess(
  reader: Pick<Reader, 'select'>,
  { tenantId }: Pick<Ctx, 'tenantId'>,
  userId: number,
  folderId: number | null,
): Promise<boolean> {
  if (folderId === null) return true
  const [row] = await reader
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, userId), seesFolder(folderId)))
  return row !== undefined
}
