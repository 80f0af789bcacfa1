import { documents } from '#db/schema/documents'
import { read, write } from '#db/tenant'
import { record } from '#lib/audit/record'
import { actingUser, type Ctx } from '#lib/core/ctx'
import { quotaExceeded, validationError } from '#lib/core/errors'
import { reserve, usageOf } from '#lib/identity/quotas'
import { monthStart } from '#lib/identity/rules'
import { inThread } from '#lib/pdf/pool'
import { authorize } from '#lib/policy'
import { putBytes } from '#lib/storage/files'
import type { Staged } from '#lib/storage/stage'
import { gate } from './gate.ts'
import { cleanFilename, nameOf } from './names.ts'
import { presentDocument } from './present.ts'
import { lockBytes } from './purge.ts'
import { type DocumentRecord, MAX_PAGES, UploadFields } from './schema.ts'

/** Only these hold a whole file in memory; the others wait in staging, encrypted on disk. */
const oneOfFew = gate(4)

/** What the door hands over: text parts, and the file in staging. */
export interface Upload {
  fields: Record<string, string>
  file: (Staged & { filename: string }) | null
}

/** Takes a PDF in: checked in a worker thread, repaired if need be, kept exactly as it came. */
export async function uploadDocument(ctx: Ctx, { fields, file }: Upload): Promise<DocumentRecord> {
  if (!file) throw validationError({ file: ['Choose a PDF file.'] })
  try {
    authorize(ctx, 'document.write')
    const name = parseName(fields)
    await refuseWhenUsedUp(ctx)
    const checked = await oneOfFew(async () => inThread.check(await file.bytes(), { maxPages: MAX_PAGES }))
    if (!checked.ok) throw validationError({ file: [checked.message] }, { reason: checked.reason })
    return await keep(ctx, file, { ...checked, name })
  } finally {
    await file.discard()
  }
}

function parseName(fields: Record<string, string>): string | undefined {
  const parsed = UploadFields.safeParse(fields)
  if (parsed.success) return parsed.data.name
  throw validationError({ name: parsed.error.issues.map((issue) => issue.message) })
}

/** A look before the work; what counts is the reservation with the record. */
async function refuseWhenUsedUp(ctx: Ctx): Promise<void> {
  if (ctx.testMode) return
  const { documents: quota } = await read(ctx, (reader) => usageOf(reader, ctx.tenantId, ctx.now))
  if (quota.used >= quota.limit) {
    throw quotaExceeded('documents', quota.limit, quota.used, monthStart(ctx.now, 1))
  }
}
