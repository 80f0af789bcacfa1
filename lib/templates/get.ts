import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findTemplate, loadWholeTemplate } from './load.ts'
import { presentVersioned, type VersionedTemplate } from './present.ts'

/** One template. */
export async function getTemplate(ctx: Ctx, id: number): Promise<VersionedTemplate> {
  authorize(ctx, 'template.read')
  return read(ctx, async (reader) =>
    presentVersioned(await loadWholeTemplate(reader, ctx, await findTemplate(reader, ctx, id))),
  )
}
