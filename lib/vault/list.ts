import { and, eq, gte, lte, type SQL } from 'drizzle-orm'
import { findPage, hasFilter, whereBetween } from '#db/lists/search'
import { signers } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { whereInFolder } from '#db/tenancy/folders'
import { type Reader, readList } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { authorize } from '#lib/policy'
import { countVaultDocuments } from './count.ts'
import { holdCondition, whereStatus, whereVisibleVault, whereVoided } from './find.ts'
import { sourceSql, toVaultRecords } from './records.ts'
import type { VaultQuery } from './schema.ts'

const { signedAt, name, size, testMode, folderId, processId } = vaultDocuments
// A document enters the vault when it is signed.
const columns = { created_at: signedAt, signed_at: signedAt, name, size }

/** The documents in the vault, a page at a time; archived ones only if the query asks for them. */
export async function listVaultDocuments(ctx: Ctx, query: VaultQuery) {
  authorize(ctx, 'vault.read')
  const readPage = async (reader: Reader) => {
    const { rows, parts, ...page } = await findPage(reader, ctx, vaultDocuments, {
      ...query,
      text: query.search,
      parts: sourceSql,
      columns,
      filters: and(
        eq(testMode, ctx.testMode),
        whereStatus(query.status, ctx.now),
        whereInFolder(folderId, query.folder_id),
        whereBetween(signedAt, query.date_from, query.date_to),
        holdCondition(query.legal_hold),
        whereVoided(reader, ctx, query.voided),
        query.min_size === undefined ? undefined : gte(size, query.min_size),
        query.max_size === undefined ? undefined : lte(size, query.max_size),
      ),
      withMember: query.signer ? filterBySigned(query.signer) : undefined,
      uncounted: query.min_size !== undefined || query.max_size !== undefined,
      count: () => countListed(reader, ctx, query),
    })
    return { items: toVaultRecords(ctx, rows, parts), ...page }
  }
  return readList(ctx, readPage, { filtered: hasFilter(query) })
}

/** The filter by the people of the process who signed. */
function filterBySigned(text: string) {
  return {
    table: signers,
    parent: signers.processId,
    column: processId,
    text,
    filter: eq(signers.status, 'signed'),
  }
}

/** The few documents that are under legal hold or void are counted in the table, the others by the counters. */
async function countListed(reader: Reader, ctx: Ctx, query: VaultQuery): Promise<number> {
  const { status, date_from, date_to, legal_hold, voided } = query
  const countInTable = (...conditions: (SQL | undefined)[]) =>
    reader.$count(
      vaultDocuments,
      and(
        whereVisibleVault(ctx),
        whereInFolder(folderId, query.folder_id),
        whereStatus(status, ctx.now),
        whereBetween(signedAt, date_from, date_to),
        ...conditions,
      ),
    )
  if (legal_hold || voided) {
    return countInTable(holdCondition(legal_hold), whereVoided(reader, ctx, voided))
  }
  const total = await countVaultDocuments(reader, ctx, status, query)
  const onHold = legal_hold === false ? await countInTable(holdCondition(true)) : 0
  if (voided === undefined) return total - onHold
  const otherVoided = await countInTable(whereVoided(reader, ctx, true), holdCondition(legal_hold))
  return total - onHold - otherVoided
}
