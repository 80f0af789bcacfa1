import { and, eq } from 'drizzle-orm'
import { folders } from '#db/schema/folders'
import { write } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { listChanged } from '#lib/audit/changes'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { assertUsers, setUsers } from './access.ts'
import { assertNameIsFree } from './create.ts'
import { lockFolder } from './find.ts'
import { presentFolder } from './present.ts'
import type { FolderRecord, UpdateFolder } from './schema.ts'

/** Changes the name of a folder and who has access; absent members stay. @throws AppError `validation_error` */
export function updateFolder(ctx: Ctx, id: number, { name, access }: UpdateFolder): Promise<FolderRecord> {
  authorize(ctx, 'folder.manage')
  return write(ctx, async (tx) => {
    const before = await lockFolder(tx, ctx, id)
    if (name !== undefined) await assertNameIsFree(tx, ctx, name, id)
    if (access !== undefined) await assertUsers(tx, ctx, access)
    const folderBefore = await presentFolder(tx, ctx, before)
    const users = Array.isArray(access) ? [...new Set(access)].sort((a, b) => a - b) : access
    const changed = listChanged({ name, access: users }, folderBefore)
    if (changed.length === 0) return folderBefore
    if (access !== undefined) await setUsers(tx, ctx, id, access)
    const [folder] = await tx
      .update(folders)
      .set({
        name,
        access: access && (access === 'everyone' ? 'everyone' : 'users'),
        updatedAt: nextUpdate(folders.updatedAt, ctx.now),
      })
      .where(and(eq(folders.tenantId, ctx.tenantId), eq(folders.id, id)))
      .returning()
    await record(tx, ctx, {
      type: 'folder.updated',
      subject: { folder: id },
      data: {
        folder_id: id,
        name: folder!.name,
        ...(changed.includes('name') && { previous_name: before.name }),
        ...(changed.includes('access') && { access }),
        test_mode: ctx.testMode,
      },
    })
    return presentFolder(tx, ctx, folder!)
  })
}
