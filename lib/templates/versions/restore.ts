import { and, eq } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import { write } from '#db/tenancy/tenant'
import { nextUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import type { Ctx } from '#lib/core/ctx'
import { assertVersion } from '#lib/core/precondition'
import { authorize } from '#lib/policy'
import { setDocuments } from '../documents.ts'
import { loadWholeTemplate, lockTemplate } from '../load.ts'
import { getEtag, presentVersioned, type VersionedTemplate } from '../present.ts'
import { keepVersion } from './keep.ts'
import { findVersion, loadDocuments } from './list.ts'

/**
 * Makes a new version of a template with the contents of an earlier one, if the template still has the ETag in
 * `ifMatch`. The current version is kept, so that nothing is lost.
 */
export function restoreVersion(
  ctx: Ctx,
  id: number,
  number: number,
  ifMatch: string | null,
): Promise<VersionedTemplate> {
  authorize(ctx, 'template.write')
  return write(ctx, async (tx) => {
    const current = await lockTemplate(tx, ctx, id)
    assertVersion(ifMatch, getEtag(current))
    const earlier = await findVersion(tx, ctx, id, number)
    const documents = (await loadDocuments(tx, ctx, [earlier])).get(earlier.id) ?? []
    const versionNumber = await keepVersion(tx, ctx, current)
    await setDocuments(
      tx,
      ctx,
      id,
      documents.map(({ documentId, position }) => ({ id: documentId, order: position })),
    )
    const { name, description, roles, fields, options } = earlier
    const [restored] = await tx
      .update(templates)
      .set({
        ...{ name, description, roles, fields, options, versionNumber },
        changeCount: current.changeCount + 1,
        updatedAt: nextUpdate(templates.updatedAt, ctx.now),
      })
      .where(and(eq(templates.tenantId, ctx.tenantId), eq(templates.id, id)))
      .returning()
    await record(tx, ctx, {
      type: 'template.restored',
      subject: { template: id },
      data: {
        template_id: id,
        version: versionNumber,
        restored_version: number,
        test_mode: ctx.testMode,
      },
    })
    return presentVersioned(await loadWholeTemplate(tx, ctx, restored!))
  })
}
