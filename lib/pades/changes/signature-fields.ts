import { type PdfDict, PdfNumber, type PdfObject, PdfRef } from '@libpdf/core'
import { asDict, findInheritedEntry, numbers } from '#lib/pdf/check/inspect'
import { isTimeStamp, listNamesAbove, readLock, readLockedNames, readTransforms } from '#lib/pdf/fields/locks'
import { readSource, type Source } from '#lib/pdf/file/source'
import { listOwnByteRanges, readByteRange } from '#lib/pdf/file/stream-data'
import { readFieldOwners } from '../field-owners.ts'
import { hasUnboundedAppearance } from './annotations/drawing.ts'
import { equalObjects } from './compare.ts'
import { type FormField, mapFields } from './form-tree.ts'
import type { Permissions } from './modifications.ts'
import type { Revision, Step } from './timeline.ts'

/** A signature field with a value: it was signed. */
export interface SignedField {
  /** Fully qualified. */
  name: string
  ref: PdfRef
  /** The signature dictionary. */
  value: PdfDict
  /** /ByteRange as written, NaN for anything but a number: not checked yet. */
  byteRange: number[]
  /** The offset at which the byte range ends; NaN when it has no four numbers. */
  end: number
}

/** The signed fields of a document, in no order. */
export function listSignedFields(revision: Revision): SignedField[] {
  const { resolve } = revision
  const listSignedFields: SignedField[] = []
  for (const { ref, name, type } of mapFields(revision).values()) {
    const field = asDict(resolve(ref))
    const value = asDict(field?.get('V', resolve))
    if (type !== 'Sig' || !value) continue
    const byteRange = value.getArray('ByteRange', resolve)?.toArray() ?? []
    const numbers = byteRange.map((item) => (item instanceof PdfNumber ? item.value : Number.NaN))
    listSignedFields.push({ name, ref, value, byteRange: numbers, end: numbers[2]! + numbers[3]! })
  }
  return listSignedFields
}

/** Start of /ByteRange: `Buffer.indexOf` finds six characters three times as fast as ten. */
const byteRangePrefix = '/ByteR'

/** The fault of a file with a signature that is no field's value. */
export const orphanSignature = 'The file contains a signature that is in none of its fields.'

/**
 * Reports a signature in the bytes that is no field's value: it was removed from the form, or the file is read as
 * another document than the signed one. Those of an attached PDF are its own, and the text of a page may be about one.
 * What /Perms names counts for nothing: a certification is the value of a field (ISO 32000-2, 12.8.2.2), and a later
 * revision could name any signature there.
 * @returns sentences; empty when there is none
 */
export function findOrphanSignatures(
  file: Buffer,
  { resolve }: Revision,
  fields: readonly SignedField[],
): string[] {
  const listedRanges = new Set(
    fields.map(({ value }) =>
      value
        .getArray('ByteRange', resolve)
        ?.toArray()
        .map((item) => (item instanceof PdfNumber ? item.value : ''))
        .join(' '),
    ),
  )
  const unlisted: number[] = []
  for (
    let offset = file.indexOf(byteRangePrefix);
    offset !== -1;
    offset = file.indexOf(byteRangePrefix, offset + 1)
  ) {
    const numbers = readByteRange(file, offset)
    if (numbers && !listedRanges.has(numbers.join(' '))) unlisted.push(offset)
  }
  const rightsByObject = new Map<number, Set<number>>()
  const isUsageRights = (offset: number) => {
    const start = file.lastIndexOf(' obj', offset)
    const rights = rightsByObject.get(start) ?? listUsageRights(file, start + ' obj'.length)
    rightsByObject.set(start, rights)
    return rights.has(offset)
  }
  const isOrphan = listOwnByteRanges(file, unlisted).some((offset) => !isUsageRights(offset))
  return isOrphan ? [orphanSignature] : []
}

/**
 * The offsets of /ByteRange in the usage rights signatures (ISO 32000-1, 12.8.2.3) of the object at `start`. These are made
 * by software, not a person; preparing a file removes them. The bytes say so, which are as they were signed: a later
 * revision could call any signature one.
 */
function listUsageRights(file: Buffer, start: number): Set<number> {
  const offsets = new Set<number>()
  const visit = (source: Source) => {
    if (source.kind === 'array') source.items.forEach(visit)
    if (source.kind !== 'dict') return
    const find = (name: string) => source.entries.find(({ key }) => key === name)
    const byteRange = find('ByteRange')
    const references = find('Reference')?.value
    if (byteRange && references && toItems(references).some(isUsageRightsReference))
      offsets.add(byteRange.keyStart)
    for (const { value } of source.entries) visit(value)
  }
  const object = readSource(file, start)
  if (object) visit(object)
  return offsets
}

const toItems = (source: Source) => (source.kind === 'array' ? source.items : [source])

const isUsageRightsReference = (source: Source) =>
  source.kind === 'dict' &&
  source.entries.some(
    ({ key, value }) => key === 'TransformMethod' && value.kind === 'name' && /^UR3?$/.test(value.name),
  )

/**
 * What later revisions may change under the certification of `revision`, the lock of the signature's field, and the
 * locks of the signature itself (ISO 32000-2, 12.8.2.2, table 236 and 12.8.2.4).
 */
export function readPermissions(revision: Revision, field: SignedField): Permissions {
  const { resolve } = revision
  const certifying = findCertification(revision)
  const docMdp = certifying && readTransforms(certifying, resolve).find(({ method }) => method === 'DocMDP')
  const p = docMdp?.params?.getNumber('P', resolve)?.value
  // P defaults to 2 (table 257).
  const certified = certifying ? (p === 1 || p === 3 ? p : 2) : null
  const fieldLock = asDict(asDict(resolve(field.ref))?.get('Lock', resolve))
  const locks = readTransforms(field.value, resolve).flatMap(({ method, params }) =>
    method === 'FieldMDP' ? [readLock(params, resolve)] : [],
  )
  return {
    certification: narrow(certified, fieldLock?.getNumber('P', resolve)?.value),
    certifies: isCertification(field.value, revision) || isTimestamp(revision, resolve(field.ref)),
    isLocked: (name) => locks.some((isLocked) => isLocked(name)),
  }
}

/** The lock of a signature field can only deny more than is permitted: without a certification, as much as with P=3. */
function narrow(
  certified: Permissions['certification'],
  p: number | undefined,
): Permissions['certification'] {
  return (p === 1 || p === 2) && p < (certified ?? 3) ? p : certified
}

/** The signature dictionary that the catalog names as the document's certification; null without one. */
function findCertification({ catalog, resolve }: Revision): PdfDict | null {
  return asDict(asDict(catalog.get('Perms', resolve))?.get('DocMDP', resolve))
}

/**
 * Whether the signature dictionary certifies its document (DocMDP, ISO 32000-2, 12.8.2.2): the catalog must name it as
 * well (12.8.6), as any signature may have such a transform.
 */
export function isCertification(signature: PdfDict, revision: Revision): boolean {
  const isDocMdp = readTransforms(signature, revision.resolve).some(({ method }) => method === 'DocMDP')
  return isDocMdp && equalObjects(findCertification(revision) ?? undefined, signature)
}

/** Whether a field holds a document time stamp (ISO 32000-2, 12.8.5). */
export function isTimestamp({ resolve }: Revision, field: PdfObject | null): boolean {
  return isTimeStamp(asDict(asDict(field)?.get('V', resolve)), resolve)
}

/**
 * Whether a signature field has a value, or the field whose widget it is: both may be one dictionary or two (ISO
 * 32000-2, 12.5.6.19). /Kids and /Parent may name different fields: either one counts.
 */
export function isSigned({ ref, type, parent }: FormField, { resolve }: Revision): boolean {
  if (type !== 'Sig') return false
  const dicts = [ref, parent].map((one) => (one ? asDict(resolve(one)) : null))
  return dicts.some((dict) => findInheritedEntry(dict, 'V', resolve) !== undefined)
}

/**
 * Whether the field itself, or the one whose /Kids list it, has a signature as its value. Signing it also changes its
 * appearance, which is reported once. A /Parent alone says nothing: anyone can name another field there; nor does a
 * value that is null or a reference to nothing.
 */
export function holdsSignature({ ref, type, parent }: FormField, { resolve }: Revision): boolean {
  if (type !== 'Sig') return false
  return [ref, parent].some((one) => one && asDict(asDict(resolve(one))?.get('V', resolve)) !== null)
}

/** Whether a step signs a field, or the one whose widget it is, with a person's signature: with no time stamp. */
export function becomesSigned(field: FormField, { before, after }: Step): boolean {
  const dicts = [field.ref, field.parent].map((one) => (one ? asDict(after.resolve(one)) : null))
  return (
    !isSigned(field, before) &&
    holdsSignature(field, after) &&
    !dicts.some((dict) => dict && isTimestamp(after, dict))
  )
}

/** Whether a field or one of its widgets has an area on its page, or an appearance that no area bounds. */
export function isVisible(revision: Revision, field: PdfDict): boolean {
  const { resolve } = revision
  return listWidgets(revision, field).some((widget) => {
    const [x0, y0, x1, y1] = numbers(widget.getArray('Rect', resolve), resolve) ?? []
    return (x0 !== x1 && y0 !== y1) || hasUnboundedAppearance(widget, resolve)
  })
}

/** Whether a field or one of its widgets has an appearance that some readers draw over the whole page. */
export function isUnbounded(revision: Revision, field: PdfDict): boolean {
  return listWidgets(revision, field).some((widget) => hasUnboundedAppearance(widget, revision.resolve))
}

/** Whether a field or one of its widgets has an appearance. */
export function hasAppearance(revision: Revision, field: PdfDict): boolean {
  return listWidgets(revision, field).some((widget) => widget.has('AP'))
}

/** The dictionaries of a field that may be annotations: its own, and its kids. */
function listWidgets({ resolve }: Revision, field: PdfDict): PdfDict[] {
  const kids = field.getArray('Kids', resolve)?.toArray() ?? []
  return [field, ...kids.flatMap((kid) => asDict(kid instanceof PdfRef ? resolve(kid) : kid) ?? [])]
}

/**
 * Returns the signature fields that own a field: their lock (ISO 32000-2, table 236) lists it by name, or the field of
 * our seal does for them (`readFieldOwners`), so that the same person fills it in and signs.
 */
export function listFieldOwners(
  revision: Revision,
  fields: ReadonlyMap<string, FormField>,
): (fieldName: string) => string[] {
  const { resolve } = revision
  const owners = new Map<string, string[]>()
  const add = (signature: string, listed: readonly string[]) => {
    for (const one of listed) {
      const known = owners.get(one)
      if (known) known.push(signature)
      else owners.set(one, [signature])
    }
  }
  for (const { ref, name, type } of fields.values()) {
    const field = type === 'Sig' ? asDict(resolve(ref)) : null
    const lock = asDict(field?.get('Lock', resolve))
    if (lock?.getName('Action', resolve)?.value === 'Include') add(name, readLockedNames(lock, resolve))
    for (const entry of field ? readFieldOwners(field) : []) add(entry.signature, entry.fields)
  }
  if (owners.size === 0) return () => []
  return (fieldName) => listNamesAbove(fieldName).flatMap((ancestor) => owners.get(ancestor) ?? [])
}
