import { type PDF, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from '@libpdf/core'
import { asDict, findInheritedEntry, listAllFields, resolver } from '../check/inspect.ts'
import { decodeText, dict } from '../file/objects.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/** Sub-filters of document time stamps (ISO 32000-2, 12.8.5; DOC-ICP-15.03 of ICP Brasil for PBAD). */
export const timeStampFilters: readonly string[] = ['ETSI.RFC3161', 'PBAD.DocTimeStamp']

/** What a signature of a file locks. */
export interface SignatureLock {
  /** The name of the signer in the signature, else that of its field. */
  signature: string
  /** Whether it is a document time stamp. */
  isTimeStamp: boolean
  /** Whether nobody may change the field of this full name any more. */
  isLocked(fieldName: string): boolean
}

/** What the signatures of a file lock (FieldMDP, ISO 32000-2, 12.8.2.4). */
export function listLocks(pdf: PDF): SignatureLock[] {
  const resolve = resolver(pdf)
  return listFields(pdf).flatMap(({ type, name, dict: field }) => {
    const value = type === 'Sig' ? asDict(field.get('V', resolve)) : null
    if (!value) return []
    const signer = value.getString('Name', resolve)
    const locks = readTransforms(value, resolve).flatMap(({ method, params }) =>
      method === 'FieldMDP' ? [readLock(params, resolve)] : [],
    )
    const isLocked = (fieldName: string) => locks.some((locks) => locks(fieldName))
    const signature = (signer && decodeText(signer)) || name
    return [{ signature, isTimeStamp: isTimeStamp(value, resolve), isLocked }]
  })
}

/** Whether a signature is a document time stamp, which is nobody's consent. Its /Type alone says nothing. */
export function isTimeStamp(signature: PdfDict | null, resolve: Resolve): boolean {
  return timeStampFilters.includes(signature?.getName('SubFilter', resolve)?.value ?? '')
}

/** The transforms in the signature reference dictionaries of a signature (ISO 32000-2, table 256). */
export function readTransforms(
  signature: PdfDict,
  resolve: Resolve,
): { method: string | undefined; params: PdfDict | null }[] {
  const references = signature.getArray('Reference', resolve)?.toArray() ?? []
  return references.flatMap((item) => {
    const reference = asDict(item instanceof PdfRef ? resolve(item) : item)
    if (!reference) return []
    const method = reference.getName('TransformMethod', resolve)?.value
    return [{ method, params: asDict(reference.get('TransformParams', resolve)) }]
  })
}

/**
 * A signature reference dictionary that locks fields (FieldMDP, ISO 32000-2, 12.8.2.4). /Data, which that transform
 * demands (table 256), is the catalog.
 * @param params the transform's parameters (table 259)
 */
export function makeLockReference(pdf: PDF, params: PdfDict): PdfDict {
  return dict({
    Type: '/SigRef',
    TransformMethod: '/FieldMDP',
    TransformParams: params,
    Data: pdf.context.info.trailer.getRef('Root'),
  })
}

/**
 * Lets the fields of a document be locked before a later revision. pyHanko takes two kinds of appearance for ones that
 * the revision has redrawn: an indirect dictionary of them, and one of a widget without a state (/AS), which readers
 * heed only where there are several appearances (ISO 32000-2, table 166).
 */
export function makeLockable(pdf: PDF): void {
  const resolve = resolver(pdf)
  for (const { type, dict: field } of listFields(pdf)) {
    const appearances = asDict(field.get('AP', resolve))
    if (type === 'Sig' || !appearances) continue
    if (field.get('AP') instanceof PdfRef) field.set('AP', new PdfDict(appearances))
    if (field.has('AS')) continue
    const hasStates = [...appearances.keys()].some(
      (key) => !(appearances.get(key.value, resolve) instanceof PdfStream),
    )
    if (!hasStates) field.set('AS', PdfName.of('Normal'))
    else if (isOff(field, resolve)) field.set('AS', PdfName.of('Off'))
  }
}

function isOff(field: PdfDict, resolve: Resolve): boolean {
  const value = findInheritedEntry(field, 'V', resolve)
  return value === undefined || (value instanceof PdfName && value.value === 'Off')
}

/**
 * The full names of the fields that no signature locks yet and that can be (`makeLockable`), and of those above them
 * that have no other field below: a value may be theirs (ISO 32000-2, 12.7.4.1). No signature field is among them.
 */
export function listLockable(pdf: PDF): string[] {
  const locks = listLocks(pdf)
  const lockable = new Map<string, boolean>()
  for (const { name, above, type, dict: field } of listFields(pdf)) {
    const can = type !== 'Sig' && isLockable(field, resolver(pdf))
    for (const one of [...above, name]) lockable.set(one, can && lockable.get(one) !== false)
  }
  const names = [...lockable].flatMap(([name, can]) => (can && name !== '' ? [name] : []))
  return names.filter((name) => !locks.some(({ isLocked }) => isLocked(name)))
}

function listFields(pdf: PDF) {
  const resolve = resolver(pdf)
  return [...listAllFields(asDict(pdf.context.catalog.getDict().get('AcroForm', resolve)), resolve)]
}

function isLockable(field: PdfDict, resolve: Resolve): boolean {
  const appearances = field.get('AP')
  if (appearances instanceof PdfRef) return asDict(resolve(appearances)) === null
  return field.has('AS') || ![...(asDict(appearances) ?? [])].some(([, one]) => one instanceof PdfRef)
}

/** Returns whether a FieldMDP transform (table 259) locks a field, by its name or that of a field above it. */
export function readLock(params: PdfDict | null, resolve: Resolve): (fieldName: string) => boolean {
  const action = params?.getName('Action', resolve)?.value
  const listed = new Set(readLockedNames(params, resolve))
  const isListed = (fieldName: string) =>
    listed.has(fieldName) ||
    (fieldName.includes('.') && listNamesAbove(fieldName).some((name) => listed.has(name)))
  if (action === 'Include') return isListed
  return (fieldName) => action === 'All' || (action === 'Exclude' && !isListed(fieldName))
}

/** A field's name and the names of the fields above it, from the outermost one. */
export function listNamesAbove(fieldName: string): string[] {
  const names: string[] = []
  for (let dot = fieldName.indexOf('.'); dot !== -1; dot = fieldName.indexOf('.', dot + 1))
    names.push(fieldName.slice(0, dot))
  return [...names, fieldName]
}

/** The field names in /Fields of a lock or of FieldMDP parameters. */
export function readLockedNames(lock: PdfDict | null, resolve: Resolve): string[] {
  const listed = lock?.getArray('Fields', resolve)?.toArray() ?? []
  return listed.flatMap((item) => {
    const name = item instanceof PdfRef ? resolve(item) : item
    return name instanceof PdfString ? [decodeText(name)] : []
  })
}
