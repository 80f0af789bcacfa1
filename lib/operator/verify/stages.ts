import { and, asc, eq, gt, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { chainHeads, events } from '#db/schema/audit'
import { documents } from '#db/schema/documents'
import { privacyRequests } from '#db/schema/privacy'
import { processDocuments, signers } from '#db/schema/processes'
import { attachments } from '#db/schema/processes-links'
import { vaultDocuments } from '#db/schema/vault'
import { read } from '#db/tenancy/tenant'
import { findChainFaults } from '#lib/audit/check-chain'
import type { Ctx } from '#lib/core/ctx'
import { getStream } from '#lib/storage/files'
import { findContentFault, findFileFaults, type NamedFile } from './files.ts'
import { findSealFaults } from './seals.ts'

/** A record that is checked; its key is its place in the order. */
export interface Checked {
  key: string
}

/** One kind of records of an organisation. */
export interface Stage<Row extends Checked = Checked> {
  /** What a record is called, with its key. */
  record: string
  /** The records after this key (of all, after an empty one), or the one with it. */
  list(ctx: Ctx, place: { after: string } | { at: string }, limit: number): Promise<Row[]>
  /** What is wrong with it. */
  check(ctx: Ctx, row: Row): Promise<string[]>
}

type RecordsTable = PgTable & { id: PgColumn; tenantId: PgColumn }

const isAtPlace = (id: PgColumn, place: { after: string } | { at: string }) =>
  'after' in place ? gt(id, Number(place.after)) : eq(id, Number(place.at))

/** Records with the hashes of their files, of which the first one has the length `size`. */
function makeFileStage(
  table: RecordsTable,
  record: string,
  { size, ...hashes }: Record<string, PgColumn | SQL>,
  condition?: SQL,
): Stage<Checked & { files: NamedFile[] }> {
  const { id, tenantId } = table
  return {
    record,
    async list(ctx, place, limit) {
      const rows = await read(ctx, (reader) =>
        reader
          .select({ id, size: size ?? sql`null`, ...hashes })
          .from(table as PgTable)
          .where(and(eq(tenantId, ctx.tenantId), isAtPlace(id, place), condition))
          .orderBy(asc(id))
          .limit(limit),
      )
      return rows.map(({ id: key, size: length, ...files }) => ({
        key: String(key),
        files: toFiles(Object.values(files) as (string | null)[], length as number | null),
      }))
    },
    check: ({ tenantId: owner }, { files }) => findFileFaults(owner, files),
  }
}

function toFiles([first, ...others]: (string | null)[], size: number | null): NamedFile[] {
  const otherHashes = new Set(others).difference(new Set([null, first]))
  return [
    ...(first ? [{ sha256: first, size }] : []),
    ...[...otherHashes].map((sha256) => ({ sha256: sha256!, size: null })),
  ]
}

/** The chains of events, in the order of their names. */
const chains: Stage = {
  record: 'chain',
  list(ctx, place, limit) {
    const { tenantId, chain } = chainHeads
    const isPlace = 'after' in place ? gt(chain, place.after) : eq(chain, place.at)
    return read(ctx, (reader) =>
      reader
        .select({ key: chain })
        .from(chainHeads)
        .where(and(eq(tenantId, ctx.tenantId), isPlace))
        .orderBy(asc(chain))
        .limit(limit),
    )
  },
  check: (ctx, { key }) => read(ctx, (reader) => findChainFaults(reader, ctx.tenantId, key)),
}

/** Chains that have events but no head: there are none. */
const headless: Stage = {
  record: 'chain-without-head',
  list(ctx, place, limit) {
    const { tenantId, chain } = events
    const isPlace = 'after' in place ? gt(chain, place.after) : eq(chain, place.at)
    return read(ctx, (reader) => {
      const isHead = and(eq(chainHeads.tenantId, tenantId), eq(chainHeads.chain, chain))
      const head = reader.select({ chain: chainHeads.chain }).from(chainHeads).where(isHead)
      return reader
        .selectDistinct({ key: chain })
        .from(events)
        .where(and(eq(tenantId, ctx.tenantId), isPlace, notExists(head)))
        .orderBy(asc(chain))
        .limit(limit)
    })
  },
  check: async (_, { key }) => [`The chain ${key} has events but no head.`],
}

const getImage = (column: PgColumn) => sql<string | null>`${column} ->> 'imageSha256'`

/** The vault has the file of a sealed document, where it is checked. */
const isInVault = sql`exists (select from ${vaultDocuments} v where v.tenant_id = ${processDocuments.tenantId}
  and v.process_id = ${processDocuments.processId} and v.document_id = ${processDocuments.documentId}
  and v.sha256 = ${processDocuments.currentSha256})`

type VaultRow = Checked & typeof vaultDocuments.$inferSelect

/** Signed documents with their certificates of completion and trails: files, then signatures. */
const vault: Stage<VaultRow> = {
  record: 'vault',
  async list(ctx, place, limit) {
    const { tenantId, id } = vaultDocuments
    const rows = await read(ctx, (reader) =>
      reader
        .select()
        .from(vaultDocuments)
        .where(and(eq(tenantId, ctx.tenantId), isAtPlace(id, place)))
        .orderBy(asc(id))
        .limit(limit),
    )
    return rows.map((row) => ({ ...row, key: String(row.id) }))
  },
  async check(ctx, row) {
    const { sha256, size, certificateSha256, trailSha256, sealedSha256, sealedSize } = row
    const files = toFiles([sha256, certificateSha256, trailSha256], size)
    const faults = await findFileFaults(ctx.tenantId, files)
    if (faults.length > 0) return faults
    // Renewed time stamps are appended to the file as it was first finished.
    const first = { sha256: sealedSha256, size: sealedSize }
    const fault =
      sealedSize && sealedSha256 !== sha256
        ? await findContentFault(first, () => getStream(ctx.tenantId, sha256, { end: sealedSize - 1 }))
        : null
    return [...(fault ? [`Before its renewal: ${fault}`] : []), ...(await findSealFaults(ctx, row))]
  },
}

/** What is checked of each organisation, in this order. */
export const stages = [
  chains,
  headless,
  makeFileStage(
    documents,
    'document',
    {
      size: documents.size,
      sha256: documents.sha256,
      workingSha256: documents.workingSha256,
      sourceSha256: documents.sourceSha256,
    },
    isNull(documents.deletedAt),
  ),
  makeFileStage(
    processDocuments,
    'process-document',
    { size: processDocuments.currentSize, sha256: processDocuments.currentSha256 },
    and(isNull(processDocuments.fileDeletedAt), sql`not ${isInVault}`),
  ),
  makeFileStage(attachments, 'attachment', { size: attachments.size, sha256: attachments.sha256 }),
  makeFileStage(signers, 'signer', {
    signature: getImage(signers.signature),
    initials: getImage(signers.initials),
  }),
  makeFileStage(privacyRequests, 'privacy-request', { sha256: privacyRequests.resultSha256 }),
  vault,
] as Stage[]
