import { PDF, PdfArray, type PdfDict, PdfName, PdfNumber, type PdfRef, PdfString } from '@libpdf/core'
import { resolver } from '#lib/pdf/inspect'
import { dateString, dict } from '#lib/pdf/objects'
import { PadesError } from './error.ts'
import type { SigningIdentity } from './identity.ts'
import { reservedBytes, signFrom } from './signer.ts'

/** The entries of a signature dictionary that differ from signature to signature (ISO 32000-2, table 255). */
export interface SignatureEntries {
  at: Date
  name: string
  reason?: string
  /** Signature reference dictionaries (table 256). */
  references: PdfDict[]
  /** Makes it the document's certification (catalog /Perms, 12.8.2.2). */
  certifies?: boolean
}

/** More unused numbers than any honest file declares. */
const highestGap = 100_000

/**
 * Opens a file that is to be extended, not rewritten.
 * @throws PadesError `no_increment` when @libpdf/core would rewrite it.
 */
export async function openForIncrement(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes).catch((error: Error) => {
    throw new PadesError('no_increment', `The file cannot be opened: ${error.message}`)
  })
  const blocker = pdf.isEncrypted ? 'encrypted' : pdf.canSaveIncrementally()
  if (blocker) throw new PadesError('no_increment', `The file cannot take an increment: ${blocker}`)
  passOverNumbers(pdf)
  return pdf
}

/** A cross-reference stream may leave itself out of its index: its number is taken all the same (/Size says so). */
function passOverNumbers(pdf: PDF): void {
  const { registry, info } = pdf.context
  const size = info.trailer.getNumber('Size')?.value ?? 0
  if (size - registry.nextObjectNumber > highestGap) return
  while (registry.nextObjectNumber < size) registry.allocateRef()
}

/**
 * Saves what was changed as one increment.
 * @throws PadesError `not_extended` unless `before` is a prefix of the result.
 */
export async function saveIncrement(pdf: PDF, before: Uint8Array): Promise<Uint8Array> {
  const after = await saveView(pdf, before)
  return owned(after, after.length)
}

async function saveView(pdf: PDF, before: Uint8Array): Promise<Uint8Array> {
  const after = await pdf.save({ incremental: true, subsetFonts: true })
  assertExtends(before, after)
  return after
}

/**
 * The first `length` bytes in memory of their own: the writer's buffer is twice as long, and would go along with a
 * view whenever it is sent to another thread.
 */
function owned(view: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  if (view.byteOffset === 0 && view.buffer instanceof ArrayBuffer)
    return new Uint8Array(view.buffer.transfer(length))
  return view.slice(0, length) as Uint8Array<ArrayBuffer>
}

/**
 * Adds the signature dictionary as the value of `field`, saves, and signs the increment (PAdES B-B).
 * The dictionary is the last object of the file, so that only it has to be handed to @signpdf/signpdf.
 */
export async function saveSigned(
  pdf: PDF,
  before: Uint8Array,
  field: PdfDict,
  entries: SignatureEntries,
  identity: SigningIdentity,
): Promise<Uint8Array> {
  pdf.fonts.finalize(true)
  const ref = pdf.context.register(signatureDictionary(entries))
  field.set('V', ref)
  if (entries.certifies) {
    const catalog = pdf.context.catalog.getDict()
    const perms = catalog.getDict('Perms', resolver(pdf)) ?? dict({})
    perms.set('DocMDP', ref)
    if (!catalog.has('Perms')) catalog.set('Perms', perms)
  }
  const saved = await saveView(pdf, before)
  const signedLength = await signFrom(saved, objectOffset(saved, ref), identity)
  return owned(saved, signedLength)
}

/** @throws PadesError `not_extended` unless `before` is an unchanged prefix of the longer `after`. */
export function assertExtends(before: Uint8Array, after: Uint8Array): void {
  if (after.length <= before.length || Buffer.compare(before, after.subarray(0, before.length)) !== 0) {
    throw new PadesError('not_extended', 'The earlier bytes of the file are no unchanged prefix.')
  }
}

/** /ByteRange stands before /Contents, both as wide as they will ever be. */
function signatureDictionary({ at, name, reason, references }: SignatureEntries): PdfDict {
  const unfilled = PdfName.of('**********')
  return dict({
    Type: '/Sig',
    Filter: '/Adobe.PPKLite',
    SubFilter: '/ETSI.CAdES.detached',
    ByteRange: new PdfArray([PdfNumber.of(0), unfilled, unfilled, unfilled]),
    Contents: new PdfString(new Uint8Array(reservedBytes), 'hex'),
    M: dateString(at),
    Name: name,
    Reason: reason,
    Reference: references.length > 0 ? new PdfArray(references) : undefined,
  })
}

function objectOffset(file: Uint8Array, ref: PdfRef): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return bytes.lastIndexOf(`\n${ref.objectNumber} ${ref.generation} obj\n`) + 1
}
