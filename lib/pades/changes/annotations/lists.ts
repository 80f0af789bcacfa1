import { PdfArray, type PdfObject, PdfRef } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import { getRefs, hasNewDirect, keepsOrder, refKey } from '../compare.ts'
import type { FormField } from '../form-tree.ts'
import { isAnnotation, type Places } from '../roles.ts'
import { isVisible } from '../signature-fields.ts'
import type { Revision } from '../timeline.ts'
import { isWidget } from './drawing.ts'

/** How a list of annotations changed. */
export interface ListChange {
  kind: 'annotation_added' | 'annotation_changed' | 'content'
  /** A participle: annotations were … */
  how: 'added' | 'removed' | 'put in another order'
}

/**
 * How the list of annotations of a page changed (ISO 32000-2, table 31). Widgets may not be removed, and what is drawn
 * last is on top.
 * @param isNewWidget whether what was added is the widget of a new field
 */
export function compareLists(
  before: PdfObject,
  after: PdfObject,
  places: Places,
  isNewWidget: (ref: PdfRef) => boolean,
): ListChange[] {
  const [keysBefore, keysAfter] = [before, after].map((list) => new Set(getRefs(list).map(refKey)))
  const items = before instanceof PdfArray ? before.toArray() : []
  const kept = items.filter((item) => !(item instanceof PdfRef) || keysAfter!.has(refKey(item)))
  const removed = getRefs(before).filter((ref) => !keysAfter!.has(refKey(ref)))
  const changes: ListChange[] = []
  if (removed.some(({ objectNumber }) => !isAnnotation(objectNumber, places)))
    changes.push({ kind: 'content', how: 'removed' })
  else if (!keepsOrder(new PdfArray(kept), after))
    changes.push({ kind: 'content', how: 'put in another order' })
  else if (removed.length > 0) changes.push({ kind: 'annotation_changed', how: 'removed' })
  const hasAdded = getRefs(after).some((ref) => !keysBefore!.has(refKey(ref)) && !isNewWidget(ref))
  if (hasAdded || hasNewDirect(before, after)) changes.push({ kind: 'annotation_added', how: 'added' })
  return changes
}

/**
 * Whether it is a widget of a new field, or of one that shows nothing; an old field put on a page could show unseen
 * content.
 */
export function isNewWidget(
  ref: PdfRef,
  after: Revision,
  fieldsBefore: ReadonlyMap<string, FormField>,
  fieldsAfter: ReadonlyMap<string, FormField>,
): boolean {
  const field = fieldsAfter.get(refKey(ref))
  const widget = asDict(after.resolve(ref))
  if (!field || !widget || !isWidget(widget, after.resolve)) return false
  return !fieldsBefore.has(refKey(ref)) || (field.type === 'Sig' && !isVisible(after, widget))
}
