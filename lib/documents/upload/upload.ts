import { createHash } from 'node:crypto'
import { logFailure } from '#db/connection/unavailable'
import { documents } from '#db/schema/documents'
import { read, type Tx, write } from '#db/tenancy/tenant'
import { record } from '#lib/audit/record'
import { type Ctx, createdBy } from '#lib/core/ctx'
import { type FieldErrors, quotaExceeded, throwIfInvalid, validationError } from '#lib/core/errors'
import { settleAll } from '#lib/core/runtime/promises'
import { readIssue, zodMessage } from '#lib/core/zod-messages'
import { lockChosenFolder } from '#lib/folders/find'
import { findUsage, reserveQuota } from '#lib/identity/account/quotas'
import { monthStart } from '#lib/identity/rules'
import { asErrorText, errorText } from '#lib/messages/errors'
import type { ActiveContent } from '#lib/pdf/check/active-content'
import type { AcceptedFile } from '#lib/pdf/check/check'
import { authorize } from '#lib/policy'
import { putBytes } from '#lib/storage/files'
import { putPicture } from '#lib/storage/pictures'
import { inThread } from '#lib/workers/pdf-pool'
import { type DocumentRow, isRepaired, presentDocument } from '../present.ts'
import { enqueuePurge, lockFile } from '../purge.ts'
import { activeContentLabels } from '../rules.ts'
import { type DocumentRecord, MAX_PAGES, UploadFields } from '../schema.ts'
import { convertToPdf, type StagedUpload } from './convert.ts'
import { cleanFilename, documentName } from './names.ts'

/** The parsed upload: text parts, and the file in staging. */
export interface Upload {
  fields: Record<string, string>
  file: StagedUpload | null
}

/**
 * Uploads a PDF: checked in a worker thread, repaired where needed; the original bytes are stored unchanged. An image
 * or text document is converted to a PDF, which is stored in place of it.
 */
export async function uploadDocument(ctx: Ctx, upload: Upload): Promise<DocumentRecord> {
  const { data: parsed, error } = UploadFields.safeParse(upload.fields, { error: zodMessage })
  const errors: FieldErrors = {}
  for (const issue of error?.issues ?? []) errors[issue.path.join('.')] = readIssue(issue)
  if (!upload.file) throw validationError({ ...errors, file: [errorText('documents.chooseFile')] })
  const refuse = ({ message, reason, cause }: { message: string; reason: string; cause?: Error }) =>
    validationError({ ...errors, file: [asErrorText(reason, message)] }, { reason }, cause && { cause })
  let file = upload.file
  try {
    authorize(ctx, 'document.write')
    await assertQuotaLeft(ctx)
    // Most files are accepted, so they are flushed to the disk during the check.
    file.sync()
    let check = await inThread.check(file.file, { maxPages: MAX_PAGES }, ctx)
    if (!check.ok && check.reason === 'not_pdf') {
      const conversion = await convertToPdf(ctx, file)
      if (!conversion.ok) throw refuse(conversion)
      file = conversion.file
      check = await inThread.check(file.file, { maxPages: MAX_PAGES }, ctx)
    }
    if (!check.ok) throw refuse(check)
    const refusal = await activeContentRefusal(ctx, check.activeContent)
    if (refusal) throw refuse({ message: refusal, reason: 'active_content' })
    if (!parsed) throw validationError(errors)
    const { ok: _, ...accepted } = check
    return await store(ctx, file, { ...accepted, name: parsed.name, folderId: parsed.folder_id ?? null })
  } catch (error) {
    await file.discard()
    throw error
  }
}

/** An early check of the quota; the reservation in `store` decides. */
async function assertQuotaLeft(ctx: Ctx): Promise<void> {
  if (ctx.testMode) return
  const { documents: quota } = await read(ctx, (reader) => findUsage(reader, ctx.tenantId, ctx.now))
  if (quota.used >= quota.limit) {
    throw quotaExceeded('documents', quota.limit, quota.used, monthStart(ctx.now, 1))
  }
}

/** Why the tenant's settings refuse a file with this active content; null when they accept it. */
export async function activeContentRefusal(ctx: Ctx, activeContent: ActiveContent[]): Promise<string | null> {
  if (activeContent.length === 0) return null
  const { refuseActiveContent } = await read(ctx, (reader) => findUsage(reader, ctx.tenantId, ctx.now))
  if (!refuseActiveContent) return null
  const kinds = activeContent.map((kind) => activeContentLabels[kind]).join(', ')
  return `This PDF has active content (${kinds}), which your organisation does not accept. Print it to a PDF and upload that.`
}

type CheckedUpload = Omit<AcceptedFile, 'ok'> & { name: string | undefined; folderId: number | null }

/** Stores the bytes and writes the record, the quota reservation and the event, in one transaction. */
async function store(ctx: Ctx, file: StagedUpload, checked: CheckedUpload): Promise<DocumentRecord> {
  const { repaired } = checked
  const { sha256 } = file
  const repairedSha256 = repaired && createHash('sha256').update(repaired).digest('hex')
  const workingSha256 = repairedSha256 ?? sha256
  const hashes = [...new Set([sha256, workingSha256])].sort()
  try {
    return await write(ctx, async (tx) => {
      const errors: FieldErrors = {}
      await lockChosenFolder(tx, ctx, checked.folderId, errors)
      throwIfInvalid(errors)
      // In a fixed order, so that two uploads of the same bytes cannot deadlock.
      for (const hash of hashes) await lockFile(tx, ctx, hash)
      // Wait for all writes, even if one fails: none may continue after the lock is released.
      const [row] = await settleAll([
        writeRecord(tx, ctx, file, { ...checked, sha256, workingSha256 }),
        file.commit(),
        repaired && putBytes(ctx.tenantId, repaired),
        file.thumbnail && putPicture(ctx.tenantId, workingSha256, 'thumbnail', file.thumbnail),
      ])
      // Last: other uploads of the tenant wait while the row of the quota is locked.
      await reserveQuota(tx, ctx, 'documents', 1)
      return presentDocument(row)
    })
  } catch (error) {
    await removeStored(ctx.tenantId, hashes)
    throw error
  }
}

/** Removes files that may have been stored before writing the record failed. */
async function removeStored(tenantId: number, hashes: string[]): Promise<void> {
  await write({ tenantId }, (tx) => enqueuePurge(tx, { tenantId }, hashes)).catch((error) =>
    logFailure(error, 'a failed upload may have left stored files'),
  )
}

async function writeRecord(
  tx: Tx,
  ctx: Ctx,
  { filename, size, convertedFrom }: StagedUpload,
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
  await record(tx, ctx, {
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
