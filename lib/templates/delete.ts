import { and, eq, isNull } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { templateLinks, templates } from '#db/schema/templates'
import { inScope, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { assertVersion } from '#lib/core/precondition'
import { authorize } from '#lib/policy'
import { nextUpdatedAt } from '#lib/processes/load'
import { recordLinkEnded } from './links/end.ts'
import { lockTemplate } from './load.ts'
import { getEtag } from './present.ts'

/**
 * Deletes a template, which ends its links; its documents and the processes made from it stay.
 * @throws AppError `precondition_failed` if it no longer has the version `ifMatch`
 */
export function deleteTemplate(ctx: Ctx, id: number, ifMatch: string | null = null): Promise<void> {
  authorize(ctx, 'template.write')
  const remove = async (tx: Tx) => {
    const template = await lockTemplate(tx, ctx, id)
    assertVersion(ifMatch, getEtag(template))
    await inScope(tx, { own: ctx, other: { tenantId: ctx.tenantId } }, (tx) =>
      tx
        .update(processes)
        .set({ templateId: null, updatedAt: nextUpdatedAt(ctx) })
        .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.templateId, id))),
    )
    const links = await tx
      .select()
      .from(templateLinks)
      .where(
        and(
          eq(templateLinks.tenantId, ctx.tenantId),
          eq(templateLinks.templateId, id),
          isNull(templateLinks.endedAt),
        ),
      )
    for (const link of links) await recordLinkEnded(tx, ctx, link)
    await tx.delete(templates).where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, id)))
    await record(tx, ctx, {
      type: 'template.deleted',
      subject: { template: id },
      data: { template_id: id, name: template.name, test_mode: template.testMode },
    })
  }
  return write(ctx, remove, { deadlockRetries: 5 })
}
