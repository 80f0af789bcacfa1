import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findTemplate, wholeTemplate } from './load.ts'
import { presentTemplate } from './present.ts'
import type { TemplateRecord } from './schema.ts'

/** One template. */
export async function getTemplate(ctx: Ctx, id: number): Promise<TemplateRecord> {
  authorize(ctx, 'template.read')
  return read(ctx, async (reader) =>
    presentTemplate(await wholeTemplate(reader, ctx, await findTemplate(reader, ctx, id))),
  )
}
