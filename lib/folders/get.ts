import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findFolder } from './find.ts'
import { presentFolder } from './present.ts'
import type { FolderRecord } from './schema.ts'

/** One folder. */
export function getFolder(ctx: Ctx, id: number): Promise<FolderRecord> {
  authorize(ctx, 'folder.read')
  return read(ctx, async (reader) => presentFolder(reader, ctx, await findFolder(reader, ctx, id)))
}
