import { and, eq, sql } from 'drizzle-orm'
import { type LinkVisitRow, linkVisits, type TemplateLinkRow, templateLinks } from '#db/schema/templates'
import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { lockProcess } from '#lib/processes/load'
import { lockTemplate } from '../load.ts'
import { deleteUse } from '../use.ts'

/**
 * Deletes the draft of a visit, which then counts neither as a use of the template nor of the link.
 * @returns false for one that was sent or discarded meanwhile
 */
export async function discardVisitDraft(
  tx: Tx,
  job: Ctx,
  link: TemplateLinkRow,
  { id, processId }: Pick<LinkVisitRow, 'id' | 'processId'>,
): Promise<boolean> {
  if (processId === null) return false
  await lockTemplate(tx, job, link.templateId)
  const [row] = await tx
    .select({ processId: linkVisits.processId })
    .from(linkVisits)
    .where(and(eq(linkVisits.tenantId, job.tenantId), eq(linkVisits.id, id)))
    .for('update')
  if (row?.processId !== processId) return false
  const process = await lockProcess(tx, job, processId)
  if (process.status !== 'draft') return false
  await deleteUse(tx, job, process.id)
  await tx
    .update(templateLinks)
    .set({ uses: sql`${templateLinks.uses} - 1` })
    .where(and(eq(templateLinks.tenantId, job.tenantId), eq(templateLinks.id, link.id)))
  return true
}
