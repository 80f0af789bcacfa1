import { and, count, desc, eq } from 'drizzle-orm'
import { type TemplateLinkRow, templateLinks } from '#db/schema/templates'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { findTemplate } from '../load.ts'
import { presentLink } from './present.ts'
import type { TemplateLinkRecord } from './schema.ts'

/** The links of a template, a page at a time, newest first; ended ones too. */
export async function listLinks(ctx: Ctx, templateId: number, paging: { page: number; per_page: number }) {
  authorize(ctx, 'template.read')
  const { page, per_page: perPage } = paging
  return read(ctx, async (reader) => {
    const { id } = await findTemplate(reader, ctx, templateId)
    const [total] = await reader.select({ count: count() }).from(templateLinks).where(isOfTemplate(ctx, id))
    const rows = await reader
      .select()
      .from(templateLinks)
      .where(isOfTemplate(ctx, id))
      .orderBy(desc(templateLinks.id))
      .limit(perPage)
      .offset((page - 1) * perPage)
    return { items: rows.map((row) => presentLink(row, ctx.now)), total: total!.count, page, perPage }
  })
}

/** One link of a template. */
export async function getLink(ctx: Ctx, templateId: number, linkId: number): Promise<TemplateLinkRecord> {
  authorize(ctx, 'template.read')
  return read(ctx, async (reader) => {
    const { id } = await findTemplate(reader, ctx, templateId)
    return presentLink(await findLink(reader, ctx, id, linkId), ctx.now)
  })
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
