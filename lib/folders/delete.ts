import { and, eq } from 'drizzle-orm'
import { countByFolder } from '#db/lists/counters'
import { folders } from '#db/schema/folders'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { invalidState } from '#lib/core/errors'
import { errorText } from '#lib/messages/errors'
import { authorize } from '#lib/policy'
import { lockFolder } from './find.ts'

/** Deletes a folder that is empty: all users would see records left without it. @throws AppError `invalid_state` */
export function deleteFolder(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'folder.manage')
  return write(ctx, async (tx) => {
    const { name, testMode } = await lockFolder(tx, ctx, id)
    const getCount = await countByFolder(tx, ctx, [id])
    const counts = (['documents', 'processes', 'templates'] as const).flatMap((entity) => {
      const count = getCount(id, entity)
      return count === 0 ? [] : `${entity}: ${count}`
    })
    if (counts.length > 0)
      throw invalidState(errorText('refusals.folderNotEmpty', { counts: counts.join(', ') }), 'not_empty')
    await tx.delete(folders).where(and(eq(folders.tenantId, ctx.tenantId), eq(folders.id, id)))
    await record(tx, ctx, {
      type: 'folder.deleted',
      subject: { folder: id },
      data: { folder_id: id, name, test_mode: testMode },
    })
  })
}
