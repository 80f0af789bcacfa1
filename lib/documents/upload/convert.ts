import { read } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { env } from '#lib/core/env'
import { findNearestSignerLocale } from '#lib/core/locales'
import { findUsage } from '#lib/identity/account/quotas'
import type { ContentFacts } from '#lib/office/check/content-limits'
import type { TextDocumentType } from '#lib/office/check/text-document'
import { lacksEquations, officePath } from '#lib/office/convert'
import type { Placeholders } from '#lib/office/fill/placeholders'
import { type StagedFile, stageStream } from '#lib/storage/stage'
import { officeToPdf } from '#lib/workers/office'
import { inThread } from '#lib/workers/pdf-pool'
import { cleanFilename, nameForOffice, pdfFilename } from './names.ts'

export interface StagedUpload extends StagedFile {
  filename: string
  /** The upload that the PDF was made of. */
  convertedFrom?: { filename: string; sha256: string }
  /** What the upload, a DOCX, says to fill in at each use of a template, and the upload itself. */
  placeholders?: Placeholders
  source?: StagedFile
  /** The picture of page 1, if it is drawn already. */
  thumbnail?: Uint8Array
}

/** The PDF that was made of an upload, in staging, or why none could be made. */
type Conversion =
  | { ok: true; file: StagedUpload }
  | { ok: false; reason: string; message: string; cause?: Error }

/** Makes a PDF of an uploaded image or text document; the upload is discarded, except a DOCX with placeholders. */
export async function convertToPdf(ctx: Ctx, upload: StagedUpload): Promise<Conversion> {
  const converted = await inThread.convert(upload.file, ctx)
  if (!converted.ok) return converted
  const maxBytes = env().maxUploadBytes
  let pdf = converted.bytes
  let placeholders: Placeholders | null | undefined
  if (converted.type !== 'image') {
    const { bytes, ...checked } = converted
    placeholders = converted.placeholders
    const made = await textDocumentToPdf(ctx, bytes, { ...checked, filename: upload.filename })
    if (!made.ok) return made
    pdf = made.pdf
  }
  if (pdf.length > maxBytes) return pdfTooLarge(maxBytes)
  const staged = await stageStream(ctx.tenantId, [pdf], { maxBytes })
  const isTemplate = placeholders && 'parts' in placeholders
  if (!isTemplate) await upload.discard()
  const filename = cleanFilename(upload.filename)
  const convertedFrom = { filename, sha256: upload.sha256 }
  const thumbnail = converted.type === 'image' ? { thumbnail: converted.thumbnail } : {}
  const file = { ...staged, filename: pdfFilename(filename), convertedFrom, ...thumbnail }
  return {
    ok: true,
    file: { ...file, ...(placeholders && { placeholders }), ...(isTemplate && { source: upload }) },
  }
}

interface CheckedDocument extends Partial<ContentFacts> {
  type: TextDocumentType
  filename: string
}

/** The PDF that LibreOffice makes of a checked text document, or why there is none. */
export async function textDocumentToPdf(
  ctx: Ctx,
  bytes: Uint8Array,
  { type, isLarge = false, hasEquations = false, filename }: CheckedDocument,
): Promise<{ ok: true; pdf: Uint8Array } | Extract<Conversion, { ok: false }>> {
  const office = officePath()
  if (!office) return officeMissing
  if (hasEquations && lacksEquations(office)) return equationsLost
  const maxBytes = env().maxUploadBytes
  const { locale } = await read(ctx, (reader) => findUsage(reader, ctx.tenantId, ctx.now))
  const pdf = await officeToPdf(bytes, type, {
    office,
    requester: ctx,
    locale: findNearestSignerLocale(locale),
    name: nameForOffice(filename),
    maxBytes,
    isLarge,
  })
  if (!pdf) return notConverted
  return pdf === 'too_large' ? pdfTooLarge(maxBytes) : { ok: true, pdf }
}

/** Whether this installation makes PDFs of text documents. */
export function convertsTextDocuments(): boolean {
  return officePath() !== null
}

const officeMissing = {
  ok: false,
  reason: 'not_convertible',
  message:
    'This installation cannot convert DOCX, ODT and HTML files, because LibreOffice is missing or cannot be isolated. Export the document to PDF.',
} as const

const equationsLost = {
  ok: false,
  reason: 'not_convertible',
  message:
    'This installation cannot convert DOCX files with equations, because LibreOffice Math is missing. Export the document to PDF.',
} as const

const notConverted = {
  ok: false,
  reason: 'not_convertible',
  message: 'This document could not be converted to PDF. Export it to PDF and upload that.',
} as const

function pdfTooLarge(maxBytes: number): Extract<Conversion, { ok: false }> {
  const megabytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10
  const message = `The PDF of this file would be larger than ${megabytes} MB. Make the images in it smaller, or split it.`
  return { ok: false, reason: 'pdf_too_large', message }
}
