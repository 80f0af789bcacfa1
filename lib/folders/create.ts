import { and, ne, sql } from 'drizzle-orm'
import { folders } from '#db/schema/folders'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { invalidState, validationError } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { assertUsers, setUsers } from './access.ts'
import { whereVisibleFolder } from './find.ts'
import { presentFolder } from './present.ts'
import { MAX_FOLDERS } from './rules.ts'
import type { CreateFolder, FolderRecord } from './schema.ts'

/** Creates a folder. @throws AppError `validation_error`, `invalid_state` when there are too many */
export function createFolder(ctx: Ctx, { name, access }: CreateFolder): Promise<FolderRecord> {
  authorize(ctx, 'folder.manage')
  return write(ctx, async (tx) => {
    await assertNameIsFree(tx, ctx, name)
    await assertFolderLimit(tx, ctx)
    await assertUsers(tx, ctx, access)
    const [folder] = await tx
      .insert(folders)
      .values({
        tenantId: ctx.tenantId,
        name,
        access: access === 'everyone' ? 'everyone' : 'users',
        testMode: ctx.testMode,
        ...createdBy(ctx),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .returning()
    const { id } = folder!
    await setUsers(tx, ctx, id, access)
    await record(tx, ctx, {
      type: 'folder.created',
      subject: { folder: id },
      data: { folder_id: id, name, access, test_mode: ctx.testMode },
    })
    return presentFolder(tx, ctx, folder!)
  })
}

/**
 * Refuses a name that another folder has, and locks folder names until the transaction ends.
 * @param ownId the folder that is renamed; 0 for a new one
 * @throws AppError `validation_error`
 */
export async function assertNameIsFree(tx: Tx, ctx: Ctx, name: string, ownId = 0): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.tenantId} folders`}, 0))`)
  const sameName = sql`lower(${folders.name}) = lower(${name})`
  const others = await tx.$count(folders, and(whereVisibleFolder(ctx), sameName, ne(folders.id, ownId)))
  if (others > 0) throw validationError({ name: [errorText('documents.folderNameInUse', { name })] })
}

async function assertFolderLimit(tx: Tx, ctx: Ctx): Promise<void> {
  const count = await tx.$count(folders, whereVisibleFolder(ctx))
  if (count < MAX_FOLDERS) return
  throw invalidState(errorText('refusals.folderLimitReached', { limit: MAX_FOLDERS }), 'full')
}
