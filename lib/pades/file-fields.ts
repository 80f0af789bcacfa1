import { type PDF, type PdfDict, PdfName } from '@libpdf/core'
import { cleanLine } from '#lib/core/text/clean'
import { errorText } from '#lib/messages/errors'
import { findInheritedEntry, hasNormalAppearance, inspect, resolver } from '#lib/pdf/check/inspect'
import { drawAuthorCheckbox, drawAuthorValue } from '#lib/pdf/fields/author-fields'
import { isOn } from '#lib/pdf/fields/buttons'
import { readChoices, shownChoice } from '#lib/pdf/fields/choices'
import { excludesOthers } from '#lib/pdf/fields/flags'
import { formatByScript, isShown, readDrawing, readStored, showsOwnValue } from '#lib/pdf/fields/value-format'
import { findExactEntry, readExactKeys, readExactName } from '#lib/pdf/file/exact-names'
import { textString } from '#lib/pdf/file/objects'
import { type Buttons, readButtons } from '#lib/pdf/import/buttons'
import { fillableFields, hasBarcode } from '#lib/pdf/import/form-fields'
import type { ReadField } from '#lib/pdf/import/read-field'
import { isNumberField } from '#lib/pdf/import/scripts'
import type { Widgets } from '#lib/pdf/import/values'
import { isBarcode, type Widget } from '#lib/pdf/import/widgets'
import type { FontBook } from '#lib/pdf/text/fonts'
import type { FieldType, Zone } from '#lib/pdf/zones'
import { PadesError } from './error.ts'
import { type GivenText, hasText, isSignedByOthers, listHolders } from './kept-fields.ts'

/** A form field of a certified file, and the zones that were imported from it. */
export interface BoundField {
  source: ReadField
  zones: Zone[]
}

type Values = Readonly<Record<string, string | boolean>>

/** Positions are stored to a thousandth of a point, and added up. */
const tolerance = 0.02
const off = PdfName.of('Off')

/**
 * The form fields that zones were imported from: a certified file takes no other fields, so its own are filled in.
 * @throws PadesError `certified` when a zone is at no field of the file
 */
export function bindZones(pdf: PDF, zones: readonly Zone[]): BoundField[] {
  if (zones.length === 0) return []
  // A field that lost its value may lie where another one was imported.
  const sources = fillableFields(pdf, inspect(pdf).pages).toSorted(
    (one, other) => Number(lacksValue(one)) - Number(lacksValue(other)),
  )
  const bound = new Map<ReadField, Zone[]>()
  for (const zone of zones) {
    const source = sources.find((candidate) => isSource(candidate, zone))
    if (!source) throw new PadesError('certified', errorText('failures.certifiedTakesNoFields'))
    bound.set(source, [...(bound.get(source) ?? []), zone])
  }
  return [...bound].map(([source, boundZones]) => ({ source, zones: boundZones }))
}

/**
 * The fields that several signers would fill in: fields of one name are one field (ISO 32000-2, 12.7.4.2), which nobody may
 * fill in after somebody else has signed it.
 */
export function listSharedFields(bound: readonly BoundField[]): BoundField[] {
  // Fields without a name are fields of their own.
  const fieldsByName = Map.groupBy(bound, (field) => getFullName(field.source) || field)
  const signersOf = (fields: BoundField[]) =>
    new Set(fields.flatMap(({ zones }) => zones.map(({ signer }) => signer)))
  return [...fieldsByName.values()].filter((fields) => signersOf(fields).size > 1).flat()
}

/**
 * Refuses a bar code, which signers cannot read; and in a file that somebody has signed after its author a field whose drawing
 * does not show its value: signers would read the value, and another drawing would count as a change after that signature.
 * @throws PadesError `certified`
 */
export function refuseUnshown(pdf: PDF, bound: readonly BoundField[]): void {
  const barcode = bound.find(({ source }) => hasBarcode(pdf, source))
  const unfit =
    barcode ?? (isSignedByOthers(pdf) ? bound.find(({ source }) => !showsOwnValue(pdf, source)) : undefined)
  if (!unfit) return
  const key = barcode ? 'failures.certifiedBarcode' : 'failures.certifiedFieldNotShown'
  throw new PadesError('certified', errorText(key, { name: unfit.source.field.name }))
}

const lacksValue = ({ field }: ReadField) => field.readOnly && field.value === null

function isSource({ field, widgets }: ReadField, zone: Zone): boolean {
  return toKind(field.type) === toKind(zone.type) && widgets.some((widget) => isAt(widget, zone))
}

function isAt(widget: Widget, zone: Zone): boolean {
  const isOnSide = (side: 'x' | 'y' | 'width' | 'height') => Math.abs(widget[side] - zone[side]) < tolerance
  return widget.page.number === zone.page && (['x', 'y', 'width', 'height'] as const).every(isOnSide)
}

/** The types of zones that one kind of form field has. */
function toKind(type: FieldType): string {
  return ['signature', 'checkbox', 'radio', 'dropdown'].includes(type) ? type : 'text'
}

/**
 * Fills in the fields with the values of their zones, and draws them in the author's style. A field that has and shows its
 * value already stays as it is. A bar code without text, which processes of an earlier version have, keeps its drawing where
 * its value is not changed.
 * @param numbers the numbers among the values in plain form
 * @param keepsDrawings whether any drawing of a value that is not changed stays, and buttons that show theirs without having
 * it: another would count as a change after a signature that the file had before. Default: the file has one besides the
 * certification
 */
export function fillFileFields(
  pdf: PDF,
  fonts: FontBook,
  bound: readonly BoundField[],
  values: Values,
  {
    numbers = {},
    keepsDrawings = isSignedByOthers(pdf),
  }: { numbers?: Readonly<Record<string, string>>; keepsDrawings?: boolean } = {},
): void {
  for (const field of bound.flatMap((several) => splitByGiven(several, values))) {
    const { source, zones } = field
    const [zone] = zones
    if (!zone || source.field.type === 'signature') continue
    const value = values[zone.id]!
    if (source.field.type === 'checkbox') selectState(pdf, fonts, source, isOn(value), keepsDrawings)
    else if (source.field.type === 'radio') {
      const chosen = zones.find(({ id }) => values[id] === true)
      selectState(pdf, fonts, source, chosen?.options?.[0] ?? false, keepsDrawings)
    } else {
      const number = numbers[zone.id] ?? (value === zone.value ? zone.number : undefined)
      const isKept = zone.value === undefined || (zone.value === value && zone.number === number)
      setText(pdf, fonts, source, { text: String(value), number, isKept }, keepsDrawings)
    }
  }
}

/**
 * A field, with those of its zones that get a value; several where its dictionaries get different ones, as those of one name
 * are read as one field while they have the same value or none.
 */
function splitByGiven({ source, zones }: BoundField, values: Values): BoundField[] {
  const given = zones.filter(({ id }) => values[id] !== undefined)
  const dictionaries = Map.groupBy(source.widgets, ({ field }) => field)
  if (source.field.type === 'radio' || given.length === 0 || dictionaries.size === 1)
    return [{ source, zones: given }]
  const zoneOf = new Map(
    [...dictionaries].map(([field, places]) => [
      field,
      given.find((zone) => places.some((place) => isAt(place, zone))) ?? given[0]!,
    ]),
  )
  const parts = Map.groupBy(source.widgets, ({ field }) => values[zoneOf.get(field)!.id])
  return [...parts.values()].map((widgets, index) => {
    const fields = new Set(widgets.map(({ field }) => field))
    const unseen = source.unseen.filter(({ field }) =>
      dictionaries.has(field) ? fields.has(field) : index === 0,
    )
    return {
      source: { ...source, widgets: widgets as Widgets, unseen },
      zones: [zoneOf.get(widgets[0]!.field)!],
    }
  })
}

/**
 * @param selection the option of a choice; or whether a check box is ticked
 * @param keepsShown whether buttons that show the selection stay as they are
 */
function selectState(
  pdf: PDF,
  fonts: FontBook,
  source: ReadField,
  selection: string | boolean,
  keepsShown: boolean,
): void {
  const holders = listHolders(source)
  const stored = new Set(holders.map((holder) => findStoredState(pdf, holder)))
  const chosen = findButton(readButtons(pdf, source.widgets), selection, stored)
  if (keepsShown && showsSelection(pdf, source, chosen?.state ?? selection === true)) return
  const settled = chosen ? findSettled(pdf, source, chosen.state) : new Set()
  const selected: PdfName[] = []
  for (const { dict, field, page } of listWidgets(source)) {
    const shown = readExactName(pdf, dict, 'AS')
    const states = listStates(pdf, dict)
    let state: PdfName | undefined
    if (selection === true) {
      const current = states.find(({ value }) => value === shown?.value)
      state = current ?? states[0] ?? selected[0] ?? findTicked(pdf, dict)
      if (states.length === 0) drawAuthorCheckbox(pdf, fonts, dict, page!.userUnit, state)
    } else if (chosen && (!settled.has(field) || shown?.value === chosen.state))
      state = states.find(({ value }) => value === chosen.state)
    if (state) selected.push(state)
    const isUnset = !shown && !state && findStoredState(pdf, dict) === off.value
    if (!isUnset && shown?.value !== (state ?? off).value) dict.set('AS', state ?? off)
  }
  for (const holder of holders) {
    const state = findStoredState(pdf, holder)
    const isStored = selected.length > 0 ? selected.some(({ value }) => value === state) : state === off.value
    if (!isStored) holder.set('V', selected.at(-1) ?? off)
  }
}

/**
 * Whether the buttons of a field show a selection by their states (/AS) and drawings, and no value (/V) says otherwise.
 * @param selection the state of a radio button; or whether a check box is ticked
 */
function showsSelection(pdf: PDF, source: ReadField, selection: string | boolean): boolean {
  const widgets = listWidgets(source)
  const shown = widgets.map(({ dict }) => readExactName(pdf, dict, 'AS')?.value ?? off.value)
  const isDrawn = (index: number) =>
    listStates(pdf, widgets[index]!.dict).some(({ value }) => value === shown[index])
  const ticked = shown.flatMap((state, index) => (state === off.value ? [] : [index]))
  if (!ticked.every(isDrawn)) return false
  const states = selection === false ? [off.value] : ticked.map((index) => shown[index])
  const hasValue = (holder: PdfDict) => {
    const own = readExactName(pdf, holder, 'AS')?.value
    const isUnset = selection !== false && findExactEntry(pdf, holder, 'V') === undefined
    return isUnset || [own, ...states].includes(findStoredState(pdf, holder))
  }
  if (!listHolders(source).every(hasValue)) return false
  if (typeof selection === 'string')
    return ticked.length > 0 && ticked.every((index) => shown[index] === selection)
  return ticked.length === (selection ? widgets.length : 0)
}

/** The button of an option; of several that whose state the field has. */
function findButton(buttons: Buttons, selection: string | boolean, stored: ReadonlySet<string>) {
  if (buttons.type !== 'radio' || typeof selection !== 'string') return undefined
  const ofOption = buttons.buttons.filter(({ option }) => cleanLine(option) === cleanLine(selection))
  return ofOption.find(({ state }) => stored.has(state)) ?? ofOption[0]
}

/** The fields of radio buttons that exclude each other, one of which is in this state: others of it stay off. */
function findSettled(pdf: PDF, { widgets }: ReadField, state: string): Set<PdfDict> {
  const inState = widgets.filter(
    ({ dict, field }) =>
      readExactName(pdf, dict, 'AS')?.value === state &&
      excludesOthers(findInheritedEntry(field, 'Ff', resolver(pdf))),
  )
  return new Set(inState.map(({ field }) => field))
}

/** The state that a ticked check box without appearances has. */
function findTicked(pdf: PDF, widget: PdfDict): PdfName {
  const names = [findExactEntry(pdf, widget, 'V'), readExactName(pdf, widget, 'AS')]
  const ticked = names.find((name) => name instanceof PdfName && name.value !== 'Off')
  return ticked instanceof PdfName ? ticked : PdfName.of('Yes')
}

function findStoredState(pdf: PDF, holder: PdfDict): string {
  const value = findExactEntry(pdf, holder, 'V')
  return value instanceof PdfName ? value.value : 'Off'
}

function listStates(pdf: PDF, widget: PdfDict): PdfName[] {
  return readExactKeys(pdf, widget, ['AP', 'N']).filter(({ value }) => value !== 'Off')
}

/**
 * Sets the text of a field where it has another one, and draws it where it is not shown.
 * @param keepsDrawings whether any drawing counts as one of a text that is not changed
 */
function setText(
  pdf: PDF,
  fonts: FontBook,
  source: ReadField,
  given: GivenText,
  keepsDrawings: boolean,
): void {
  const { text, number } = given
  const resolve = resolver(pdf)
  const choices = readChoices(findInheritedEntry(source.widgets[0].dict, 'Opt', resolve), resolve)
  const holders = listHolders(source)
  const changed = new Set(holders.filter((holder) => !hasText(pdf, source, holder, choices, given)))
  const kept = holders.find((holder) => !changed.has(holder))
  const chosen = choices.find((choice) => cleanLine(choice.text) === cleanLine(text))
  const plain = isNumberField(source.scripts) ? number : undefined
  const value = kept ? readStored(pdf, kept) : (chosen?.exported ?? plain ?? text)
  setStored(changed, value)
  const formatted = formatByScript(source.scripts, value.trim())
  const shown = (kept && formatted) ?? (plain === undefined ? undefined : text)
  const texts = { text, stored: shownChoice(value, choices), formatted }
  for (const { dict, field, page } of listWidgets(source)) {
    const isBars = isBarcode(pdf, dict) && !readDrawing(pdf, dict)
    const isKept = (keepsDrawings || isBars) && hasNormalAppearance(dict, resolve)
    if (changed.has(field) || changed.has(dict) || !(isKept || isShown(pdf, source.scripts, dict, texts)))
      drawAuthorValue(pdf, fonts, dict, page!.userUnit, shown)
  }
}

/** Sets the text of a field without drawing it. */
export function setValue(source: ReadField, value: string): void {
  setStored(listHolders(source), value)
}

function setStored(holders: Iterable<PdfDict>, value: string): void {
  for (const holder of holders) {
    holder.set('V', textString(value))
    // The selection by index and the rich text are those of the value before (tables 228 and 233).
    holder.delete('I')
    holder.delete('RV')
  }
}

/** The name as the file has it, by which locks and owners list fields. */
export function getFullName({ widgets }: ReadField): string {
  return widgets[0].name
}

/** The widgets of a field on pages, also those that people do not see, such as one that is only printed. */
export function listWidgets({ widgets, unseen }: ReadField) {
  return [...widgets, ...unseen.filter(({ page }) => page !== null)]
}

/** Whether the signer puts their initials in the field. */
export function hasInitials({ zones }: BoundField): boolean {
  return zones.some(({ type }) => type === 'initials')
}
