import { createHash } from 'node:crypto'
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
import { StorageError } from '#lib/storage/format'
import { findSealFaults } from './seals.ts'

/** A record that is checked; its key is its place in the order. */
export interface Checked {
  key: string
}

/** One kind of records of an organisation. */
export interface Stage<Row extends Checked = Checked> {
  /** What a record is called, with its key. */
  record: string
  /** The records after this key, or the one with it. */
  list(ctx: Ctx, place: { after: string } | { at: string }, limit: number): Promise<Row[]>
  /** What is wrong with it. */
  check(ctx: Ctx, row: Row): Promise<string[]>
}

type RecordsTable = PgTable & { id: PgColumn; tenantId: PgColumn }
type FileRow = Checked & { hashes: (string | null)[] }

/** Records with the hashes of their files. */
function filesOf(
  table: RecordsTable,
  record: string,
  hashes: Record<string, PgColumn | SQL>,
  condition?: SQL,
): Stage<FileRow> {
  const { id, tenantId } = table
  return {
    record,
    async list(ctx, place, limit) {
      const isPlace = 'after' in place ? gt(id, Number(place.after)) : eq(id, Number(place.at))
      const rows = await read(ctx, (reader) =>
        reader
          .select({ id, ...hashes })
          .from(table as PgTable)
          .where(and(eq(tenantId, ctx.tenantId), isPlace, condition))
          .orderBy(asc(id))
          .limit(limit),
      )
      return rows.map(({ id: key, ...files }) => ({
        key: String(key),
        hashes: Object.values(files) as (string | null)[],
      }))
    },
    check: (ctx, { hashes: wanted }) => findFileFaults(ctx, wanted),
  }
}

/** The files of these hashes that are missing, damaged or others. */
export async function findFileFaults({ tenantId }: Ctx, hashes: (string | null)[]): Promise<string[]> {
  const faults: string[] = []
  for (const sha256 of new Set(hashes))
    if (sha256) faults.push(...(await findContentFault(sha256, () => getStream(tenantId, sha256))))
  return faults
}

/** Whether the bytes have this hash. */
export async function findContentFault(
  sha256: string,
  open: () => AsyncIterable<Buffer>,
): Promise<string[]> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of open()) hash.update(chunk)
  } catch (error) {
    if (error instanceof StorageError) return [error.message]
    // A disk may be unable to read some files; where the store does not answer at all, nothing is known.
    if ((error as NodeJS.ErrnoException).code === 'EIO') return [`The stored file ${sha256} cannot be read.`]
    throw error
  }
  const found = hash.digest('hex')
  return found === sha256 ? [] : [`The bytes of the stored file ${sha256} have the hash ${found}.`]
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
  check: (ctx, { key }) => read(ctx, (reader) => findChainFaults(reader, ctx, key)),
}

/** Chains that have events but no head: there are none. */
const headless: Stage = {
  record: 'headless-chain',
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

const imageOf = (column: PgColumn) => sql<string | null>`${column} ->> 'imageSha256'`

type VaultRow = Checked & typeof vaultDocuments.$inferSelect

/** Signed documents with their certificates of completion and trails: files, then signatures. */
const vault: Stage<VaultRow> = {
  record: 'vault',
  async list(ctx, place, limit) {
    const { tenantId, id } = vaultDocuments
    const isPlace = 'after' in place ? gt(id, Number(place.after)) : eq(id, Number(place.at))
    const rows = await read(ctx, (reader) =>
      reader
        .select()
        .from(vaultDocuments)
        .where(and(eq(tenantId, ctx.tenantId), isPlace))
        .orderBy(asc(id))
        .limit(limit),
    )
    return rows.map((row) => ({ ...row, key: String(row.id) }))
  },
  async check(ctx, row) {
    const { sha256, certificateSha256, trailSha256, sealedSha256, sealedSize } = row
    const faults = await findFileFaults(ctx, [sha256, certificateSha256, trailSha256])
    if (faults.length > 0) return faults
    if (sealedSize && sealedSha256 !== sha256)
      faults.push(
        ...(await findContentFault(sealedSha256, () =>
          getStream(ctx.tenantId, sha256, { end: sealedSize - 1 }),
        )),
      )
    return [...faults, ...(await findSealFaults(ctx, row))]
  },
}

/** What is checked of each organisation, in this order. */
export const stages = [
  chains,
  headless,
  filesOf(
    documents,
    'document',
    {
      sha256: documents.sha256,
      workingSha256: documents.workingSha256,
      sourceSha256: documents.sourceSha256,
    },
    isNull(documents.deletedAt),
  ),
  filesOf(
    processDocuments,
    'process-document',
    { sha256: processDocuments.currentSha256 },
    isNull(processDocuments.fileDeletedAt),
  ),
  filesOf(attachments, 'attachment', { sha256: attachments.sha256 }),
  filesOf(signers, 'signer', { signature: imageOf(signers.signature), initials: imageOf(signers.initials) }),
  filesOf(privacyRequests, 'privacy-request', { sha256: privacyRequests.resultSha256 }),
  vault,
] as Stage[]
