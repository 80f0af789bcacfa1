import { and, eq } from 'drizzle-orm'
import { countTotal } from '#db/lists/counters'
import { findPage } from '#db/lists/search'
import { templates } from '#db/schema/templates'
import { whereInFolder } from '#db/tenancy/folders'
import { readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { loadWholeTemplates } from './load.ts'
import { presentTemplate } from './present.ts'
import type { TemplateQuery } from './schema.ts'

const { createdAt, updatedAt, name, usageCount, testMode, folderId } = templates
const columns = { created_at: createdAt, updated_at: updatedAt, name, usage_count: usageCount }

/** The tenant's templates, a page at a time. */
export async function listTemplates(ctx: Ctx, query: TemplateQuery) {
  authorize(ctx, 'template.read')
  return readList(ctx, async (reader) => {
    const { rows, ...page } = await findPage(reader, ctx, templates, {
      ...query,
      text: query.search,
      columns,
      filters: and(eq(testMode, ctx.testMode), whereInFolder(folderId, query.folder_id)),
      count: () => countTotal(reader, ctx, 'templates', 'all', { folder: query.folder_id }),
    })
    const items = (await loadWholeTemplates(reader, ctx, rows)).map(presentTemplate)
    return { items, ...page }
  })
}
