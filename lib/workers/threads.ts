/** Runs in a worker thread: each export is one task of `inThread` (pdf-pool.ts). Never import it elsewhere. */

import { readFile } from 'node:fs/promises'
import type { KeyUse } from '#lib/core/key-variables'
import { viewBytes } from '#lib/core/runtime/bytes'
import { detachBuffer } from '#lib/core/runtime/detach-buffer'
import type { PatternTrial } from '#lib/core/text/patterns'
import { asErrorText, type ErrorText, errorText } from '#lib/messages/errors'
import type { ContentFacts } from '#lib/office/check/content-limits'
import { checkConvertible, type TextDocumentType } from '#lib/office/check/text-document'
import { cleanHtml } from '#lib/office/clean/clean'
import { isHtml } from '#lib/office/clean/decode'
import type { HtmlProblem } from '#lib/office/clean/error'
import { keepFieldResults } from '#lib/office/fields/results'
import type { FillValues, Placeholder, Placeholders } from '#lib/office/fill/placeholders'
import { keepStoredTexts } from '#lib/office/stored-texts'
import type { Pkcs12 } from '#lib/pades/keys/pkcs12'
import { makeRevision, type RevisionStep, verifyMade } from '#lib/pades/revise'
import { sealReport } from '#lib/pades/seal-report'
import { assertSealable, type TrialInput } from '#lib/pades/trial'
import type { TrustedList } from '#lib/pades/trusted-lists/trusted-list'
import { verifyPdf } from '#lib/pades/verify'
import type { Attachment } from '#lib/pdf/attachments'
import type { CheckLimits } from '#lib/pdf/check/check'
import { hasHeader } from '#lib/pdf/check/inspect'
import type { TextInBox } from '#lib/pdf/fields/text-in-box'
import { inflatesTooMuch, inflationMessage } from '#lib/pdf/file/inflation'
import { damagedImage, type ImagePdf, imageToPdf, isImage } from '#lib/pdf/images/image-to-pdf'
import { readPngSize } from '#lib/pdf/images/png'
import { findTexts as findPlaces, fieldsInFile as readFields } from '#lib/pdf/import/fields-in-file'
import { renderReport } from '#lib/pdf/report'
import type { ReportInput } from '#lib/pdf/report/input'
import { decryptFileSync, type EncryptedFile } from '#lib/storage/decrypt'
import { getBytes, type StoredHash } from '#lib/storage/files'
import { stageBytes } from '#lib/storage/stage'
import type { PictureKind } from '#lib/storage/store'
import { throwIfUnreadable } from './readable.ts'
import { type SignerPort, withIdentity } from './signer-port.ts'
import { ThreadError, UnreadableFile } from './thread-error.ts'

/** A file to embed in a report. */
export interface EmbeddedFile extends Omit<Attachment, 'bytes'> {
  content: Uint8Array | StoredHash
}

/** The inputs of tasks; identities come as ports, and stored files are read in the thread. */
export interface ThreadTasks {
  check: { file: Uint8Array | EncryptedFile; limits: CheckLimits }
  convert: { file: Uint8Array | EncryptedFile }
  revise: { stored: StoredHash; step: RevisionStep; signerPort: SignerPort }
  trial: { stored: StoredHash; input: Omit<TrialInput, 'identity'>; signerPort: SignerPort }
  verify: { file: Uint8Array | EncryptedFile; isFirstTry: boolean }
  verifyStored: { stored: StoredHash; isFirstTry: boolean }
  report: { input: ReportInput }
  sealedReport: { input: ReportInput; files: EmbeddedFile[]; chain: string; signerPort: SignerPort }
  fieldsInFile: { source: StoredHash | EncryptedFile }
  fillDocx: { stored: StoredHash; parts: Placeholder[]; values: FillValues; wordsForFalse?: string[] }
  findTexts: { stored: StoredHash; texts: string[] }
  picture: { stored: StoredHash; kind: PictureKind }
  differences: { file: Uint8Array | EncryptedFile }
  outlineTyped: { text: string }
  countFitting: { texts: TextInBox[] }
  measurePatterns: { patterns: string[] }
  matchPatterns: { trials: PatternTrial[] }
  readPkcs12: { file: EncryptedFile; password: string; use: KeyUse; time: Date }
  readTrustedList: { path: string }
}

// Silences the PDF libraries, which log warnings about files.
Object.assign(console, { log: () => undefined, warn: () => undefined, info: () => undefined })

/** Loads the libraries of one task. Few need pdf.js, which takes as much memory as all others together. */
export async function load(name: keyof ThreadTasks): Promise<void> {
  if (name === 'check') await import('#lib/pdf/check/check')
  if (name === 'picture') await import('#lib/pdf/thumbnail')
  if (name === 'differences') await import('#lib/pades/differences/differences')
}

export function check({ file, limits }: ThreadTasks['check']) {
  return withBytes(file, async (bytes) => (await import('#lib/pdf/check/check')).checkPdf(bytes, limits))
}

/** A file that is no PDF: the PDF of an image, or a text document that another program can convert. */
export type ConversionResult =
  | { ok: true; type: 'image'; mimeType: ImageType; bytes: Uint8Array; thumbnail: Uint8Array }
  | (TextDocument & { ok: true; bytes: Uint8Array })
  | { ok: false; reason: UnconvertedReason; message: string; cause?: Error; jpegPixels?: number }

type TextDocument = Partial<ContentFacts> & { type: TextDocumentType; placeholders?: Placeholders | null }
type ImageType = 'image/png' | 'image/jpeg'
type UnconvertedReason = 'not_pdf' | 'corrupt' | 'too_many_pixels' | HtmlProblem

export function convert({ file }: ThreadTasks['convert']): Promise<ConversionResult> {
  return withBytes(file, async (bytes): Promise<ConversionResult> => {
    if (isImage(bytes)) {
      const image = await imageToPdf(bytes)
      return image.ok ? withThumbnail(image, bytes) : image
    }
    if (isHtml(bytes)) return cleanHtml(bytes)
    const checked = await checkConvertible(bytes)
    if (!checked.ok) return checked
    const { findPlaceholders } = await import('#lib/office/fill/fill')
    const placeholders = checked.type === 'docx' ? await findPlaceholders(bytes, checked.isLarge) : null
    const shown = await (checked.type === 'docx' ? keepFieldResults(bytes) : keepStoredTexts(bytes))
    // A copy, because the bytes are freed.
    return { ...checked, placeholders, bytes: new Uint8Array(shown) }
  })
}

/** The DOCX of a template with values, checked like an upload; or why it cannot be converted. */
export async function fillDocx({ stored, parts, ...task }: ThreadTasks['fillDocx']): Promise<FilledDocx> {
  const { fillDocx: fill, findDifference } = await import('#lib/office/fill/fill')
  const bytes = await getBytes(stored.tenantId, stored.sha256)
  const error = await findDifference(bytes, parts)
  if (error) return { ok: false, error }
  const filled = await fill(bytes, task.values, task.wordsForFalse).catch(() => null)
  const checked = filled && (await checkConvertible(filled))
  // The template was well-formed: what is damaged now was damaged by a part that cannot be repeated.
  if (!checked || (!checked.ok && !['too_large', 'not_convertible'].includes(checked.reason)))
    return { ok: false, error: errorText('documents.notFilled') }
  if (!checked.ok) return { ok: false, error: asErrorText(checked.reason, checked.message) }
  return { ...checked, bytes: await keepFieldResults(filled, true) }
}

export type FilledDocx = ({ ok: true; bytes: Uint8Array } & ContentFacts) | { ok: false; error: ErrorText }

/** An image that cannot be decoded for its picture is refused: readers could not show it either. */
async function withThumbnail(
  { bytes, layout }: Extract<ImagePdf, { ok: true }>,
  image: Uint8Array,
): Promise<ConversionResult> {
  const { drawImageThumbnail } = await import('#lib/pdf/thumbnail')
  const thumbnail = await drawImageThumbnail(image, layout).catch(() => null)
  const mimeType = readPngSize(image) ? 'image/png' : 'image/jpeg'
  return thumbnail ? { ok: true, type: 'image', mimeType, bytes, thumbnail } : damagedImage
}

/** The next revision of a stored file: made, verified and encrypted here; the bytes never leave the thread. */
export async function revise({ stored, step, signerPort }: ThreadTasks['revise']) {
  const { tenantId, sha256 } = stored
  return withBytes(await getBytes(tenantId, sha256), async (bytesBefore) => {
    const { bytes, added } = await withIdentity(signerPort, (identity) =>
      makeRevision(bytesBefore, step, identity),
    )
    // The identity cannot be used any more while the untrusted file is read again.
    const made = await verifyMade(bytesBefore, bytes, step)
    const file = await stageBytes(tenantId, bytes)
    detachBuffer(bytes)
    const { signature = null, documentTimeStamp = null } = made ?? {}
    return { signature, documentTimeStamp, added, file }
  })
}

export async function trial({ stored, input, signerPort }: ThreadTasks['trial']) {
  const bytes = await getBytes(stored.tenantId, stored.sha256)
  await withIdentity(signerPort, (identity) => assertSealable(bytes, { ...input, identity }))
}

/** Less than the limit of the task: the report then says what was not verified. */
const verifyOptions = { milliseconds: 20_000 }

/** A file with more signatures takes longer than a first try. */
const LONG_SIGNATURES = 250

/** @throws ThreadError `long`, at once: to be stopped would cost the time of the first try, and the thread. */
function throwIfLong(bytes: Uint8Array): void {
  const file = viewBytes(bytes)
  let count = 0
  for (let at = file.indexOf('/ByteRange'); at >= 0; at = file.indexOf('/ByteRange', at + 1))
    if (++count > LONG_SIGNATURES)
      throw new ThreadError('long', `The file has more than ${LONG_SIGNATURES} signatures.`)
}

export function verify({ file, isFirstTry }: ThreadTasks['verify']) {
  return withBytes(file, async (bytes) => {
    if (!hasHeader(bytes)) throw new UnreadableFile('not_pdf', errorText('failures.notPdf'))
    if (isFirstTry) throwIfLong(bytes)
    await throwIfUnreadable(bytes)
    return verifyPdf(bytes, verifyOptions)
  })
}

export async function verifyStored({ stored, isFirstTry }: ThreadTasks['verifyStored']) {
  const bytes = await getBytes(stored.tenantId, stored.sha256)
  if (isFirstTry) throwIfLong(bytes)
  return verifyPdf(bytes, verifyOptions)
}

export function report({ input }: ThreadTasks['report']) {
  return renderReport(input)
}

export async function sealedReport({ input, files, chain, signerPort }: ThreadTasks['sealedReport']) {
  const attachments: Attachment[] = []
  for (const { content, ...file } of files) {
    const isStored = 'sha256' in content
    attachments.push({
      ...file,
      bytes: isStored ? await getBytes(content.tenantId, content.sha256) : content,
    })
  }
  const bytes = await renderReport({ ...input, attachments })
  const head = { chain, seq: input.chain.length, hash: input.chain.head }
  return withIdentity(signerPort, (identity) => sealReport(bytes, { identity, head, at: input.madeAt }))
}

export async function fieldsInFile({ source }: ThreadTasks['fieldsInFile']) {
  return readFields(await readForText(source))
}

export async function findTexts({ stored, texts }: ThreadTasks['findTexts']) {
  return findPlaces(await readForText(stored), texts)
}

export async function outlineTyped({ text }: ThreadTasks['outlineTyped']) {
  return (await import('#lib/pdf/text/outline')).outlineTyped(text)
}

export async function measurePatterns({ patterns }: ThreadTasks['measurePatterns']) {
  return (await import('#lib/core/text/patterns')).measurePatterns(patterns)
}

export async function matchPatterns({ trials }: ThreadTasks['matchPatterns']) {
  return (await import('#lib/core/text/patterns')).matchTrials(trials)
}

export async function countFitting({ texts }: ThreadTasks['countFitting']) {
  const { countFitting: count } = await import('#lib/pdf/fields/count-fitting')
  return Promise.all(texts.map(count))
}

export async function picture({ stored, kind }: ThreadTasks['picture']) {
  const { drawPicture } = await import('#lib/pdf/thumbnail')
  const bytes = await readForText(stored)
  return drawPicture(bytes, kind).catch((error) => {
    // Errors of the system have a code, those of pdf.js, of many classes, have none.
    if (typeof error.code === 'string') throw error
    throw new UnreadableFile('corrupt', `The page cannot be drawn: ${error.message}`)
  })
}

export function readPkcs12({ file, password, use, time }: ThreadTasks['readPkcs12']): Promise<Pkcs12> {
  return withBytes(file, async (bytes) =>
    (await import('#lib/pades/keys/pkcs12')).readPkcs12(bytes, password, use, time),
  )
}

/** @throws ListError */
export async function readTrustedList({ path }: ThreadTasks['readTrustedList']): Promise<TrustedList> {
  const { readTrustedList: read } = await import('#lib/pades/trusted-lists/trusted-list')
  return read(await readFile(path))
}

/** Less than a picture may take: the rest is left out then. */
const DIFFERENCES_PROCESSOR_MICROSECONDS = 2_000_000

export function differences({ file }: ThreadTasks['differences']) {
  return withBytes(file, async (bytes) => {
    const { drawDifferences } = await import('#lib/pades/differences/differences')
    if (!hasHeader(bytes)) throw new UnreadableFile('not_pdf', errorText('failures.notPdf'))
    await throwIfUnreadable(bytes, { everyStream: true })
    const before = process.cpuUsage()
    const isLate = () => {
      const { user, system } = process.cpuUsage(before)
      return user + system > DIFFERENCES_PROCESSOR_MICROSECONDS
    }
    return drawDifferences(bytes, isLate).catch((error) => {
      throw new UnreadableFile('corrupt', `The pages cannot be drawn: ${error.message}`)
    })
  })
}

/** Reads a stored or staged file, checked for tasks that inflate its content streams too. @throws UnreadableFile */
async function readForText(source: StoredHash | EncryptedFile): Promise<Uint8Array> {
  const bytes = 'path' in source ? decryptFileSync(source) : await getBytes(source.tenantId, source.sha256)
  if (await inflatesTooMuch(bytes, { everyStream: true }))
    throw new UnreadableFile('corrupt', inflationMessage)
  return bytes
}

/** Runs `callback` on the bytes of a file, and frees them afterwards: the result must not refer to them. */
async function withBytes<T>(
  file: Uint8Array | EncryptedFile,
  callback: (bytes: Uint8Array) => Promise<T>,
): Promise<T> {
  const bytes = 'path' in file ? decryptFileSync(file) : file
  try {
    return await callback(bytes)
  } finally {
    detachBuffer(bytes)
  }
}
