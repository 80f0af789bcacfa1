import { and, eq, isNull } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { templateDocuments, templateVersions } from '#db/schema/templates'
import { inScope, type Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { TemplateRow } from '../present.ts'

/**
 * Keeps the current version of a locked template if processes came from it, in whichever folder they are.
 * @returns the number of the version that the change belongs to
 */
export async function keepIfUsed(tx: Tx, ctx: Ctx, template: TemplateRow): Promise<number> {
  const [used] = await inScope(tx, { own: ctx, other: { tenantId: ctx.tenantId } }, (tx) =>
    tx
      .select({ id: processes.id })
      .from(processes)
      .where(
        and(
          eq(processes.tenantId, ctx.tenantId),
          eq(processes.templateId, template.id),
          eq(processes.templateVersion, template.versionNumber),
        ),
      )
      .limit(1),
  )
  return used ? keepVersion(tx, ctx, template) : template.versionNumber
}

/** Keeps the current version of a locked template. @returns the number of the next one */
export async function keepVersion(tx: Tx, ctx: Ctx, template: TemplateRow): Promise<number> {
  const { name, description, roles, fields, options, updatedAt, versionNumber: number } = template
  const [version] = await tx
    .insert(templateVersions)
    .values({
      ...{ tenantId: ctx.tenantId, templateId: template.id, number },
      ...{ name, description, roles, fields, options, updatedAt },
    })
    .returning({ id: templateVersions.id })
  const documents = await tx
    .select({ documentId: templateDocuments.documentId, position: templateDocuments.position })
    .from(templateDocuments)
    .where(
      and(
        eq(templateDocuments.tenantId, ctx.tenantId),
        eq(templateDocuments.templateId, template.id),
        isNull(templateDocuments.versionId),
      ),
    )
    .orderBy(templateDocuments.id)
  if (documents.length > 0)
    await tx.insert(templateDocuments).values(
      documents.map((document) => ({
        ...{ tenantId: ctx.tenantId, templateId: template.id, versionId: version!.id },
        ...document,
      })),
    )
  return number + 1
}
