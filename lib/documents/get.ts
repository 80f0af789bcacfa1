import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findDocument } from './find.ts'
import { presentDocument } from './present.ts'
import type { DocumentRecord } from './schema.ts'

/** One document. */
export async function getDocument(ctx: Ctx, id: number): Promise<DocumentRecord> {
  authorize(ctx, 'document.read')
  return presentDocument(await read(ctx, (reader) => findDocument(reader, ctx, id)))
}
