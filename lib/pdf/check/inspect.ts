import {
  type PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from '@libpdf/core'
import { viewBytes } from '#lib/core/runtime/bytes'
import { decodeText } from '../file/objects.ts'
import { listOwnByteRanges, outsideStreamData } from '../file/stream-data.ts'
import { type PageBoxes, type PageGeometry, readPageGeometry } from '../geometry.ts'

/**
 * Facts that a search in the bytes finds, without opening the file; not those in the data of a stream, such as an
 * attached PDF, but for what a verification takes for a signature there (`listOwnByteRanges`).
 */
export interface RawFacts {
  /** `hasHeader`. */
  header: boolean
  /** The bytes contain /ByteRange of a signature dictionary (ISO 32000-2, 12.8.1) or /DocMDP. */
  signatureTraces: boolean
  /** A /ByteRange that was reserved for a signature and never filled in. */
  unfilledByteRange: boolean
  /** A trailer names an encryption dictionary (ISO 32000-2, 7.6.2). */
  encrypt: boolean
  /** Two trailers of a hybrid-reference file name the same /XRefStm (ISO 32000-2, 7.5.8.4). */
  repeatedXRefStm: boolean
}

/** A signature field (ISO 32000-2, 12.7.5.5) that holds a signature. */
export interface SignedField {
  /** The fully qualified name. */
  name: string
  /** Why this signature forbids new fields, a clause to follow the signature's name; null when it does not. */
  forbids: string | null
}

/** Pages, signatures and form of an opened file. */
export interface Inspection {
  /** In page order, as @libpdf/core walks the page tree. */
  pages: PageGeometry[]
  signed: SignedField[]
  /** P of the certification (DocMDP, ISO 32000-2, 12.8.2.2): 1 nothing, 2 forms, 3 forms and annotations. */
  certification: 1 | 2 | 3 | null
  /** The file has a usage rights signature (/Perms /UR3, 12.8.2.3), which is not a person's. */
  usageRights: boolean
  /** The AcroForm has an /XFA entry (ISO 32000-1, 12.7.8). */
  xfa: boolean
  /** The pages are rendered from the XFA form only (/NeedsRendering true). */
  needsRendering: boolean
  /** Readers show the files in this one instead of its pages (/Collection, 12.3.5). */
  portfolio: boolean
  /** Terminal fields of the AcroForm. */
  fieldCount: number
}

/** Deepest page or field tree that is followed. */
const maxDepth = 200
/** The highest object number readers share is 8,388,607 (ISO 32000-1, annex C); the rest is for our increments. */
const lastObjectNumber = 8_000_000
const slash = 0x2f

/**
 * Whether `%PDF-` is in the first 1,024 bytes (ISO 32000-1, implementation note 13): behind what mail and printers put
 * before it, but not as a part of an archive or of signed data (`isContainer`), whose other parts would be lost.
 */
export function hasHeader(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).toString('latin1')
  const offset = head.indexOf('%PDF-')
  return offset >= 0 && !isContainer(head.slice(0, offset))
}

/** How files of ZIP (also an empty or split one), RAR and 7z begin. */
const archives = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08', 'Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c']

/**
 * Whether a file that begins with `head` is an archive, or an object of CMS or a time-stamped one: an ASN.1 SEQUENCE of
 * any length whose first member is an object identifier of PKCS (RFC 5652, 3 and 5; RFC 5544, 2).
 */
function isContainer(head: string): boolean {
  if (archives.some((beginning) => head.startsWith(beginning))) return true
  if (head.startsWith('ustar', 257)) return true
  return head.startsWith('0') && head.slice(2, 16).includes('\x2a\x86\x48\x86\xf7\x0d\x01')
}

/** Scans the bytes once, in linear time. */
export function scanRaw(bytes: Uint8Array): RawFacts {
  const rawBytes = viewBytes(bytes)
  const [allByteRanges, ...others] = occurrences(rawBytes, ['/ByteRange', '/DocMDP', '/Encrypt', '/XRefStm'])
  const byteRanges = listOwnByteRanges(rawBytes, allByteRanges!)
  const [docMdps, encrypts, xrefStms] = others.map((offsets) => outsideStreamData(rawBytes, offsets))
  return {
    header: hasHeader(bytes),
    signatureTraces: byteRanges.length > 0 || docMdps!.length > 0,
    unfilledByteRange: byteRanges.some((offset) =>
      /^\s*\[[^\]]*\*/.test(rawBytes.toString('latin1', offset + 10, offset + 200)),
    ),
    encrypt: encrypts!.some((offset) =>
      /^\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(rawBytes.toString('latin1', offset, offset + 40)),
    ),
    repeatedXRefStm: repeated(rawBytes, xrefStms!).length > 0,
  }
}

/**
 * A copy in which every repeated /XRefStm is replaced by blanks. A reader that applies the stream before the
 * section's own table would otherwise see old objects.
 */
export function withoutRepeatedXRefStm(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = Buffer.from(bytes)
  const xrefStms = outsideStreamData(copy, occurrences(copy, ['/XRefStm'])[0]!)
  for (const [offset, length] of repeated(copy, xrefStms)) copy.fill(0x20, offset, offset + length)
  return new Uint8Array(copy.buffer, copy.byteOffset, copy.byteLength)
}

/** Reads the catalog, the pages and the fields of an opened file. Follows no loop. */
export function inspect(pdf: PDF): Inspection {
  const resolve = resolver(pdf)
  const catalog = pdf.context.catalog.getDict()
  const form = asDict(catalog.get('AcroForm', resolve))
  const perms = asDict(catalog.get('Perms', resolve))
  const certification = asDict(perms?.get('DocMDP', resolve))
  const signedFields: SignedField[] = []
  let fieldCount = 0
  for (const field of listTerminalFields(form, resolve)) {
    fieldCount++
    if (field.type !== 'Sig') continue
    const value = asDict(field.dict.get('V', resolve))
    if (value?.has('ByteRange'))
      signedFields.push({
        name: field.name,
        forbids: readRestriction(field.dict, value, value === certification, resolve),
      })
  }
  return {
    pages: pdf.context.pages.getPages().map((ref, index) => {
      return readPageGeometry(index + 1, readPageBoxes(asDict(resolve(ref)), resolve))
    }),
    signed: signedFields,
    certification: readCertification(certification, resolve),
    usageRights: hasValue(perms, 'UR3', resolve) || hasValue(perms, 'UR', resolve),
    xfa: hasValue(form, 'XFA', resolve),
    needsRendering: catalog.getBool('NeedsRendering', resolve)?.value === true,
    portfolio: isPortfolio(catalog, resolve),
    fieldCount,
  }
}

/**
 * Whether increments can be appended: @libpdf/core does not demand a rewrite, and object numbers stay below the
 * limit that readers share (ISO 32000-1, annex C).
 */
export function canGrow(pdf: PDF): boolean {
  return pdf.canSaveIncrementally() === null && pdf.context.registry.nextObjectNumber <= lastObjectNumber
}

/** Returns the function that resolves references of `pdf`; null for a missing object. */
export function resolver(pdf: PDF): (ref: PdfRef) => PdfObject | null {
  return (ref) => pdf.context.resolve(ref)
}

/** An inheritable entry of a page, from the page or the nearest ancestor that has it (ISO 32000-2, 7.7.3.4). */
export function findInheritedEntry(
  page: PdfDict | null,
  key: string,
  resolve: (ref: PdfRef) => PdfObject | null,
): PdfObject | undefined {
  const visited = new Set<PdfDict>()
  for (let node = page; node && !visited.has(node) && visited.size < maxDepth; ) {
    const value = node.get(key, resolve)
    if (value !== undefined && value.type !== 'null') return value
    visited.add(node)
    node = asDict(node.get('Parent', resolve))
  }
  return undefined
}

/** Whether the entry is present: one that is null counts as absent (7.3.7). */
export function hasValue(
  dict: PdfDict | null | undefined,
  key: string,
  resolve: (ref: PdfRef) => PdfObject | null,
): boolean {
  return (dict?.get(key, resolve)?.type ?? 'null') !== 'null'
}

/** Whether an annotation has a normal appearance, or several by state (ISO 32000-2, 12.5.5): without one, some readers draw it. */
export function hasNormalAppearance(
  annotation: PdfDict,
  resolve: (ref: PdfRef) => PdfObject | null,
): boolean {
  const normal = asDict(asDict(annotation.get('AP', resolve))?.get('N', resolve))
  return normal instanceof PdfStream || (normal !== null && [...normal.keys()].length > 0)
}

/** The object where it is a dictionary or a stream, which extends it in @libpdf/core; else null. */
export function asDict(object: PdfObject | null | undefined): PdfDict | null {
  return object instanceof PdfDict ? object : null
}

function readPageBoxes(page: PdfDict | null, resolve: (ref: PdfRef) => PdfObject | null): PageBoxes {
  return {
    mediaBox: numbers(findInheritedEntry(page, 'MediaBox', resolve), resolve),
    cropBox: numbers(findInheritedEntry(page, 'CropBox', resolve), resolve),
    rotate: asNumber(findInheritedEntry(page, 'Rotate', resolve)),
    userUnit: asNumber(page?.get('UserUnit', resolve)),
  }
}

function asNumber(object: PdfObject | null | undefined): number | null {
  return object instanceof PdfNumber ? object.value : null
}

/** The numbers of a rectangle or another array, which may be behind references; NaN for one that is missing. */
export function numbers(
  object: PdfObject | undefined,
  resolve: (ref: PdfRef) => PdfObject | null,
  count = 4,
): number[] | null {
  if (!(object instanceof PdfArray)) return null
  return Array.from({ length: count }, (_, index) => asNumber(object.at(index, resolve)) ?? Number.NaN)
}

interface FormField {
  name: string
  /** The names of the fields above it. */
  above: string[]
  type: string | undefined
  dict: PdfDict
  /** Whether no field is below it (ISO 32000-2, 12.7.4.2). */
  isTerminal: boolean
}

/** The fields that have no field below them, with their inherited type. */
export function* listTerminalFields(
  form: PdfDict | null,
  resolve: (ref: PdfRef) => PdfObject | null,
): Generator<FormField> {
  for (const field of listAllFields(form, resolve)) if (field.isTerminal) yield field
}

/** The fields of a form, also those that have others below them, with their inherited type. */
export function* listAllFields(
  form: PdfDict | null,
  resolve: (ref: PdfRef) => PdfObject | null,
): Generator<FormField> {
  const visited = new Set<PdfDict>()
  const queue = getKids(form, 'Fields', resolve).map((dict) => ({
    dict,
    name: '',
    above: [] as string[],
    type: undefined,
  }))
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { dict, above } = next
    if (visited.has(dict) || above.length > maxDepth) continue
    visited.add(dict)
    const title = dict.getString('T', resolve)
    const partial = title && decodeText(title)
    const name = [next.name, partial].filter(Boolean).join('.')
    const type: string | undefined = dict.getName('FT', resolve)?.value ?? next.type
    const below = getKids(dict, 'Kids', resolve).filter((kid) => kid.has('T'))
    yield { name, above, type, dict, isTerminal: below.length === 0 }
    const path = [...above, name]
    for (const kid of below) queue.push({ dict: kid, name, above: path, type: type as undefined })
  }
}

function getKids(dict: PdfDict | null, key: string, resolve: (ref: PdfRef) => PdfObject | null): PdfDict[] {
  const kids = dict?.getArray(key, resolve)
  if (!kids) return []
  return kids.toArray().flatMap((kid) => asDict(kid instanceof PdfRef ? resolve(kid) : kid) ?? [])
}

/** /P of the DocMDP transform of a signature dictionary; 2 is the default (table 257). */
function readCertification(
  signature: PdfDict | null,
  resolve: (ref: PdfRef) => PdfObject | null,
): 1 | 2 | 3 | null {
  if (!signature) return null
  for (const reference of getKids(signature, 'Reference', resolve)) {
    if (reference.getName('TransformMethod', resolve)?.value !== 'DocMDP') continue
    const permission = asNumber(asDict(reference.get('TransformParams', resolve))?.get('P', resolve))
    return permission === 1 || permission === 3 ? permission : 2
  }
  return 2
}

/** A collection that is hidden at first shows the pages, unless it names another document for that (ISO 32000-2, table 153). */
function isPortfolio(catalog: PdfDict, resolve: (ref: PdfRef) => PdfObject | null): boolean {
  if (!hasValue(catalog, 'Collection', resolve)) return false
  const collection = asDict(catalog.get('Collection', resolve))
  return collection?.getName('View', resolve)?.value !== 'H' || hasValue(collection, 'D', resolve)
}

/** New fields are forbidden by a lock on all fields (FieldMDP, 12.8.2.4) or by /P of the field's lock (12.7.5.5). */
function readRestriction(
  field: PdfDict,
  signature: PdfDict,
  isCertification: boolean,
  resolve: (ref: PdfRef) => PdfObject | null,
): string | null {
  const lock = asDict(field.get('Lock', resolve))
  if (asNumber(lock?.get('P', resolve))) return 'closes the document to further fields'
  for (const reference of getKids(signature, 'Reference', resolve)) {
    const method = reference.getName('TransformMethod', resolve)?.value
    const params = asDict(reference.get('TransformParams', resolve))
    // A certification that is not in the catalog's /Perms: readers disagree about what it permits.
    if (method === 'DocMDP' && !isCertification) return 'certifies the document'
    const action = params?.get('Action', resolve)
    if (method === 'FieldMDP' && action instanceof PdfName && action.value !== 'Include')
      return 'locks every field of the document'
  }
  return null
}

/** Those /XRefStm entries whose offset an earlier one has, as [position, length]. */
function repeated(rawBytes: Buffer, positions: number[]): [at: number, length: number][] {
  const visited = new Set<string>()
  const repeats: [number, number][] = []
  for (const position of positions) {
    const [whole, offset] =
      /^\/XRefStm\s+(\d+)/.exec(rawBytes.toString('latin1', position, position + 40)) ?? []
    if (!whole || !offset) continue
    if (visited.has(offset)) repeats.push([position, whole.length])
    visited.add(offset)
  }
  return repeats
}

/** Positions of each name; the names must differ in their first letter. One pass, from slash to slash. */
function occurrences(rawBytes: Buffer, names: string[]): number[][] {
  const positions = names.map((): number[] => [])
  // An array and not a Map, for speed: every slash of the file is looked up.
  const indexByLetter = new Int8Array(256).fill(-1)
  for (const [index, name] of names.entries()) indexByLetter[name.charCodeAt(1)] = index
  for (let offset = rawBytes.indexOf(slash); offset !== -1; offset = rawBytes.indexOf(slash, offset + 1)) {
    const index = indexByLetter[rawBytes[offset + 1]!] ?? -1
    if (index < 0) continue
    const name = names[index]!
    if (rawBytes.toString('latin1', offset, offset + name.length) === name) positions[index]!.push(offset)
  }
  return positions
}
