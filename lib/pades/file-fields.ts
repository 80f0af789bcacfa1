import { type PDF, type PdfDict, PdfName } from '@libpdf/core'
import { cleanLine } from '#lib/core/text/clean'
import { errorText } from '#lib/messages/errors'
import { inspect, resolver } from '#lib/pdf/check/inspect'
import { drawAuthorValue } from '#lib/pdf/fields/author-fields'
import { isOn } from '#lib/pdf/fields/buttons'
import { readChoices } from '#lib/pdf/fields/choices'
import { readExactKeys } from '#lib/pdf/file/exact-names'
import { textString } from '#lib/pdf/file/objects'
import { readButtons } from '#lib/pdf/import/buttons'
import { importedFields } from '#lib/pdf/import/form-fields'
import type { ReadField } from '#lib/pdf/import/read-field'
import { isNumberField } from '#lib/pdf/import/scripts'
import type { FontBook } from '#lib/pdf/text/fonts'
import type { FieldType, Zone } from '#lib/pdf/zones'
import { PadesError } from './error.ts'

/** A form field of a certified file, and the zones that were imported from it. */
export interface BoundField {
  source: ReadField
  zones: Zone[]
}

type Values = Readonly<Record<string, string | boolean>>

/** Positions are stored to a thousandth of a point, and added up. */
const tolerance = 0.02

/**
 * The form fields that zones were imported from: a certified file takes no other fields, so its own are filled in.
 * @throws PadesError `certified` when a zone is at no field of the file
 */
export function bindZones(pdf: PDF, zones: readonly Zone[]): BoundField[] {
  if (zones.length === 0) return []
  const sources = importedFields(pdf, inspect(pdf).pages)
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

function isSource({ field, widgets }: ReadField, zone: Zone): boolean {
  const isAt = (box: { x: number; y: number; width: number; height: number }) =>
    (['x', 'y', 'width', 'height'] as const).every((side) => Math.abs(box[side] - zone[side]) < tolerance)
  return (
    toKind(field.type) === toKind(zone.type) &&
    widgets.some((widget) => widget.page.number === zone.page && isAt(widget))
  )
}

/** The types of zones that one kind of form field has. */
function toKind(type: FieldType): string {
  return ['signature', 'checkbox', 'radio', 'dropdown'].includes(type) ? type : 'text'
}

/**
 * Fills in the fields with the values of their zones, and draws them in the author's style. A field that has its value
 * already stays as it is.
 * @param numbers the numbers among the values in plain form
 */
export function fillFileFields(
  pdf: PDF,
  fonts: FontBook,
  bound: readonly BoundField[],
  values: Values,
  numbers: Readonly<Record<string, string>> = {},
): void {
  for (const { source, zones } of bound) {
    const given = zones.filter((zone) => values[zone.id] !== undefined)
    const { type, value: current } = source.field
    const [zone] = given
    if (!zone || type === 'signature') continue
    const value = values[zone.id]!
    if (type === 'checkbox') {
      if (isOn(value) !== (current === 'true')) selectState(pdf, source, isOn(value))
    } else if (type === 'radio') {
      const option = given.find(({ id }) => values[id] === true)?.options?.[0] ?? null
      if (option !== current) selectState(pdf, source, option ?? false)
    } else {
      const number = numbers[zone.id] ?? (value === zone.value ? zone.number : undefined)
      setText(pdf, fonts, source, String(value), number)
    }
  }
}

/** @param selection the option of a choice; or whether a check box is ticked */
function selectState(pdf: PDF, source: ReadField, selection: string | boolean): void {
  const { widgets, unseen } = source
  const buttons = readButtons(pdf, widgets)
  const chosen =
    buttons.type === 'radio' && typeof selection === 'string'
      ? buttons.buttons.find(({ option }) => cleanLine(option) === cleanLine(selection))
      : null
  const off = PdfName.of('Off')
  let value = off
  for (const { dict } of listWidgets(source)) {
    const states = listStates(pdf, dict)
    const state = chosen
      ? states.find((name) => name.value === chosen.state)
      : selection === true && states[0]
    dict.set('AS', state || off)
    if (state) value = state
  }
  for (const { field } of [...widgets, ...unseen]) field.set('V', value)
}

function listStates(pdf: PDF, widget: PdfDict): PdfName[] {
  return readExactKeys(pdf, widget, ['AP', 'N']).filter(({ value }) => value !== 'Off')
}

/** @param number the number of which the text is the notation: scripts of the author's calculate with it */
function setText(
  pdf: PDF,
  fonts: FontBook,
  source: ReadField,
  text: string,
  number: string | undefined,
): void {
  const plain = isNumberField(source.scripts) ? number : undefined
  const current = source.field.value ?? ''
  if (current === (plain ?? text) || current === number) return
  const resolve = resolver(pdf)
  const choices = readChoices(source.widgets[0].field.get('Opt', resolve), resolve)
  const chosen = choices.find((choice) => cleanLine(choice.text) === cleanLine(text))
  setValue(source, chosen?.exported ?? plain ?? text)
  const shown = plain === undefined ? undefined : text
  for (const { dict, page } of listWidgets(source)) drawAuthorValue(pdf, fonts, dict, page!.userUnit, shown)
}

/** Sets the text of a field without drawing it. */
export function setValue({ widgets, unseen }: ReadField, value: string): void {
  for (const { field } of [...widgets, ...unseen]) {
    field.set('V', textString(value))
    // The selection by index and the rich text are those of the value before (tables 228 and 233).
    field.delete('I')
    field.delete('RV')
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
