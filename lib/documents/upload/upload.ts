import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import {
  type FieldErrors,
  quotaExceeded,
  storageExceeded,
  throwIfInvalid,
  validationError,
} from '#lib/core/errors'
import { readIssue, zodMessage } from '#lib/core/zod-messages'
import { lockChosenFolder } from '#lib/folders/find'
import { assertStorageLeft, countAllBytes, findUsage, reserveQuota } from '#lib/identity/account/quotas'
import { monthStart } from '#lib/identity/rules'
import { asErrorText, errorText } from '#lib/messages/errors'
import type { ActiveContent } from '#lib/pdf/check/active-content'
import { authorize } from '#lib/policy'
import { inThread } from '#lib/workers/pdf-pool'
import { presentDocument } from '../present.ts'
import { activeContentLabels } from '../rules.ts'
import { type DocumentRecord, MAX_PAGES, UploadFields } from '../schema.ts'
import { storeFiles } from '../store-files.ts'
import { convertToPdf, type StagedUpload } from './convert.ts'
import { type CheckedUpload, listHashes, putDocument, recordDocument } from './store.ts'

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
    await file.source?.discard()
    throw error
  }
}

/** An early check of the limits; those in `store` decide, as a file that is stored already takes no space. */
async function assertQuotaLeft(ctx: Ctx): Promise<void> {
  const { documents, bytesLimit, bytes } = await read(ctx, async (reader) => ({
    ...(await findUsage(reader, ctx.tenantId, ctx.now)),
    bytes: await countAllBytes(reader, ctx),
  }))
  if (!ctx.testMode && documents.used >= documents.limit)
    throw quotaExceeded('documents', documents.limit, documents.used, monthStart(ctx.now, 1))
  if (bytesLimit !== null && bytes > bytesLimit) throw storageExceeded(bytesLimit, bytes)
}

/** Why the tenant's settings refuse a file with this active content; null when they accept it. */
export async function activeContentRefusal(ctx: Ctx, activeContent: ActiveContent[]): Promise<string | null> {
  if (activeContent.length === 0) return null
  const { refuseActiveContent } = await read(ctx, (reader) => findUsage(reader, ctx.tenantId, ctx.now))
  if (!refuseActiveContent) return null
  const kinds = activeContent.map((kind) => activeContentLabels[kind]).join(', ')
  return `This PDF has active content (${kinds}), which your organisation does not accept. Print it to a PDF and upload that.`
}

/** Stores the document and reserves its quota; beyond a limit nothing is kept. */
function store(ctx: Ctx, file: StagedUpload, checked: CheckedUpload): Promise<DocumentRecord> {
  return storeFiles(ctx, {
    hashes: listHashes(file, checked),
    put: () => putDocument(ctx, file, checked),
    async record(tx) {
      const errors: FieldErrors = {}
      await lockChosenFolder(tx, ctx, checked.folderId, errors)
      throwIfInvalid(errors)
      const row = await recordDocument(tx, ctx, file, checked)
      // Last: other uploads of the tenant wait while the rows of the limits are locked.
      await assertStorageLeft(tx, ctx)
      await reserveQuota(tx, ctx, 'documents', 1)
      return presentDocument(row)
    },
  })
}
