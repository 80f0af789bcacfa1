import { documents } from '#db/schema/documents'
import type { Tx } from '#db/tenancy/tenant'
import { recordFirst } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { sha256Hex } from '#lib/core/ids'
import { settleAll } from '#lib/core/runtime/promises'
import type { AcceptedFile } from '#lib/pdf/check/check'
import { putBytes } from '#lib/storage/files'
import { putPicture } from '#lib/storage/pictures'
import { type DocumentRow, isRepaired } from '../present.ts'
import type { StagedUpload } from './convert.ts'
import { cleanFilename, documentName } from './names.ts'

/** A file as the check accepts it, with the name and the folder of its document. */
export type CheckedUpload = Omit<AcceptedFile, 'ok'> & { name: string | undefined; folderId: number | null }

/** The stored files of a document. */
export function listHashes(file: StagedUpload, { repaired }: Pick<CheckedUpload, 'repaired'>): string[] {
  return [...new Set([file.sha256, workingHash(file, repaired), file.source?.sha256 ?? file.sha256])]
}

function workingHash({ sha256 }: StagedUpload, repaired: Uint8Array | null): string {
  return repaired ? sha256Hex(repaired) : sha256
}

/** Stores the bytes of a checked file; `recordDocument` writes the record, as in `storeFiles`. */
export async function putDocument(
  { tenantId }: Pick<Ctx, 'tenantId'>,
  file: StagedUpload,
  { repaired }: Pick<CheckedUpload, 'repaired'>,
): Promise<void> {
  // Wait for all writes, even if one fails: none may continue after the files are removed.
  await settleAll([
    file.commit(),
    file.source?.commit(),
    repaired && putBytes(tenantId, repaired),
    file.thumbnail && putPicture(tenantId, workingHash(file, repaired), 'thumbnail', file.thumbnail),
  ])
}

/** Writes the record of a checked file and the event; the caller reserves the quota. */
export async function recordDocument(
  tx: Tx,
  ctx: Ctx,
  file: StagedUpload,
  { name, folderId, pages, signed, repaired, ...facts }: CheckedUpload,
): Promise<DocumentRow> {
  const { filename, sha256, size, convertedFrom, placeholders, source } = file
  const originalFilename = cleanFilename(filename)
  const [row] = await tx
    .insert(documents)
    .values({
      tenantId: ctx.tenantId,
      name: name || documentName(originalFilename),
      originalFilename,
      mimeType: 'application/pdf',
      size,
      sha256,
      workingSha256: workingHash(file, repaired),
      workingSize: repaired?.length ?? size,
      ...facts,
      repaired: repaired !== null,
      signedBefore: signed,
      placeholders: placeholders ?? null,
      sourceSha256: source?.sha256 ?? null,
      sourceSize: source?.size ?? null,
      pageCount: pages.length,
      pages,
      status: 'uploaded',
      folderId,
      testMode: ctx.testMode,
      ...createdBy(ctx),
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning()
  await recordFirst(tx, ctx, {
    type: 'document.uploaded',
    subject: { document: row!.id },
    data: {
      document_id: row!.id,
      name: row!.name,
      sha256: row!.sha256,
      size: row!.size,
      page_count: row!.pageCount,
      repaired: isRepaired(row!),
      test_mode: row!.testMode,
      ...(convertedFrom && { converted_from: convertedFrom }),
    },
  })
  return row!
}
