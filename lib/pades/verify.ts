import { X509Certificate } from 'node:crypto'
import { type PDF, type PdfDict, PdfNumber, PdfRef, PdfString } from '@libpdf/core'
import type { ActiveContent } from '#lib/pdf/active-content'
import { findActiveContent } from '#lib/pdf/find-active-content'
import { asDict, resolver } from '#lib/pdf/inspect'
import { loadPdf } from '#lib/pdf/load'
import { parseDate } from '#lib/pdf/objects'
import { Comparison, fieldsByRef, type Permissions } from './changes.ts'
import { verifyCms } from './cms-verify.ts'
import { equalObjects } from './compare.ts'
import { commonNameOf } from './names.ts'
import { checkByteRange, coversAll, RangeHasher } from './ranges.ts'
import { touchedSince } from './revisions.ts'
import { timestampOf } from './time-stamp-verify.ts'

/** What was found out about one signature of a file. */
export interface SignatureReport {
  fieldName: string
  /** Common name of the signer's certificate. */
  signerName: string
  /** Common name of the certificate's issuer. */
  issuerName: string
  /** Serial number of the certificate, hexadecimal. */
  serialNumber: string
  subFilter: string
  byteRange: [number, number, number, number]
  /** True when nothing follows the signed bytes. */
  coversWholeFile: boolean
  /** The message digest is that of the signed bytes. */
  digestOk: boolean
  /** The CMS signature fits the certificate, and the signing-certificate attribute names it. */
  signatureOk: boolean
  /** Later revisions changed only what this signature and the certification permit. */
  changesOk: boolean
  /** All three, and a byte range that leaves out its own Contents only. */
  valid: boolean
  /** What is wrong, in sentences; empty when valid. */
  faults: string[]
  certification: boolean
  /** `/M` of the signature dictionary, ISO 8601; claimed by the signer, not proved. */
  signedAt?: string
  /** When an authority for time stamps, whoever vouches for it, saw the signature (PAdES B-T); ISO 8601. */
  timestampedAt?: string
  reason?: string
  /** DER. */
  certificate: Uint8Array
  /** The certificates that came with the signature, its own left out; DER, unordered, vouched for by nobody here. */
  others: Uint8Array[]
}

export interface VerifyReport {
  /** In the order of their revisions. */
  signatures: SignatureReport[]
  /** At least one signature, and every one valid. */
  valid: boolean
  /** The last signature covers the whole file. */
  coversWholeFile: boolean
  /** What is wrong with the file as a whole; empty when nothing is. */
  faults: string[]
  /** Empty too for a file that cannot be read. */
  activeContent: ActiveContent[]
}

/**
 * Verifies every signature of a file: byte ranges, digests, CMS signatures, and what later revisions changed.
 * Whom a certificate belongs to (its chain) is not judged here.
 * @throws never for a damaged file: the report's `faults` say what is wrong.
 */
export async function verifyPdf(bytes: Uint8Array): Promise<VerifyReport> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const pdf = await loadPdf(bytes).catch((error: Error) => error)
  if (pdf instanceof Error) return report([], [`The file cannot be read: ${pdf.message}`])
  try {
    const fields = signedFields(pdf)
    const signatures = await checkAll(file, pdf, fields)
    return report(signatures, unclaimedSignatures(file, pdf, fields), findActiveContent(pdf))
  } catch (error) {
    return report([], [`The file cannot be judged: ${(error as Error).message}`])
  }
}

/** What was found out about the revisions that a file was extended by. */
export interface IncrementReport {
  /** The signatures that they add, in their order. */
  added: SignatureReport[]
  /** Earlier signatures that do not permit what they change, with a sentence each. */
  broken: { fieldName: string; fault: string }[]
  /** What they make wrong with the file as a whole. */
  faults: string[]
}

/**
 * Verifies what follows the first `length` bytes of a file, each of whose revisions was verified so in its turn: of
 * their signatures only what it means to them is judged, so that a file with a thousand can still take another. The
 * oldest of them is held against all that followed it: what two revisions permit one by one they may not permit together.
 * @throws never for a damaged file: the report says what is wrong.
 */
export async function verifyIncrement(bytes: Uint8Array, length: number): Promise<IncrementReport> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const before = file.subarray(0, length)
    const [old, pdf] = [await loadPdf(before), await loadPdf(bytes)]
    const [earlier, fields] = [signedFields(old), signedFields(pdf)]
    const known = Map.groupBy(earlier, ({ name }) => name)
    const isKnown = ({ name, value }: SignedField) =>
      known.get(name)?.some((one) => equalObjects(one.value, value)) ?? false
    const faultsBefore = unclaimedSignatures(before, old, earlier)
    return {
      added: await checkAll(
        file,
        pdf,
        fields.filter((field) => !isKnown(field)),
      ),
      broken: await brokenIn(file, { old, pdf, length }, earlier),
      faults: unclaimedSignatures(file, pdf, fields).filter((fault) => !faultsBefore.includes(fault)),
    }
  } catch (error) {
    return { added: [], broken: [], faults: [`The revision cannot be judged: ${(error as Error).message}`] }
  }
}

async function brokenIn(
  file: Buffer,
  { old, pdf, length }: { old: PDF; pdf: PDF; length: number },
  earlier: SignedField[],
): Promise<IncrementReport['broken']> {
  const oldest = earlier.sort((a, b) => a.end - b.end)[0]
  if (!oldest) return []
  const step = new Comparison(old, pdf, touchedSince(file, length))
  const sinceOldest = await laterChanges(file, pdf, oldest)
  return earlier.flatMap((field) => {
    const faults = step.forbidden(permissionsOf(old, field))
    if (field === oldest) faults.push(...sinceOldest)
    return faults.length > 0 ? [{ fieldName: field.name, fault: faults[0]! }] : []
  })
}

/** In the order of their revisions. */
async function checkAll(file: Buffer, pdf: PDF, fields: SignedField[]): Promise<SignatureReport[]> {
  const hasher = new RangeHasher(file)
  const inOrder = fields.sort((a, b) => a.end - b.end)
  const signatures = inOrder.map((field) => checkSignature(file, pdf, field, hasher))
  for (const [index, field] of inOrder.entries()) {
    const signature = signatures[index]!
    const changes = signature.coversWholeFile ? [] : await laterChanges(file, pdf, field)
    signature.changesOk = changes.length === 0
    signature.faults.push(...changes)
    signature.valid = signature.faults.length === 0
  }
  return signatures
}

/** A signature field with its value, and where its signature ends. */
interface SignedField {
  name: string
  value: PdfDict
  byteRange: number[]
  end: number
}

function report(
  signatures: SignatureReport[],
  faults: string[],
  activeContent: ActiveContent[] = [],
): VerifyReport {
  return {
    activeContent,
    signatures,
    faults,
    valid: signatures.length > 0 && faults.length === 0 && signatures.every(({ valid }) => valid),
    coversWholeFile: signatures.at(-1)?.coversWholeFile ?? false,
  }
}

function signedFields(pdf: PDF): SignedField[] {
  const resolve = resolver(pdf)
  const found: SignedField[] = []
  for (const [key, { name, type }] of fieldsByRef(pdf)) {
    const [number, generation] = key.split(' ').map(Number)
    const field = asDict(resolve(PdfRef.of(number!, generation)))
    const value = asDict(field?.get('V', resolve))
    if (type !== 'Sig' || !value) continue
    const byteRange = value.getArray('ByteRange', resolve)?.toArray() ?? []
    const numbers = byteRange.map((item) => (item instanceof PdfNumber ? item.value : Number.NaN))
    found.push({ name, value, byteRange: numbers, end: numbers[2]! + numbers[3]! })
  }
  return found
}

/** Of /ByteRange: Node searches for six characters three times as fast as for ten. */
const byteRangeBegins = '/ByteR'

/**
 * Signatures that stand in the bytes but are no field's value any more: someone took them out of the form, or a reader
 * sees another document than the one that was signed.
 */
function unclaimedSignatures(file: Buffer, pdf: PDF, fields: SignedField[]): string[] {
  const resolve = resolver(pdf)
  const perms = asDict(pdf.context.catalog.getDict().get('Perms', resolve))
  const values = [
    ...fields.map(({ value }) => value),
    ...(perms ? [...perms.keys()].map((key) => asDict(perms.get(key, resolve))) : []),
  ]
  const known = new Set(
    values.map((value) =>
      value
        ?.getArray('ByteRange', resolve)
        ?.toArray()
        .map((item) => (item instanceof PdfNumber ? item.value : ''))
        .join(' '),
    ),
  )
  for (let at = file.indexOf(byteRangeBegins); at !== -1; at = file.indexOf(byteRangeBegins, at + 1)) {
    const numbers = /^\/ByteRange\s*\[\s*([\d\s]+?)\s*\]/.exec(file.toString('latin1', at, at + 120))?.[1]
    if (numbers && !known.has(numbers.split(/\s+/).map(Number).join(' ')) && !isUsageRights(file, at)) {
      return ['The file holds a signature that is in none of its fields.']
    }
  }
  return []
}

/** A usage rights signature (ISO 32000-1, 12.8.2.3) vouches for software, not for a person; preparing takes it away. */
function isUsageRights(file: Buffer, byteRangeAt: number): boolean {
  const from = file.lastIndexOf(' obj', byteRangeAt)
  const object = file.toString('latin1', from, file.indexOf('endobj', byteRangeAt))
  return /\/TransformMethod\s*\/UR3?\b/.test(object)
}

function checkSignature(file: Buffer, pdf: PDF, field: SignedField, hasher: RangeHasher): SignatureReport {
  const { name, value, byteRange } = field
  const subFilter = value.getName('SubFilter')?.value ?? ''
  const contents = value.getString('Contents')?.bytes ?? new Uint8Array()
  const range = checkByteRange(file, byteRange, contents)
  const faults = typeof range === 'string' ? [range] : []
  const verdict = typeof range === 'string' ? null : verifyCms(contents, subFilter, hasher.bytes(range))
  faults.push(...(verdict?.faults ?? []))
  const stampedAt = verdict?.faults.length === 0 ? timestampOf(contents, verdict.certificate!) : undefined
  const certificate = verdict?.certificate ? new X509Certificate(verdict.certificate) : null
  const claimed = parseDate(value.getString('M')?.asString())
  return {
    fieldName: name,
    signerName: certificate ? commonNameOf(certificate.subject) : '',
    issuerName: certificate ? commonNameOf(certificate.issuer) : '',
    serialNumber: certificate?.serialNumber ?? '',
    subFilter,
    byteRange: [byteRange[0] ?? 0, byteRange[1] ?? 0, byteRange[2] ?? 0, byteRange[3] ?? 0],
    coversWholeFile: typeof range !== 'string' && coversAll(file, range),
    digestOk: verdict?.digestOk ?? false,
    signatureOk: verdict?.signatureOk ?? false,
    changesOk: false,
    valid: false,
    faults,
    certification: transforms(value, pdf).some(({ method }) => method === 'DocMDP'),
    signedAt: (verdict?.stampedAt ?? claimed)?.toISOString(),
    timestampedAt: stampedAt?.toISOString(),
    reason: value.getString('Reason')?.asString(),
    certificate: verdict?.certificate ?? new Uint8Array(),
    others: verdict?.others ?? [],
  }
}

/** What was changed after a signature that its document, as signed, does not permit. */
async function laterChanges(file: Buffer, now: PDF, field: SignedField): Promise<string[]> {
  if (!(field.end <= file.length)) return []
  try {
    const touched = touchedSince(file, field.end)
    const old = await loadPdf(file.subarray(0, field.end))
    if (old.recoveredViaBruteForce) return ['The signed bytes are no complete revision of the document.']
    return new Comparison(old, now, touched).forbidden(permissionsOf(old, field))
  } catch (error) {
    return [`What was changed after signing cannot be judged: ${(error as Error).message}`]
  }
}

function permissionsOf(old: PDF, field: SignedField): Permissions {
  const resolve = resolver(old)
  const perms = asDict(old.context.catalog.getDict().get('Perms', resolve))
  const certifying = asDict(perms?.get('DocMDP', resolve))
  const docMdp = certifying && transforms(certifying, old).find(({ method }) => method === 'DocMDP')
  const p = docMdp?.params?.getNumber('P', resolve)?.value
  const locks = transforms(field.value, old).filter(({ method }) => method === 'FieldMDP')
  return {
    certification: certifying ? (p === 1 || p === 3 ? p : 2) : null,
    isLocked: (name) => locks.some(({ params }) => locksField(params, name)),
  }
}

/** The signature reference dictionaries of a signature (ISO 32000-2, table 256). */
function transforms(signature: PdfDict, pdf: PDF): { method: string | undefined; params: PdfDict | null }[] {
  const resolve = resolver(pdf)
  const references = signature.getArray('Reference', resolve)?.toArray() ?? []
  return references.flatMap((item) => {
    const reference = asDict(item instanceof PdfRef ? resolve(item) : item)
    if (!reference) return []
    const method = reference.getName('TransformMethod', resolve)?.value
    return [{ method, params: asDict(reference.get('TransformParams', resolve)) }]
  })
}

/** Whether a FieldMDP transform's parameters (table 259) lock a field, by its name or that of a field above it. */
function locksField(params: PdfDict | null, name: string): boolean {
  const action = params?.getName('Action')?.value
  const listed = params?.getArray('Fields')?.toArray() ?? []
  const named = listed.some((item) => {
    const listedName = item instanceof PdfString ? item.asString() : ''
    return name === listedName || name.startsWith(`${listedName}.`)
  })
  return action === 'All' || (action === 'Include' ? named : action === 'Exclude' && !named)
}
