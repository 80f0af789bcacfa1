import {
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import type { Revision, Step } from './timeline.ts'

/** An object of both revisions that differs between them. */
export interface Change {
  ref: PdfRef
  before: PdfObject
  after: PdfObject
  /** Offset of the newest cross-reference section that redefines the object. */
  offset: number
}

/** Whether the entry of a dictionary means the same in two versions of it, although it is written in another way. */
export type SameTest = (key: string, before: PdfDict, after: PdfDict) => boolean

/** The change of an array in a dictionary; one that is missing counts as empty. */
export function arrayChange(key: string, { ref, before, after, offset }: Change, step: Step): Change {
  const read = (object: PdfObject, { resolve }: Revision) =>
    asDict(object)?.getArray(key, resolve) ?? new PdfArray()
  return { ref, before: read(before, step.before), after: read(after, step.after), offset }
}

/** The reference as a key for maps and sets: object number and generation, `12 0`. */
export function refKey(ref: PdfRef): string {
  return `${ref.objectNumber} ${ref.generation}`
}

/** Whether two objects are equal: references by number, strings and streams by bytes, dictionaries in any order. */
export function equalObjects(a: PdfObject | undefined, b: PdfObject | undefined): boolean {
  if (a === b) return true
  if (!a || !b || a.type !== b.type) return false
  if (a instanceof PdfRef && b instanceof PdfRef) return refKey(a) === refKey(b)
  if (a instanceof PdfString && b instanceof PdfString) return Buffer.compare(a.bytes, b.bytes) === 0
  if (a instanceof PdfNumber && b instanceof PdfNumber) return a.value === b.value
  if (a instanceof PdfName && b instanceof PdfName) return a.value === b.value
  if (a instanceof PdfBool && b instanceof PdfBool) return a.value === b.value
  if (a instanceof PdfArray && b instanceof PdfArray) {
    return a.length === b.length && a.toArray().every((item, index) => equalObjects(item, b.at(index)))
  }
  if (a instanceof PdfStream && b instanceof PdfStream && Buffer.compare(a.data, b.data) !== 0) return false
  if (a instanceof PdfDict && b instanceof PdfDict) {
    return a.size === b.size && [...a].every(([key, value]) => equalObjects(value, b.get(key)))
  }
  return a.type === 'null'
}

/** The references in an array; empty for anything else. */
export function getRefs(list: PdfObject | undefined): PdfRef[] {
  return list instanceof PdfArray
    ? list.toArray().filter((item): item is PdfRef => item instanceof PdfRef)
    : []
}

/**
 * The keys whose values differ, `''` for the data of streams; `['']` when one is no dictionary or the types differ.
 * @param isSame finds values that mean the same
 */
export function findDifferingKeys(
  objectBefore: PdfObject,
  objectAfter: PdfObject,
  isSame: SameTest = () => false,
): string[] {
  if (
    !(objectBefore instanceof PdfDict && objectAfter instanceof PdfDict) ||
    objectBefore.type !== objectAfter.type
  )
    return ['']
  const keys = new Set([...objectBefore.keys(), ...objectAfter.keys()].map((key) => key.value))
  const differing = [...keys].filter(
    (key) =>
      !equalObjects(objectBefore.get(key), objectAfter.get(key)) && !isSame(key, objectBefore, objectAfter),
  )
  const isDataSame =
    !(objectBefore instanceof PdfStream && objectAfter instanceof PdfStream) ||
    Buffer.compare(objectBefore.data, objectAfter.data) === 0
  return isDataSame ? differing : [...differing, '']
}

/** Whether `list` has every reference of `part`. */
export function contains(list: PdfObject, part: PdfObject): boolean {
  const keys = new Set(getRefs(list).map(refKey))
  return getRefs(part).every((ref) => keys.has(refKey(ref)))
}

/** Whether the later list has the entries of the earlier one in the same order, with any others between them. */
export function keepsOrder(listBefore: PdfObject, listAfter: PdfObject): boolean {
  const getItems = (list: PdfObject) => (list instanceof PdfArray ? list.toArray() : [])
  const [itemsBefore, itemsAfter] = [getItems(listBefore), getItems(listAfter)]
  const keysBefore = new Set(getRefs(listBefore).map(refKey))
  const direct = itemsBefore.filter((item) => !(item instanceof PdfRef))
  // A reference that was there may not come again: what is drawn last is on top.
  const kept = itemsAfter.filter((item) =>
    item instanceof PdfRef ? keysBefore.has(refKey(item)) : direct.some((other) => equalObjects(other, item)),
  )
  return (
    kept.length === itemsBefore.length && kept.every((item, index) => equalObjects(itemsBefore[index], item))
  )
}

/** Whether the array has a direct dictionary that it did not have before. */
export function hasNewDirect(objectBefore: PdfObject, objectAfter: PdfObject): boolean {
  const direct = (list: PdfObject) =>
    list instanceof PdfArray ? list.toArray().filter((item) => item instanceof PdfDict) : []
  return direct(objectAfter).some(
    (item) => !direct(objectBefore).some((oldItem) => equalObjects(oldItem, item)),
  )
}

/** The object; null for the null object, which is as good as none (ISO 32000-2, 7.3.9). */
export function existing(object: PdfObject | null): PdfObject | null {
  return object?.type === 'null' ? null : object
}
