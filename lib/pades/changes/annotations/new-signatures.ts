import { type PdfDict, PdfRef } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import { existing } from '../compare.ts'
import type { FormField } from '../form-tree.ts'
import { fillMessage, newFieldMessage, signatureReused } from '../messages.ts'
import { type Finding, forbid, permit, toLevel } from '../modifications.ts'
import { hasAppearance, isTimestamp, isVisible } from '../signature-fields.ts'
import type { Revision, Step } from '../timeline.ts'

/**
 * What a step did that added a signature field or a widget of one.
 * @param coversContent whether a widget lies over other content of its page
 */
export function judgeNewSignature(
  { ref, name: fieldName, parent }: FormField,
  step: Step,
  offset: number,
  coversContent: (widget: PdfRef, before: Revision) => boolean,
): Finding[] {
  const { before, after } = step
  const field = asDict(after.resolve(ref))
  if (!field) return []
  const visible = isVisible(after, field)
  const hasValue = asDict(field.get('V', after.resolve)) !== null
  // A widget that shows nothing is reported with its field.
  if (parent && !visible && !hasValue) return []
  const reused = hasValue ? judgeSignature(field, fieldName, offset, step) : []
  if (!visible && isTimestamp(after, field))
    return [permitTimestamp(field, fieldName, offset, step), ...reused]
  const kind = hasValue ? 'signature_added' : 'signature_field_added'
  const covers = visible && coversContent(ref, before)
  const message = newFieldMessage(fieldName, hasValue, covers)
  return [permit(kind, message, offset, { fieldName, visible, asks: 'new_field', covers }), ...reused]
}

/** A document time stamp; one with an appearance is more than an update for the long term. */
export function permitTimestamp(field: PdfDict, fieldName: string, offset: number, { after }: Step): Finding {
  const level = hasAppearance(after, field) ? 'form_filling' : toLevel('time_stamp_added')
  return permit('time_stamp_added', fillMessage('time_stamp_added', fieldName), offset, { fieldName, level })
}

/** Forbids a signature that the signed document had before under another name or none. */
export function judgeSignature(
  field: PdfDict,
  fieldName: string,
  offset: number,
  { before }: Step,
): Finding[] {
  const value = field.get('V')
  const isReused = value instanceof PdfRef && existing(before.resolve(value)) !== null
  return isReused ? [forbid('content', signatureReused(fieldName), offset)] : []
}
