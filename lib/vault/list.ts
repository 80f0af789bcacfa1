import { and, eq } from 'drizzle-orm'
import { inFolder } from '#db/folders'
import { vaultDocuments } from '#db/schema/vault'
import { between, findPage } from '#db/search'
import { readList } from '#db/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { countOf } from './count.ts'
import { statusCondition } from './find.ts'
import { presentVaultDocument } from './present.ts'
import type { VaultQuery } from './schema.ts'

const { signedAt, name, size, testMode, folderId } = vaultDocuments
// It is kept in the moment in which it is signed.
const columns = { created_at: signedAt, signed_at: signedAt, name, size }

/** The kept documents, a page at a time; archived ones only when asked for. */
export async function listVaultDocuments(ctx: Ctx, query: VaultQuery) {
  authorize(ctx, 'vault.read')
  return readList(ctx, async (reader) => {
    const { rows, ...page } = await findPage(reader, ctx, vaultDocuments, {
      ...query,
      text: query.search,
      columns,
      filters: and(
        eq(testMode, ctx.testMode),
        statusCondition(query.status, ctx.now),
        inFolder(folderId, query.folder_id),
        between(signedAt, query.date_from, query.date_to),
      ),
      count: () => countOf(reader, ctx, query.status, query),
    })
    return { items: rows.map((row) => presentVaultDocument(row, ctx.now)), ...page }
  })
}
