import { PdfArray, type PdfDict, PdfNumber, PdfRef } from '@libpdf/core'
import { asDict, findInheritedEntry } from '#lib/pdf/check/inspect'
import { getFlags, isWidget, placeFlags } from './annotations/drawing.ts'
import { refKey } from './compare.ts'
import { type FormField, toText } from './form-tree.ts'
import type { FillKind } from './messages.ts'
import type { Finding } from './modifications.ts'
import { becomesSigned, holdsSignature, isTimestamp, isUnbounded, isVisible } from './signature-fields.ts'
import type { Revision, Step } from './timeline.ts'

/**
 * Entries of a field or widget dictionary that filling in and signing may change: the value, also as rich text and as
 * places in a list (ISO 32000-2, tables 228 and 233), what it looks like, and the date of the change.
 */
const fillableEntries = new Set(['V', 'RV', 'I', 'TI', 'AP', 'AS', 'F', 'Ff', 'DA', 'Q', 'M'])

/** The flag of a field that forbids readers to change it (ISO 32000-2, table 227). */
const readOnly = 1

/**
 * A document time stamp that shows is a signature.
 * @param changedKeys the entries of the field that differ
 */
export function getFillKind(
  field: FormField,
  [fieldBefore, fieldAfter]: readonly (PdfDict | null)[],
  changedKeys: string[],
  { before, after }: Step,
): FillKind {
  if (changedKeys.every((key) => key === 'Ff')) {
    const flagsBefore = getFieldFlags(fieldBefore, before)
    return getFieldFlags(fieldAfter, after) === (flagsBefore | readOnly) ? 'field_locked' : 'field_appearance'
  }
  if (!changedKeys.includes('V')) return 'field_appearance'
  if (field.type !== 'Sig') return 'field_filled'
  if (fieldAfter && isTimestamp(after, fieldAfter) && !isVisible(after, fieldAfter)) return 'time_stamp_added'
  return holdsSignature(field, after) ? 'signature_added' : 'field_appearance'
}

/** Flags of a field (/Ff), own or inherited. */
function getFieldFlags(field: PdfDict | null | undefined, { resolve }: Revision): number {
  const flags = findInheritedEntry(field ?? null, 'Ff', resolve)
  return flags instanceof PdfNumber ? flags.value : 0
}

/** Flags of an annotation that hide it: Invisible, Hidden and NoView (ISO 32000-2, table 167). */
const hidingFlags = 1 | 2 | 32

/** What is said about a change of a field, besides its owners: of one that was filled in, also both values. */
export function describeFill(
  kind: FillKind,
  { ref, name, type, parent }: FormField,
  [fieldBefore, fieldAfter]: readonly (PdfDict | null)[],
  { before, after }: Step,
): Partial<Finding> {
  const isFilled = kind === 'field_filled'
  const flagsBefore = getFlags(fieldBefore, before.resolve)
  const flagsAfter = getFlags(fieldAfter, after.resolve)
  const isShown = fieldAfter != null && isVisible(after, fieldAfter)
  const shownFlags = flagsBefore & ~flagsAfter & hidingFlags
  const isMoved = ((flagsBefore ^ flagsAfter) & placeFlags) !== 0
  return {
    fieldName: name,
    isSignatureField: type === 'Sig',
    fieldKeys: [ref, parent].flatMap((one) => (one ? [refKey(one)] : [])),
    alters: isShown && shownFlags !== 0,
    covers: isShown && (isMoved || isUnbounded(after, fieldAfter)),
    ...(isFilled && {
      before: toText(fieldBefore?.get('V', before.resolve)),
      after: toText(fieldAfter?.get('V', after.resolve)),
    }),
  }
}

/**
 * Whether filling in may change the entry of a field. A signer's software that draws nothing may take the area from a field
 * that showed nothing before: what it showed could hide content.
 */
export function isFillable(
  key: string,
  field: FormField,
  [fieldBefore, fieldAfter]: readonly (PdfDict | null)[],
  step: Step,
): boolean {
  if (key !== 'Rect') return fillableEntries.has(key)
  const isEmpty = fieldAfter != null && isWidget(fieldAfter, step.after.resolve) && hasNoArea(fieldAfter)
  return isEmpty && !showsAnything(fieldBefore, step.before) && becomesSigned(field, step)
}

/** Whether a widget has an appearance, or colours of a border or a background (/MK; ISO 32000-2, table 192). */
function showsAnything(widget: PdfDict | null | undefined, { resolve }: Revision): boolean {
  const colours = asDict(widget?.get('MK', resolve))
  return widget?.has('AP') === true || colours?.has('BC') === true || colours?.has('BG') === true
}

/** Whether /Rect is a point. */
function hasNoArea(widget: PdfDict): boolean {
  const rect = widget.get('Rect')
  const sides = rect instanceof PdfArray && rect.length === 4 ? rect.toArray() : []
  const [x0, y0, x1, y1] = sides.map((side) => (side instanceof PdfNumber ? side.value : Number.NaN))
  return x0 !== undefined && x0 === x1 && y0 === y1
}

/** Numbers of the dictionaries through which fields refer to their appearances (ISO 32000-2, table 170). */
export function appearanceNumbers({ resolve }: Revision, fields: ReadonlyMap<string, FormField>): number[] {
  return [...fields.values()].flatMap(({ ref }) => {
    const appearance = asDict(resolve(ref))?.get('AP')
    const states = asDict(appearance instanceof PdfRef ? resolve(appearance) : appearance)
    const values = [appearance, ...['N', 'R', 'D'].map((key) => states?.get(key))]
    return values.flatMap((value) => (value instanceof PdfRef ? [value.objectNumber] : []))
  })
}

/**
 * Filling in a field, and signing in one, also changes its appearance: it is reported once, unless that shows what was
 * hidden or covers other content. Signature fields are told apart by reference: another field may have the name.
 */
export function mergeFills(findings: Finding[]): Finding[] {
  const ofKind = (wanted: FillKind) => findings.filter(({ kind }) => kind === wanted)
  const filledNames = new Set(ofKind('field_filled').map(({ fieldName }) => fieldName))
  const signedKeys = new Set(ofKind('signature_added').map(({ fieldKeys }) => fieldKeys?.[0]))
  const isReported = ({ fieldName, isSignatureField, fieldKeys }: Finding) =>
    isSignatureField ? fieldKeys?.some((key) => signedKeys.has(key)) : filledNames.has(fieldName)
  return findings.filter(
    (finding) =>
      finding.kind !== 'field_appearance' ||
      !finding.permitted ||
      finding.alters ||
      finding.covers ||
      !isReported(finding),
  )
}
