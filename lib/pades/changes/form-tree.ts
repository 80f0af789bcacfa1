import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { cutText } from '#lib/core/text/characters'
import { asDict } from '#lib/pdf/check/inspect'
import { decodeTextString } from '#lib/pdf/fields/choices'
import { decodeText } from '#lib/pdf/file/objects'
import { equalObjects, getRefs, refKey } from './compare.ts'
import type { Revision, Step } from './timeline.ts'

/** A field of the form, or a widget of one. */
export interface FormField {
  ref: PdfRef
  /** Fully qualified; a widget without /T has its field's name. */
  name: string
  /** /FT, own or inherited. */
  type: string | undefined
  /** The field whose /Kids list it. */
  parent?: PdfRef
}

/** What a field's own dictionary says about its place in the tree. */
interface FieldNode {
  partial: string | undefined
  type: string | undefined
  kids: PdfRef[]
}

/** Nodes of fields that were read: a later revision has the same dictionary where it did not change the field. */
const nodes = new WeakMap<PdfDict, FieldNode>()

/** Every field and widget of the form by its reference (`refKey`). */
export function mapFields(revision: Revision): Map<string, FormField> {
  const { resolve } = revision
  const fields = new Map<string, FormField>()
  const queue = getRefs(getForm(revision)?.getArray('Fields', resolve)).map((ref) => ({
    ref,
    name: '',
    type: undefined as string | undefined,
    parent: undefined as PdfRef | undefined,
  }))
  for (let next = queue.pop(); next; next = queue.pop()) {
    const key = refKey(next.ref)
    const field = fields.has(key) ? null : asDict(resolve(next.ref))
    if (!field) continue
    const node = toFieldNode(field, resolve)
    const name = next.name && node.partial ? `${next.name}.${node.partial}` : next.name || node.partial || ''
    const type = node.type ?? next.type
    fields.set(key, { ref: next.ref, name, type, parent: next.parent })
    for (const ref of node.kids) queue.push({ ref, name, type, parent: next.ref })
  }
  return fields
}

function toFieldNode(field: PdfDict, resolve: Revision['resolve']): FieldNode {
  const known = nodes.get(field)
  if (known) return known
  const title = field.getString('T', resolve)
  const node = {
    partial: title && decodeText(title),
    type: field.getName('FT', resolve)?.value,
    kids: getRefs(field.getArray('Kids', resolve)),
  }
  const isOwn = ['T', 'FT', 'Kids'].every((key) => !(field.get(key) instanceof PdfRef))
  if (isOwn) nodes.set(field, node)
  return node
}

/** Whether a step changed nothing by which fields are found and named. @param numbers those of the fields before it */
export function areFieldsSame({ before, after, touched }: Step, numbers: ReadonlySet<number>): boolean {
  const getFields = (revision: Revision) => getForm(revision)?.getArray('Fields', revision.resolve)
  if (!equalObjects(getFields(before), getFields(after))) return false
  return [...touched.keys()].every((number) => {
    if (!numbers.has(number)) return true
    const [fieldBefore, fieldAfter] = [before, after].map(({ resolve }) => asDict(resolve(PdfRef.of(number))))
    return ['T', 'FT', 'Kids'].every((key) => equalObjects(fieldBefore?.get(key), fieldAfter?.get(key)))
  })
}

/** The form dictionary of the catalog (ISO 32000-2, 12.7.3). */
export function getForm({ catalog, resolve }: Revision): PdfDict | null {
  return asDict(catalog.get('AcroForm', resolve))
}

/** The object numbers of fields. */
export function getObjectNumbers(fields: ReadonlyMap<string, FormField>): Set<number> {
  return new Set([...fields.values()].map(({ ref }) => ref.objectNumber))
}

/** The references in an object, at any depth; they are not followed. */
export function listRefsWithin(object: PdfObject | undefined): PdfRef[] {
  const refs: PdfRef[] = []
  const queue = [object]
  while (queue.length > 0) {
    const next = queue.pop()
    if (next instanceof PdfRef) refs.push(next)
    else if (next instanceof PdfArray) for (const item of next.toArray()) queue.push(item)
    else if (next instanceof PdfDict) for (const [, value] of next) queue.push(value)
  }
  return refs
}

/**
 * All references reachable from `from`, by `refKey`.
 * @param limit object numbers from here on are listed but not resolved: @libpdf/core numbers new objects above
 * every number that it resolved
 */
export function reachable(
  pdf: PDF,
  from: PdfObject | undefined,
  limit = Number.POSITIVE_INFINITY,
): Map<string, PdfRef> {
  const refByName = new Map<string, PdfRef>()
  const queue = listRefsWithin(from)
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (refByName.has(refKey(next))) continue
    refByName.set(refKey(next), next)
    if (next.objectNumber < limit) queue.push(...listRefsWithin(pdf.context.resolve(next) ?? undefined))
  }
  return refByName
}

/** Longest value in a modification, in characters. */
const valueMaxCharacters = 200

/** Longest text stream that is decoded, in bytes as stored: it may inflate to a thousand times as much. */
const maxStreamBytes = 8192

/**
 * A field's value as text: strings, text streams and names, lists joined by commas; an ellipsis for a stream that is too
 * long or cannot be decoded, empty for anything else.
 */
export function toText(value: PdfObject | undefined): string {
  const text =
    value instanceof PdfStream
      ? ((value.data.length <= maxStreamBytes ? decodeTextString(value) : null) ?? '…')
      : value instanceof PdfName
        ? value.value
        : value instanceof PdfArray
          ? value.toArray().map(toText).join(', ')
          : (decodeTextString(value) ?? '')
  return cutText(text, valueMaxCharacters)
}
