import { and, sql } from 'drizzle-orm'
import { findPage } from '#db/lists/search'
import { folders } from '#db/schema/folders'
import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { whereVisibleFolder } from './find.ts'
import { presentFolders } from './present.ts'
import type { FolderQuery } from './schema.ts'

const { createdAt, name } = folders
const columns = { created_at: createdAt, name }

/** The folders that the caller has access to, a page at a time. */
export function listFolders(ctx: Ctx, { search, ...query }: FolderQuery) {
  authorize(ctx, 'folder.read')
  // A tenant has few enough folders to compare each name.
  const hasText = search ? sql`strpos(fold(${name}), fold(${search})) > 0` : undefined
  const filters = and(whereVisibleFolder(ctx), hasText)
  return read(ctx, async (reader) => {
    const { rows, ...page } = await findPage(reader, ctx, folders, {
      ...query,
      columns,
      filters,
      count: () => reader.$count(folders, filters),
    })
    return { items: await presentFolders(reader, ctx, rows), ...page }
  })
}
