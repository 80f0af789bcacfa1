import { createHash } from 'node:crypto'
import { logFailure } from '#db/connection/unavailable'
import { documents } from '#db/schema/documents'
import { type Tx, write } from '#db/tenancy/tenant'
import { recordFirst } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { settleAll } from '#lib/core/runtime/promises'
import type { AcceptedFile } from '#lib/pdf/check/check'
import { putBytes } from '#lib/storage/files'
import { putPicture } from '#lib/storage/pictures'
import { type DocumentRow, isRepaired } from '../present.ts'
import { enqueuePurge, lockFile } from '../purge.ts'
import type { StagedUpload } from './convert.ts'
import { cleanFilename, documentName } from './names.ts'

/** A file as the check accepts it, with the name and the folder of its document. */
export type CheckedUpload = Omit<AcceptedFile, 'ok'> & { name: string | undefined; folderId: number | null }

/** The stored files of a document, in a fixed order, so that two uploads of the same bytes cannot deadlock. */
export function listHashes(file: StagedUpload, { repaired }: Pick<CheckedUpload, 'repaired'>): string[] {
  return [...new Set([file.sha256, workingHash(file, repaired), file.source?.sha256 ?? file.sha256])].sort()
}

function workingHash({ sha256 }: StagedUpload, repaired: Uint8Array | null): string {
  return repaired ? createHash('sha256').update(repaired).digest('hex') : sha256
}

/** Stores the bytes of a checked file, and writes the record and the event; the caller reserves the quota. */
export async function storeDocument(
  tx: Tx,
  ctx: Ctx,
  file: StagedUpload,
  checked: CheckedUpload,
): Promise<DocumentRow> {
  const { repaired } = checked
  const workingSha256 = workingHash(file, repaired)
  for (const hash of listHashes(file, checked)) await lockFile(tx, ctx, hash)
  // Wait for all writes, even if one fails: none may continue after the lock is released.
  const [row] = await settleAll([
    writeRecord(tx, ctx, file, { ...checked, sha256: file.sha256, workingSha256 }),
    file.commit(),
    file.source?.commit(),
    repaired && putBytes(ctx.tenantId, repaired),
    file.thumbnail && putPicture(ctx.tenantId, workingSha256, 'thumbnail', file.thumbnail),
  ])
  return row
}

/** Removes files that may have been stored before writing the record failed. */
export async function removeStored(tenantId: number, hashes: string[]): Promise<void> {
  await write({ tenantId }, (tx) => enqueuePurge(tx, { tenantId }, hashes, { graceSeconds: 0 })).catch(
    (error) => logFailure(error, 'a failed upload may have left stored files'),
  )
}

async function writeRecord(
  tx: Tx,
  ctx: Ctx,
  { filename, size, convertedFrom, placeholders, source }: StagedUpload,
  {
    name,
    folderId,
    pages,
    signed,
    repaired,
    ...facts
  }: CheckedUpload & { sha256: string; workingSha256: string },
): Promise<DocumentRow> {
  const originalFilename = cleanFilename(filename)
  const [row] = await tx
    .insert(documents)
    .values({
      tenantId: ctx.tenantId,
      name: name || documentName(originalFilename),
      originalFilename,
      mimeType: 'application/pdf',
      size,
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
