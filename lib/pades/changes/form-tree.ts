import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { asDict, resolver } from '#lib/pdf/check/inspect'
import { decodeText } from '#lib/pdf/file/objects'
import { refKey, refsOf } from './compare.ts'

/** A field of the form, or a widget of one. */
export interface FormField {
  /** Fully qualified; a widget without /T has its field's name. */
  name: string
  /** /FT, own or inherited. */
  type: string | undefined
}

/** Every field and widget of the form by its reference (`refKey`). */
export function fieldsByRef(pdf: PDF): Map<string, FormField> {
  const resolve = resolver(pdf)
  const fields = new Map<string, FormField>()
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  const queue = refsOf(form?.getArray('Fields', resolve)).map((ref) => ({
    ref,
    name: '',
    type: undefined as string | undefined,
  }))
  for (let next = queue.pop(); next; next = queue.pop()) {
    const field = asDict(resolve(next.ref))
    if (!field || fields.has(refKey(next.ref))) continue
    const title = field.getString('T', resolve)
    const partial = title && decodeText(title)
    const name = [next.name, partial].filter(Boolean).join('.')
    const type = field.getName('FT', resolve)?.value ?? next.type
    fields.set(refKey(next.ref), { name, type })
    for (const ref of refsOf(field.getArray('Kids', resolve))) queue.push({ ref, name, type })
  }
  return fields
}

/** The object in a list when it is a reference, else an empty list. */
export function toRefs(object: PdfObject | undefined): PdfRef[] {
  return object instanceof PdfRef ? [object] : []
}

/** The references in an object, at any depth; they are not followed. */
export function refsWithin(object: PdfObject | undefined): PdfRef[] {
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
  const queue = refsWithin(from)
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (refByName.has(refKey(next))) continue
    refByName.set(refKey(next), next)
    if (next.objectNumber < limit) queue.push(...refsWithin(pdf.context.resolve(next) ?? undefined))
  }
  return refByName
}

/**
 * Object number → numbers of the objects that refer to it, for these numbers. A later revision that defines an
 * object which the signed document refers to would show content that was not signed.
 */
export function referrersTo(pdf: PDF, numbers: ReadonlySet<number>): Map<number, Set<number>> {
  const fieldsByNumber = new Map<number, Set<number>>()
  for (const ref of reachable(pdf, pdf.context.info.trailer).values()) {
    for (const { objectNumber } of refsWithin(pdf.context.resolve(ref) ?? undefined)) {
      if (!numbers.has(objectNumber)) continue
      const referrers = fieldsByNumber.get(objectNumber)
      if (referrers) referrers.add(ref.objectNumber)
      else fieldsByNumber.set(objectNumber, new Set([ref.objectNumber]))
    }
  }
  return fieldsByNumber
}

/** Longest value in a modification, in characters. */
const valueMaxCharacters = 200

/** A field's value as text: strings and names, lists joined by commas; empty for anything else. */
export function textOf(value: PdfObject | undefined): string {
  const text =
    value instanceof PdfString
      ? decodeText(value)
      : value instanceof PdfName
        ? value.value
        : value instanceof PdfArray
          ? value.toArray().map(textOf).join(', ')
          : ''
  return text.slice(0, valueMaxCharacters)
}
