import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findDocument } from './find.ts'
import { presentDocuments } from './present.ts'
import type { DocumentReferences } from './references.ts'
import type { DocumentRecord } from './schema.ts'

/** One document. */
export async function getDocument(
  ctx: Ctx,
  id: number,
  references: DocumentReferences[],
): Promise<DocumentRecord> {
  authorize(ctx, 'document.read')
  return read(ctx, async (reader) => {
    const [document] = await presentDocuments(reader, ctx, [await findDocument(reader, ctx, id)], references)
    return document!
  })
}
