import { templates } from '#db/schema/templates'
import { write } from '#db/tenancy/tenant'
import { firstUpdate } from '#db/updated-at'
import { record } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { copyName } from '#lib/core/text/copy-name'
import { authorize } from '#lib/policy'
import { setDocuments } from './documents.ts'
import { loadWholeTemplate, lockTemplate } from './load.ts'
import { presentTemplate } from './present.ts'
import type { TemplateRecord } from './schema.ts'

/** Copies a template with its documents, roles, fields and options. */
export function duplicateTemplate(ctx: Ctx, id: number): Promise<TemplateRecord> {
  authorize(ctx, 'template.write')
  return write(ctx, async (tx) => {
    // Locked, so that its documents cannot be deleted meanwhile.
    const { template: original, documents } = await loadWholeTemplate(
      tx,
      ctx,
      await lockTemplate(tx, ctx, id),
    )
    const [copy] = await tx
      .insert(templates)
      .values({
        tenantId: ctx.tenantId,
        name: copyName(original.name),
        description: original.description,
        roles: original.roles,
        fields: original.fields,
        lastFieldId: original.lastFieldId,
        options: original.options,
        folderId: original.folderId,
        testMode: ctx.testMode,
        ...createdBy(ctx),
        createdAt: ctx.now,
        updatedAt: firstUpdate(ctx.now),
      })
      .returning()
    const documentInputs = documents.map((document) => ({
      id: document.documentId,
      order: document.position,
    }))
    await setDocuments(tx, ctx, copy!.id, documentInputs)
    await record(tx, ctx, {
      type: 'template.created',
      subject: { template: copy!.id },
      data: { template_id: copy!.id, copy_of: id, name: copy!.name, test_mode: ctx.testMode },
    })
    return presentTemplate(await loadWholeTemplate(tx, ctx, copy!))
  })
}
