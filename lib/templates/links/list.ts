import { and, asc, count, desc, eq } from 'drizzle-orm'
import { type TemplateLinkRow, templateLinks } from '#db/schema/templates'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import type { CreationQuery } from '#lib/core/shapes'
import { authorize } from '#lib/policy'
import { findTemplate } from '../load.ts'
import type { TemplateRow } from '../present.ts'
import { presentLink } from './present.ts'
import { findLinkProblems } from './problems.ts'
import type { TemplateLinkRecord } from './schema.ts'

/** The links of a template, a page at a time, newest first by default; ended ones too. */
export async function listLinks(ctx: Ctx, templateId: number, query: CreationQuery) {
  authorize(ctx, 'template.read')
  const { page, per_page: perPage, sort } = query
  const direction = sort === 'created_at' ? asc : desc
  return read(ctx, async (reader) => {
    const template = await findTemplate(reader, ctx, templateId)
    const { id } = template
    const [total] = await reader.select({ count: count() }).from(templateLinks).where(isOfTemplate(ctx, id))
    const rows = await reader
      .select()
      .from(templateLinks)
      .where(isOfTemplate(ctx, id))
      .orderBy(direction(templateLinks.createdAt), direction(templateLinks.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    return { items: await presentLinks(reader, ctx, template, rows), total: total!.count, page, perPage }
  })
}

/** One link of a template. */
export async function getLink(ctx: Ctx, templateId: number, linkId: number): Promise<TemplateLinkRecord> {
  authorize(ctx, 'template.read')
  return read(ctx, async (reader) => {
    const template = await findTemplate(reader, ctx, templateId)
    const row = await findLink(reader, ctx, template.id, linkId)
    const [link] = await presentLinks(reader, ctx, template, [row])
    return link!
  })
}

/** Links of a template, with whether somebody can begin by them. */
async function presentLinks(
  reader: Reader,
  ctx: Ctx,
  template: TemplateRow,
  rows: TemplateLinkRow[],
): Promise<TemplateLinkRecord[]> {
  const problems = await findLinkProblems(reader, ctx, template, rows)
  return rows.map((row) => presentLink(row, ctx.now, problems.get(row.id) ?? null))
}

/** @throws AppError `not_found` */
export async function findLink(
  reader: Reader,
  ctx: Ctx,
  templateId: number,
  linkId: number,
): Promise<TemplateLinkRow> {
  const [row] = await reader
    .select()
    .from(templateLinks)
    .where(and(isOfTemplate(ctx, templateId), eq(templateLinks.id, linkId)))
  if (!row) throw notFound()
  return row
}

const isOfTemplate = ({ tenantId }: Ctx, templateId: number) =>
  and(eq(templateLinks.tenantId, tenantId), eq(templateLinks.templateId, templateId))
