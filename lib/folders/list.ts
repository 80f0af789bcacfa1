import { eq } from 'drizzle-orm'
import { folders } from '#db/schema/folders'
import { findPage } from '#db/search'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { visibleFolders } from './find.ts'
import { presentFolders } from './present.ts'
import type { FolderQuery } from './schema.ts'

const { createdAt, name, testMode } = folders
const columns = { created_at: createdAt, name }

/** The folders that the caller has access to, a page at a time. */
export function listFolders(ctx: Ctx, query: FolderQuery) {
  authorize(ctx, 'folder.read')
  return read(ctx, async (reader) => {
    const { rows, ...page } = await findPage(reader, ctx, folders, {
      ...query,
      columns,
      filters: eq(testMode, ctx.testMode),
      count: () => reader.$count(folders, visibleFolders(ctx)),
    })
    return { items: await presentFolders(reader, ctx, rows), ...page }
  })
}
