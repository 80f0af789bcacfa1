import { type PDF, type PdfDict, PdfName } from '@libpdf/core'
import { cleanLine } from '#lib/core/text/clean'
import { asDict, findInheritedEntry, resolver } from '../check/inspect.ts'
import { decodeTextString } from '../fields/choices.ts'
import { excludesOthers } from '../fields/flags.ts'
import { readExactName, shownName } from '../file/exact-names.ts'
import { union, type ZoneBox } from '../geometry.ts'
import { fieldValue, readState, type Widgets } from './values.ts'
import { isRadioField, type Widget } from './widgets.ts'

/** A button of a choice, and the option that it selects. */
interface Button {
  widget: Widget
  /** The state of the selected button. */
  state: string
  option: string
}

/** What the buttons of a field mean together. */
export type Buttons =
  | { type: 'checkbox'; isTicked: boolean }
  | { type: 'radio'; options: string[]; value: string | null; buttons: Button[] }

/**
 * Check boxes with one state are ticked together; with several they are a choice, as radio buttons are (ISO 32000-2,
 * 12.7.5.2.3). The text of an option is the entry of /Opt at the place of its button in /Kids, else its state.
 */
export function readButtons(pdf: PDF, widgets: Widgets): Buttons {
  const resolve = resolver(pdf)
  const readOption = optionReader(pdf)
  const buttons = widgets.flatMap((widget): Button[] => {
    const state = readState(pdf, widget)
    return state === null ? [] : [{ widget, state, option: readOption(widget, state) }]
  })
  const options = [...new Set(buttons.map(({ option }) => option))]
  const value = fieldValue(pdf, widgets)
  const selected = value instanceof PdfName ? value.value : null
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  // The states of the appearances may be older than the value (ISO 32000-2, table 224).
  const isNewer = selected !== null && form?.getBool('NeedAppearances', resolve)?.value === true
  const shown = ({ dict }: Widget) => (isNewer ? undefined : readExactName(pdf, dict, 'AS')?.value)
  if (!isRadioField(pdf, widgets[0].field) && options.length < 2) {
    const states = new Map(buttons.map(({ widget, state }) => [widget, state]))
    const isTicked = widgets.some((widget) => {
      const known = states.get(widget)
      const state = shown(widget) ?? (known === undefined || known === selected ? selected : 'Off')
      return state !== null && state !== 'Off'
    })
    return { type: 'checkbox', isTicked }
  }
  const chosen =
    buttons.find(({ state }) => state === selected) ??
    buttons.find(({ widget, state }) => selected !== 'Off' && shown(widget) === state)
  return { type: 'radio', options, value: chosen?.option ?? null, buttons }
}

/** The option of buttons that could be selected apart from each other, in the file. */
export function findSharedOption(pdf: PDF, widgets: readonly Widget[]): string | null {
  const states = new Map<string, string>()
  const statesOfFields = new Map<PdfDict, Set<string>>()
  const readOption = optionReader(pdf)
  for (const widget of widgets) {
    const state = readState(pdf, widget)
    if (state === null) continue
    const option = readOption(widget, state)
    const statesOfField = statesOfFields.get(widget.field) ?? new Set()
    const isApart =
      statesOfField.has(state) && excludesOthers(findInheritedEntry(widget.dict, 'Ff', resolver(pdf)))
    if (isApart || (states.get(option) ?? state) !== state) return option
    states.set(option, state)
    statesOfFields.set(widget.field, statesOfField.add(state))
  }
  return null
}

/** Reads the text of a button's option. The /Kids of a field are read once. */
function optionReader(pdf: PDF): (widget: Widget, state: string) => string {
  const resolve = resolver(pdf)
  const placesOfFields = new Map<PdfDict, Map<PdfDict, number> | null>()
  const textAt = ({ dict, field }: Widget): string | null => {
    const places = placesOfFields.get(field) ?? listKidPlaces(field, resolve)
    placesOfFields.set(field, places)
    const place = places ? places.get(dict) : 0
    return place === undefined ? null : decodeTextString(field.getArray('Opt', resolve)?.at(place, resolve))
  }
  return (widget, state) => cleanLine(textAt(widget) ?? shownName(state)) || shownName(state)
}

/** The place of each button in /Kids, of several the first; null for a field without. */
function listKidPlaces(field: PdfDict, resolve: ReturnType<typeof resolver>): Map<PdfDict, number> | null {
  const kids = field.getArray('Kids', resolve)
  if (!kids) return null
  const places = new Map<PdfDict, number>()
  for (let place = 0; place < kids.length; place++) {
    const kid = asDict(kids.at(place, resolve))
    if (kid && !places.has(kid)) places.set(kid, place)
  }
  return places
}

/** The rectangle around those of the first page. */
export function boxAround(widgets: readonly [Widget, ...Widget[]]): ZoneBox {
  const [{ page }] = widgets
  return widgets.filter((widget) => widget.page === page).reduce<ZoneBox>(union, widgets[0])
}
