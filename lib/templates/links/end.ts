import { and, eq } from 'drizzle-orm'
import { type TemplateLinkRow, templateLinks } from '#db/schema/templates'
import { type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { notFound } from '#lib/core/errors'
import { authorize } from '#lib/policy'
import { lockTemplate } from '../load.ts'
import { findLink } from './list.ts'

/** Ends a link: no new process is made by it. Those that were made go on, and their visitors still find them. */
export function endLink(ctx: Ctx, templateId: number, linkId: number): Promise<void> {
  authorize(ctx, 'template.write')
  return write(ctx, async (tx) => {
    await lockTemplate(tx, ctx, templateId)
    const link = await findLink(tx, ctx, templateId, linkId)
    if (link.endedAt) throw notFound()
    await tx
      .update(templateLinks)
      .set({ endedAt: ctx.now })
      .where(and(eq(templateLinks.tenantId, ctx.tenantId), eq(templateLinks.id, linkId)))
    await recordLinkEnded(tx, ctx, link)
  })
}

/** Records that a link was ended. */
export function recordLinkEnded(
  tx: Tx,
  ctx: Ctx,
  { id, templateId, uses, testMode }: Pick<TemplateLinkRow, 'id' | 'templateId' | 'uses' | 'testMode'>,
) {
  return record(tx, ctx, {
    type: 'template.link_ended',
    subject: { template: templateId },
    data: { template_id: templateId, link_id: id, uses, test_mode: testMode },
  })
}
