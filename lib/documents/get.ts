import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findDocumentAnd } from './find.ts'
import { presentDocument, sentSql } from './present.ts'
import type { DocumentReferences } from './references.ts'
import type { DocumentRecord } from './schema.ts'

/** One document. */
export async function getDocument(
  ctx: Ctx,
  id: number,
  references: DocumentReferences[],
): Promise<DocumentRecord> {
  authorize(ctx, 'document.read')
  const { row, parts } = await read(ctx, (reader) => findDocumentAnd(reader, ctx, id, sentSql(references)))
  return presentDocument(row, parts === true)
}
