import { and, eq, inArray, isNull } from 'drizzle-orm'
import { countTotal } from '#db/lists/counters'
import { findPage, hasFilter } from '#db/lists/search'
import { documents } from '#db/schema/documents'
import { whereInFolder } from '#db/tenancy/folders'
import { type Reader, readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { presentDocument } from './present.ts'
import type { DocumentQuery } from './schema.ts'

const { createdAt, name, size, testMode, deletedAt, status, folderId } = documents
const columns = { created_at: createdAt, name, size }

/** The tenant's documents, a page at a time. */
export async function listDocuments(ctx: Ctx, query: DocumentQuery) {
  authorize(ctx, 'document.read')
  const readPage = async (reader: Reader) => {
    const { rows, ...page } = await findPage(reader, ctx, documents, {
      ...query,
      text: query.search,
      columns,
      filters: and(
        eq(testMode, ctx.testMode),
        isNull(deletedAt),
        query.status && inArray(status, query.status),
        whereInFolder(folderId, query.folder_id),
      ),
      count: () =>
        countTotal(reader, ctx, 'documents', 'status', { among: query.status, folder: query.folder_id }),
    })
    return { items: rows.map(presentDocument), ...page }
  }
  return readList(ctx, readPage, { filtered: hasFilter(query) })
}
