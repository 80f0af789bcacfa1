import { and, count, desc, eq, inArray } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { templateDocuments, templateVersions } from '#db/schema/templates'
import { inScope, type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { findTemplate, loadWholeTemplate, selectDocuments } from '../load.ts'
import { presentContents, type TemplateDocument } from '../present.ts'
import type { TemplateVersionRecord } from '../schema.ts'

type VersionRow = typeof templateVersions.$inferSelect

/** The versions of a template, a page at a time: the current one, then the earlier ones, newest first. */
export async function listVersions(ctx: Ctx, id: number, paging: { page: number; per_page: number }) {
  authorize(ctx, 'template.read')
  const { page, per_page: perPage } = paging
  return read(ctx, async (reader) => {
    const template = await findTemplate(reader, ctx, id)
    const whereOfTemplate = and(
      eq(templateVersions.tenantId, ctx.tenantId),
      eq(templateVersions.templateId, id),
    )
    const [earlier] = await reader.select({ count: count() }).from(templateVersions).where(whereOfTemplate)
    const rows = await reader
      .select()
      .from(templateVersions)
      .where(whereOfTemplate)
      .orderBy(desc(templateVersions.number))
      .limit(page === 1 ? perPage - 1 : perPage)
      .offset(page === 1 ? 0 : (page - 1) * perPage - 1)
    const uses = await countUses(reader, ctx, id)
    const documentsByVersion = await loadDocuments(reader, ctx, rows)
    const items: TemplateVersionRecord[] = rows.map((row) => ({
      version: row.number,
      current: false,
      ...presentContents(row, documentsByVersion.get(row.id) ?? []),
      usage_count: uses.get(row.number) ?? 0,
      updated_at: row.updatedAt.toISOString(),
    }))
    if (page === 1) {
      const { documents: currentDocuments } = await loadWholeTemplate(reader, ctx, template)
      items.unshift({
        version: template.versionNumber,
        current: true,
        ...presentContents(template, currentDocuments),
        usage_count: uses.get(template.versionNumber) ?? 0,
        updated_at: template.updatedAt.toISOString(),
      })
    }
    return { items, total: earlier!.count + 1, page, perPage }
  })
}

/** An earlier version of a template that the caller may see. @throws AppError `not_found` */
export async function findVersion(
  reader: Reader,
  ctx: Ctx,
  templateId: number,
  number: number,
): Promise<VersionRow> {
  const [row] = await reader
    .select()
    .from(templateVersions)
    .where(
      and(
        eq(templateVersions.tenantId, ctx.tenantId),
        eq(templateVersions.templateId, templateId),
        eq(templateVersions.number, number),
      ),
    )
  if (!row) throw notFound()
  return row
}

/** How many processes came from each version, by its number, in whichever folders they are. */
async function countUses(reader: Reader, ctx: Ctx, templateId: number): Promise<Map<number | null, number>> {
  const rows = await inScope(reader, { own: ctx, other: { tenantId: ctx.tenantId } }, (reader) =>
    reader
      .select({ version: processes.templateVersion, count: count() })
      .from(processes)
      .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.templateId, templateId)))
      .groupBy(processes.templateVersion),
  )
  return new Map(rows.map((row) => [row.version, row.count]))
}

/** The documents of earlier versions in their order, by the id of the version. */
export async function loadDocuments(
  reader: Reader,
  ctx: Ctx,
  versions: Pick<VersionRow, 'id'>[],
): Promise<Map<number | null, TemplateDocument[]>> {
  if (versions.length === 0) return new Map()
  const ids = versions.map(({ id }) => id)
  const rows = await selectDocuments(reader, ctx, inArray(templateDocuments.versionId, ids))
  return Map.groupBy(rows, ({ versionId }) => versionId)
}
