import { PdfArray } from '@libpdf/core'
import { inspect } from '#lib/pdf/check/inspect'
import { FieldMaker } from '#lib/pdf/fields/fields'
import { dict } from '#lib/pdf/file/objects'
import { FontBook } from '#lib/pdf/text/fonts'
import { readCommonName } from './cms/names.ts'
import { extendRevision, hasStamps } from './extend.ts'
import { openForIncrement, saveIncrement } from './increment.ts'
import { findUnusedTag } from './prepare.ts'
import { type SealInput, sealRevision } from './seal.ts'

/**
 * Signs a report of ours (certificate of completion, audit trail) for the platform in a hidden field, and extends it to
 * PAdES-BASELINE-LTA where the identity has time stamps, as `sealRevision` and `extendRevision` do for documents.
 */
export async function sealReport(report: Uint8Array, input: SealInput): Promise<Uint8Array> {
  const file = await openForIncrement(report)
  const { pdf } = file
  const form = dict({ Fields: new PdfArray(), SigFlags: 3 })
  pdf.context.catalog.getDict().set('AcroForm', pdf.context.register(form))
  const fieldMaker = new FieldMaker(pdf, new FontBook(pdf), form, findUnusedTag(pdf, report))
  const page = { ref: pdf.context.pages.getPage(0)!, geometry: inspect(pdf).pages[0]! }
  // Users may have a report signed: nothing is locked.
  fieldMaker.seal(page, readCommonName(input.identity.certificate), { locks: false })
  fieldMaker.write()
  const sealed = await sealRevision(saveIncrement(file), input)
  return hasStamps(input.identity) ? extendRevision(sealed, input.identity) : sealed
}
