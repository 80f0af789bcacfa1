import { and } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import { found, ordered } from '#db/search'
import { talliedTotal } from '#db/tallies'
import { read } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { visibleTemplates, wholeTemplates } from './load.ts'
import { presentTemplate } from './present.ts'
import type { TemplateQuery } from './schema.ts'

const columns = {
  created_at: templates.createdAt,
  updated_at: templates.updatedAt,
  name: templates.name,
  usage_count: templates.usageCount,
}

/** The tenant's templates, a page at a time. */
export async function listTemplates(ctx: Ctx, query: TemplateQuery) {
  authorize(ctx, 'template.read')
  const direction = query.sort.startsWith('-') ? 'desc' : 'asc'
  const column = columns[query.sort.replace('-', '') as keyof typeof columns]
  const where = and(visibleTemplates(ctx), found(templates, { text: query.search }))
  return read(ctx, async (reader) => {
    const [total, rows] = await Promise.all([
      query.search ? reader.$count(templates, where) : talliedTotal(reader, ctx, 'templates', 'all'),
      reader
        .select()
        .from(templates)
        .where(where)
        .orderBy(ordered(column, direction), ordered(templates.id, direction))
        .limit(query.per_page)
        .offset((query.page - 1) * query.per_page),
    ])
    const items = (await wholeTemplates(reader, ctx, rows)).map(presentTemplate)
    return { items, total, page: query.page, perPage: query.per_page }
  })
}
