import { deflateSync } from 'node:zlib'
import {
  type PDF,
  PdfArray,
  type PdfDict,
  PdfName,
  PdfNull,
  PdfNumber,
  type PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { viewBytes } from '#lib/core/runtime/bytes'
import { errorText } from '#lib/messages/errors'
import { canGrow, resolver } from '#lib/pdf/check/inspect'
import { incrementalUpdate, withIncrement } from '#lib/pdf/file/incremental-update'
import { loadPdf } from '#lib/pdf/file/load'
import { dateString, dict, textString } from '#lib/pdf/file/objects'
import { mergeEntries, xrefChain } from '#lib/pdf/file/xref'
import { type XRefEntry, XRefError } from '#lib/pdf/file/xref-section'
import { reachable } from './changes/form-tree.ts'
import { signDigest } from './cms/cms.ts'
import type { SigningIdentity } from './cms/identity.ts'
import { getAlgorithmOf } from './cms/signature-algorithm.ts'
import { CmsTooLong, type Contents, fillIncrement, longestCms } from './cms/signer.ts'
import { PadesError } from './error.ts'
import { makeNamedHead, NAMED_HEAD_KEY, type NamedHead } from './named-head.ts'
import { TOKEN_MAX_BYTES } from './time-stamps/time-stamp.ts'

/** The variable entries of a signature dictionary (ISO 32000-2, table 255). */
interface SignatureEntries {
  /** /M: time of signing. */
  at: Date
  /** /Name: the signer. */
  name: string
  reason?: string
  /** Signature reference dictionaries (table 256). */
  references: PdfDict[]
  /** The audit chain and its head at the time of signing. */
  head?: NamedHead
  /** Whether it is the document's certification (catalog /Perms, 12.8.2.2). */
  certifies?: boolean
}

/** Most unused object numbers that are skipped: readers limit the numbers of objects. */
const maxSkippedNumbers = 100_000
/** Shorter streams are not compressed. */
const minDeflatedBytes = 512

/** A file opened to append an increment. */
export interface IncrementalFile {
  bytes: Uint8Array
  pdf: PDF
}

/** Opens a file to append an increment. @throws PadesError `no_increment` when the file does not permit one. */
export async function openForIncrement(bytes: Uint8Array): Promise<IncrementalFile> {
  const pdf = await loadPdf(bytes).catch((error: Error) => {
    throw new PadesError('no_increment', `The file cannot be opened: ${error.message}`)
  })
  const blocker = pdf.isEncrypted ? 'encrypted' : pdf.canSaveIncrementally()
  if (blocker) throw new PadesError('no_increment', `The file cannot take an increment: ${blocker}`)
  if (xrefChain(bytes) === null)
    throw new PadesError('no_increment', errorText('failures.crossReferencesBroken'))
  skipNumbersBelowSize(pdf)
  return { bytes, pdf }
}

/**
 * Gives new objects no number below /Size of the trailer: a cross-reference stream may omit its own number from its
 * index, so that the library takes it for unused.
 */
function skipNumbersBelowSize(pdf: PDF): void {
  const { registry, info } = pdf.context
  const size = info.trailer.getNumber('Size')?.value ?? 0
  if (size - registry.nextObjectNumber > maxSkippedNumbers) return
  while (registry.nextObjectNumber < size) registry.allocateRef()
}

/**
 * Reserves the numbers of objects that the author's file refers to but does not have, so that none of them becomes the
 * number of one of our objects. `defineAsNull` also writes each of them as the null object, which the reference means
 * anyway (ISO 32000-2, 7.3.10): validators that compare revisions may fail where a number has no entry at all.
 */
export function reserveMissingObjects(
  { bytes, pdf }: IncrementalFile,
  { defineAsNull }: { defineAsNull: boolean },
): void {
  const { registry, info } = pdf.context
  const limit = registry.nextObjectNumber + maxSkippedNumbers
  const references = [...reachable(pdf, info.trailer, limit).values()].filter(
    ({ objectNumber }) => objectNumber > 0 && objectNumber < limit,
  )
  const highest = references.reduce((most, { objectNumber }) => Math.max(most, objectNumber), 0)
  while (registry.nextObjectNumber <= highest) registry.allocateRef()
  const entries = defineAsNull && xrefEntries(bytes)
  if (!entries) return
  // A new number has generation 0 (7.3.10); no other one can be defined.
  for (const ref of references.filter(({ generation }) => generation === 0))
    if (!entries.has(ref.objectNumber)) registry.registerAt(ref, PdfNull.instance)
}

/** The entries of all cross-reference sections; null when one cannot be read: missing objects are unknown then. */
function xrefEntries(bytes: Uint8Array): Map<number, XRefEntry> | null {
  try {
    return mergeEntries(bytes, xrefChain(bytes) ?? [])
  } catch (error) {
    if (error instanceof XRefError) return null
    throw error
  }
}

/**
 * The file with what was changed, appended as one increment.
 * @throws PadesError `not_extended` when nothing was changed; `no_increment` when the new objects would get numbers
 * above the limit that readers share (ISO 32000-1, annex C).
 */
export function saveIncrement(file: IncrementalFile): Uint8Array {
  return withIncrement(file.bytes, writeIncrement(file))
}

/** The bytes to append. */
function writeIncrement({ bytes, pdf }: IncrementalFile): Uint8Array {
  deflateStreams(pdf)
  if (!canGrow(pdf))
    throw new PadesError(
      'no_increment',
      `New objects would have numbers up to ${pdf.context.registry.nextObjectNumber - 1}: too high for readers.`,
    )
  const increment = incrementalUpdate(pdf, bytes)
  if (increment.length === 0) throw new PadesError('not_extended', 'Nothing was changed in the file.')
  return increment
}

/** Uses zlib: the library's JavaScript Deflate takes ten times as long. Metadata stays readable as text. */
function deflateStreams(pdf: PDF): void {
  for (const object of pdf.context.registry.getNewObjects().values()) {
    if (!(object instanceof PdfStream) || object.has('Filter')) continue
    // Some validators call it a forbidden change when the filled appearance of a field has a filter and the empty one none.
    const isAppearance = object.getName('Subtype')?.value === 'Form'
    if (object.data.length < minDeflatedBytes && !isAppearance) continue
    if (object.getName('Type')?.value === 'Metadata') continue
    object.setData(deflateSync(object.data))
    object.set('Filter', PdfName.of('FlateDecode'))
  }
}

/**
 * Adds the signature dictionary as the value of `field`, saves, and signs the increment: PAdES B-B, or B-T where
 * the identity has `stamp`. Where a time stamp is longer than expected, it signs again with more space.
 */
export async function saveSigned(
  file: IncrementalFile,
  field: PdfDict,
  entries: SignatureEntries,
  identity: SigningIdentity,
): Promise<Uint8Array> {
  const { pdf } = file
  const dictionary = signatureDictionary(entries)
  const ref = pdf.context.register(dictionary)
  field.set('V', ref)
  if (entries.certifies) {
    const catalog = pdf.context.catalog.getDict()
    const perms = catalog.getDict('Perms', resolver(pdf))
    if (perms) perms.set('DocMDP', ref)
    else catalog.set('Perms', dict({ DocMDP: ref }))
  }
  return saveFilled(file, ref, identity, {
    hash: getAlgorithmOf(identity).hash,
    measure: (tokenBytes) => longestCms(identity, tokenBytes),
    make: (digest) => signDigest(digest, identity),
  })
}

/** Adds a document time stamp (ISO 32000-2, 12.8.5) as the value of `field`, and saves. */
export async function saveStamped(
  file: IncrementalFile,
  field: PdfDict,
  identity: Pick<SigningIdentity, 'tokenBytes'> & Required<Pick<SigningIdentity, 'stamp'>>,
): Promise<Uint8Array> {
  const ref = file.pdf.context.register(
    dict({ Type: '/DocTimeStamp', Filter: '/Adobe.PPKLite', SubFilter: '/ETSI.RFC3161', ...emptyContents() }),
  )
  field.set('V', ref)
  return saveFilled(file, ref, identity, {
    hash: 'sha256',
    measure: async (tokenBytes) => tokenBytes,
    make: (digest) => identity.stamp(digest),
  })
}

/**
 * Saves and fills the signature dictionary, which is the last object of the file, so that @signpdf/signpdf processes
 * only this object.
 * @param contents the longest length of what is made, and how it is made
 */
function saveFilled(
  file: IncrementalFile,
  ref: PdfRef,
  { tokenBytes: expectedTokenBytes }: Pick<SigningIdentity, 'tokenBytes'>,
  contents: Contents & { measure(tokenBytes: number): Promise<number> },
): Promise<Uint8Array> {
  const { bytes, pdf } = file
  const dictionary = pdf.context.resolve(ref) as PdfDict
  const fill = async (tokenBytes: number) => {
    const reserved = new Uint8Array(await contents.measure(tokenBytes))
    dictionary.set('Contents', new PdfString(reserved, 'hex'))
    const increment = writeIncrement(file)
    const offset = objectOffset(increment, ref)
    return withIncrement(bytes, await fillIncrement(bytes, increment, offset, contents))
  }
  return fill(expectedTokenBytes ?? TOKEN_MAX_BYTES).catch((error: unknown) => {
    if (error instanceof CmsTooLong) return fill(TOKEN_MAX_BYTES)
    throw error
  })
}

/** @throws PadesError `not_extended` unless `fileBefore` is an unchanged prefix of the longer `fileAfter`. */
export function assertExtends(fileBefore: Uint8Array, fileAfter: Uint8Array): void {
  if (
    fileAfter.length <= fileBefore.length ||
    Buffer.compare(fileBefore, fileAfter.subarray(0, fileBefore.length)) !== 0
  ) {
    throw new PadesError('not_extended', errorText('failures.earlierBytesChanged'))
  }
}

/** The entries that @signpdf/signpdf replaces: /ByteRange before /Contents, which the caller reserves. */
function emptyContents() {
  const placeholder = PdfName.of('**********')
  return {
    ByteRange: new PdfArray([PdfNumber.of(0), placeholder, placeholder, placeholder]),
    Contents: new PdfString(new Uint8Array(0), 'hex'),
  }
}

/** The signature dictionary before signing. */
function signatureDictionary({ at, name, reason, references, head }: SignatureEntries): PdfDict {
  return dict({
    Type: '/Sig',
    Filter: '/Adobe.PPKLite',
    SubFilter: '/ETSI.CAdES.detached',
    ...emptyContents(),
    M: dateString(at),
    Name: textString(name),
    Reason: reason === undefined ? undefined : textString(reason),
    Reference: references.length > 0 ? new PdfArray(references) : undefined,
    [NAMED_HEAD_KEY]: head && makeNamedHead(head),
  })
}

/** The offset of an object in an increment. */
function objectOffset(increment: Uint8Array, ref: PdfRef): number {
  const bytes = viewBytes(increment)
  return bytes.lastIndexOf(`\n${ref.objectNumber} ${ref.generation} obj\n`) + 1
}
