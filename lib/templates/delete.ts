import { and, eq } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { templates } from '#db/schema/templates'
import { inScope, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { lockTemplate } from './load.ts'

/** Deletes a template; its documents and the processes made from it stay. */
export function deleteTemplate(ctx: Ctx, id: number): Promise<void> {
  authorize(ctx, 'template.write')
  const remove = async (tx: Tx) => {
    const template = await lockTemplate(tx, ctx, id)
    await inScope(tx, { own: ctx, other: { tenantId: ctx.tenantId } }, (tx) =>
      tx
        .update(processes)
        .set({ templateId: null })
        .where(and(eq(processes.tenantId, ctx.tenantId), eq(processes.templateId, id))),
    )
    await tx.delete(templates).where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, id)))
    await record(tx, ctx, {
      type: 'template.deleted',
      subject: { template: id },
      data: { template_id: id, name: template.name, test_mode: template.testMode },
    })
  }
  return write(ctx, remove, { deadlockRetries: 5 })
}
