import { type PDF, PdfName } from '@libpdf/core'
import { asDict, inheritedEntry, resolver } from '../check/inspect.ts'
import { textOf } from '../fields/choices.ts'
import type { ZoneBox } from '../geometry.ts'
import { isRadioField, type Widget } from './widgets.ts'

/** Options of a process have no longer texts. */
export const maxOptionLength = 255

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
export function readButtons(pdf: PDF, widgets: readonly [Widget, ...Widget[]]): Buttons {
  const resolve = resolver(pdf)
  const buttons = widgets.flatMap((widget): Button[] => {
    const state = stateOf(pdf, widget)
    return state === null ? [] : [{ widget, state, option: optionOf(pdf, widget, state) }]
  })
  const options = [...new Set(buttons.map(({ option }) => option))]
  const value = inheritedEntry(widgets[0].dict, 'V', resolve)
  const selected = value instanceof PdfName ? value.value : null
  const shown = ({ dict }: Widget) => dict.getName('AS', resolve)?.value
  if (!isRadioField(pdf, widgets[0].field) && options.length < 2) {
    const isTicked = widgets.some((widget) => {
      const known = buttons.find((button) => button.widget === widget)?.state
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

/** The buttons of one option that could be selected apart from each other, in the file. */
export function sharedOption(pdf: PDF, widgets: readonly Widget[]): string | null {
  const states = new Map<string, string>()
  for (const widget of widgets) {
    const state = stateOf(pdf, widget)
    if (state === null) continue
    const option = optionOf(pdf, widget, state)
    if ((states.get(option) ?? state) !== state) return option
    states.set(option, state)
  }
  return null
}

/** The state of a selected button: the key of its appearance that is not /Off. */
function stateOf(pdf: PDF, { dict }: Widget): string | null {
  const resolve = resolver(pdf)
  const appearances = asDict(asDict(dict.get('AP', resolve))?.get('N', resolve))
  const keys = appearances ? [...appearances.keys()] : []
  return keys.map((key) => key.value).find((state) => state !== 'Off') ?? null
}

/** The text of a button's option: as long as an option may be. */
function optionOf(pdf: PDF, widget: Widget, state: string): string {
  return (oneLine(optionText(pdf, widget) ?? state) || state).slice(0, maxOptionLength)
}

function optionText(pdf: PDF, { dict, field }: Widget): string | null {
  const resolve = resolver(pdf)
  const kids = field.getArray('Kids', resolve)
  const place = kids ? kids.toArray().findIndex((_, index) => asDict(kids.at(index, resolve)) === dict) : 0
  return place < 0 ? null : textOf(field.getArray('Opt', resolve)?.at(place, resolve))
}

/** Options are lines. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** The rectangle around those of the first page. */
export function boxAround(widgets: readonly [Widget, ...Widget[]]): ZoneBox {
  const [{ page }] = widgets
  const boxes = widgets.filter((widget) => widget.page === page)
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const [right, bottom] = [
    Math.max(...boxes.map((box) => box.x + box.width)),
    Math.max(...boxes.map((box) => box.y + box.height)),
  ]
  return { x, y, width: right - x, height: bottom - y }
}
