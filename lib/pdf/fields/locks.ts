import { type PDF, type PdfDict, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { asDict, listTerminalFields, resolver } from '../check/inspect.ts'
import { decodeText } from '../file/objects.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/** What a signature of a file locks. */
export interface SignatureLock {
  /** The name of the signer in the signature, else that of its field. */
  signature: string
  /** Whether nobody may change the field of this full name any more. */
  isLocked(fieldName: string): boolean
}

/** What the signatures of a file lock (FieldMDP, ISO 32000-2, 12.8.2.4). */
export function listLocks(pdf: PDF): SignatureLock[] {
  const resolve = resolver(pdf)
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  return [...listTerminalFields(form, resolve)].flatMap(({ type, name, dict: field }) => {
    const value = type === 'Sig' ? asDict(field.get('V', resolve)) : null
    if (!value) return []
    const signer = value.getString('Name', resolve)
    const locks = readTransforms(value, resolve).flatMap(({ method, params }) =>
      method === 'FieldMDP' ? [readLock(params, resolve)] : [],
    )
    const isLocked = (fieldName: string) => locks.some((locks) => locks(fieldName))
    return [{ signature: (signer && decodeText(signer)) || name, isLocked }]
  })
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
