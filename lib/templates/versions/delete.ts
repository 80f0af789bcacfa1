import { and, eq } from 'drizzle-orm'
import { templateVersions } from '#db/schema/templates'
import { write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { lockTemplate } from '../load.ts'
import { findVersion } from './list.ts'

/** Deletes an earlier version, so that its documents can be deleted; the processes that came from it stay. */
export function deleteVersion(ctx: Ctx, id: number, number: number): Promise<void> {
  authorize(ctx, 'template.write')
  return write(ctx, async (tx) => {
    await lockTemplate(tx, ctx, id)
    const version = await findVersion(tx, ctx, id, number)
    await tx
      .delete(templateVersions)
      .where(and(eq(templateVersions.tenantId, ctx.tenantId), eq(templateVersions.id, version.id)))
    await record(tx, ctx, {
      type: 'template.version_deleted',
      subject: { template: id },
      data: { template_id: id, version: number, test_mode: ctx.testMode },
    })
  })
}
