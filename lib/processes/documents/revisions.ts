import { and, asc, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { processDocuments } from '#db/schema/processes'
import type { Reader } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'

/** The current revision of one document of a process. */
export type CurrentRevision = Awaited<ReturnType<typeof currentRevisions>>[number]

/** The current revisions of a process's documents, in order. */
export function currentRevisions(reader: Reader, ctx: Pick<Ctx, 'tenantId'>, processId: number) {
  return reader
    .select({
      id: processDocuments.id,
      documentId: processDocuments.documentId,
      name: documents.name,
      revision: processDocuments.revision,
      sha256: processDocuments.currentSha256,
      size: processDocuments.currentSize,
      pageCount: processDocuments.pageCount,
      pages: documents.pages,
      addedPages: processDocuments.addedPages,
      signedBefore: documents.signedBefore,
    })
    .from(processDocuments)
    .innerJoin(documents, eq(documents.id, processDocuments.documentId))
    .where(and(eq(processDocuments.tenantId, ctx.tenantId), eq(processDocuments.processId, processId)))
    .orderBy(asc(processDocuments.position), asc(processDocuments.id))
}
