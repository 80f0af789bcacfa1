import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { processDocuments } from '#db/schema/processes'
import { type Reader, read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { findVaultDocument } from './find.ts'
import type { VaultRow } from './present.ts'
import { toVaultRecord } from './records.ts'
import type { VaultDetailRecord } from './schema.ts'

/** One vault document. */
export async function getVaultDocument(ctx: Ctx, id: number): Promise<VaultDetailRecord> {
  authorize(ctx, 'vault.read')
  return read(ctx, async (reader) => {
    const row = await findVaultDocument(reader, ctx, id)
    return { ...(await toVaultRecord(reader, ctx, row)), ...(await findPages(reader, ctx, row)) }
  })
}

/** The pages of the signed PDF, appended ones included. */
async function findPages(reader: Reader, { tenantId }: Ctx, { processId, documentId }: VaultRow) {
  const [source] = await reader
    .select({ pages: documents.pages, addedPages: processDocuments.addedPages })
    .from(processDocuments)
    .innerJoin(documents, eq(documents.id, processDocuments.documentId))
    .where(
      and(
        eq(processDocuments.tenantId, tenantId),
        eq(processDocuments.processId, processId),
        eq(processDocuments.documentId, documentId),
      ),
    )
  const pages = source ? [...source.pages, ...source.addedPages] : []
  return {
    pages: pages.map(({ number, width, height, rotation }) => ({ number, width, height, rotation })),
  }
}
