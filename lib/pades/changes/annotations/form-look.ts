import { PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import { asDict, findInheritedEntry } from '#lib/pdf/check/inspect'
import { fieldFlags } from '#lib/pdf/fields/flags'
import { equalObjects, refKey } from '../compare.ts'
import { getForm, mapFields } from '../form-tree.ts'
import { pageTree } from '../pages.ts'
import type { Revision, Step } from '../timeline.ts'
import { isWidget } from './drawing.ts'

/** What readers draw themselves: a value, a caption, a list of options or a note. */
interface Drawn {
  /** The default appearance (ISO 32000-2, 12.7.4.3): own, inherited or that of the form. */
  appearance: string | undefined
  /** Some readers draw the mark of a button by the font of this name, whatever its default appearance names. */
  isButton: boolean
}

/**
 * Whether a change of this entry of the form keeps what fields look like when they are drawn again: fonts and colour
 * spaces (/DR), a default appearance and an alignment may be added, but not exchanged, nothing is drawn only by what was
 * added, and nothing newly asks readers to draw all fields (/NeedAppearances; ISO 32000-2, table 224).
 */
export function keepsLook(key: string, { before, after }: Step): boolean {
  const [formBefore, formAfter] = [getForm(before), getForm(after)]
  if (key === 'NeedAppearances') return asksToDraw(before) || !asksToDraw(after)
  const [valueBefore, valueAfter] = [formBefore?.get(key, before.resolve), formAfter?.get(key, after.resolve)]
  if (key === 'DA' && valueBefore === undefined)
    return listDrawn(before).every(({ appearance }) => appearance !== undefined)
  if (key !== 'DR') return valueBefore === undefined || equalObjects(valueBefore, valueAfter)
  const drawn = listDrawn(before)
  // A default appearance names fonts and colour spaces only (12.7.4.3).
  return ['Font', 'ColorSpace'].every((category) => {
    const resourcesBefore = asDict(asDict(valueBefore)?.get(category, before.resolve)) ?? new PdfDict()
    const resourcesAfter = asDict(asDict(valueAfter)?.get(category, after.resolve)) ?? new PdfDict()
    const names = [...resourcesBefore.keys(), ...resourcesAfter.keys()].map(({ value }) => value)
    return names.every((name) =>
      resourcesBefore.has(name)
        ? equalObjects(resourcesBefore.get(name, before.resolve), resourcesAfter.get(name, after.resolve))
        : !drawn.some((one) => isDrawnBy(one, name)),
    )
  })
}

function asksToDraw(revision: Revision): boolean {
  return getForm(revision)?.getBool('NeedAppearances', revision.resolve)?.value === true
}

/** What readers draw themselves: it has no appearance, or is in a form that asks them to draw all fields. */
function listDrawn(revision: Revision): Drawn[] {
  const { resolve } = revision
  const drawn: Drawn[] = []
  const isDrawnAgain = asksToDraw(revision)
  const ofForm = readAppearance(getForm(revision)?.get('DA', resolve))
  const add = (annotation: PdfDict, type: string | undefined, hasValue: boolean, appearance?: string) => {
    const isField = isWidget(annotation, resolve)
    if (annotation.has('AP') && !(isField && isDrawnAgain)) return
    const isButton = type === 'Btn'
    const isMarked = isButton && isShown(annotation.get('AS', resolve), type)
    const isNote = annotation.getName('Subtype', resolve)?.value === 'FreeText'
    const isFilled = hasValue || isMarked || (isButton && showsCaption(annotation, revision))
    if (isNote || (isField && type !== 'Sig' && isFilled))
      drawn.push({ appearance: appearance ?? ofForm, isButton })
  }
  /** Own or inherited; parents come before their kids. */
  const inherited = new Map<string, { hasValue: boolean; appearance: string | undefined }>()
  for (const [key, { ref, parent, type }] of mapFields(revision)) {
    const field = asDict(resolve(ref))
    const above = parent && inherited.get(refKey(parent))
    const hasOwn = isShown(field?.get('V', resolve), type) || (type !== 'Btn' && field?.has('Opt') === true)
    const hasValue = hasOwn || above?.hasValue === true
    const appearance = readAppearance(field?.get('DA', resolve)) ?? above?.appearance
    inherited.set(key, { hasValue, appearance })
    if (field) add(field, type, hasValue, appearance)
  }
  // Readers take the type and value of a widget of the form from its own parents, whichever field lists it.
  for (const annotation of listAnnotations(revision)) {
    const find = (key: string, node: PdfDict | null = annotation) => findInheritedEntry(node, key, resolve)
    const name = find('FT')
    const type = name instanceof PdfName ? name.value : undefined
    // Some readers take the value of the parent also where the widget has one.
    const values = [find('V'), find('V', asDict(annotation.get('Parent', resolve)))]
    const hasOptions = type !== 'Btn' && find('Opt') !== undefined
    const hasValue = hasOptions || values.some((value) => isShown(value, type))
    add(annotation, type, hasValue, readAppearance(find('DA')))
  }
  return drawn
}

/** Whether readers draw something for this value or state: not for an empty text, nor for a button that is off. */
function isShown(value: PdfObject | null | undefined, type: string | undefined): boolean {
  if (value instanceof PdfString) return !['', 'feff'].includes(Buffer.from(value.bytes).toString('hex'))
  if (value instanceof PdfName && type === 'Btn') return value.value !== 'Off'
  return (value?.type ?? 'null') !== 'null'
}

/** Whether a button is drawn with its caption whatever its state: that of a check box is its mark. */
function showsCaption(button: PdfDict, { resolve }: Revision): boolean {
  const flags = findInheritedEntry(button, 'Ff', resolve)
  const isPushButton = flags instanceof PdfNumber && (flags.value & fieldFlags.pushButton) !== 0
  return isPushButton && asDict(button.get('MK', resolve))?.has('CA') === true
}

/** The annotations of the pages, in the form or not. */
function listAnnotations(revision: Revision): PdfDict[] {
  const { resolve } = revision
  return [...pageTree(revision).pages].flatMap((number) => {
    const annotations =
      asDict(resolve(PdfRef.of(number)))
        ?.getArray('Annots', resolve)
        ?.toArray() ?? []
    return annotations.flatMap((item) => asDict(item instanceof PdfRef ? resolve(item) : item) ?? [])
  })
}

/** Its bytes as characters. */
function readAppearance(value: PdfObject | undefined): string | undefined {
  return value instanceof PdfString ? Buffer.from(value.bytes).toString('latin1') : undefined
}

/** Whether readers draw by the resource of this name: a default appearance with escapes or not in ASCII may name any. */
function isDrawnBy({ appearance = '', isButton }: Drawn, name: string): boolean {
  if ((isButton && name === 'ZaDb') || /[^\s\x20-\x7e]|#/.test(appearance)) return true
  return [...appearance.matchAll(/\/([^\s()<>[\]{}/%]*)/g)].some(([, named]) => named === name)
}
