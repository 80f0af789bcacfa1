import { type PDF, type PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core'
import type { ErrorMessage } from '#lib/core/error-messages/messages'
import { asDict, inheritedEntry, resolver } from '../check/inspect.ts'
import { fieldFlags } from '../fields/flags.ts'
import { decodeText } from '../file/objects.ts'
import { clipToPage } from '../geometry.ts'
import { type FileField, maxOptions } from './file-field.ts'
import type { Widget } from './widgets.ts'

/** Deepest field tree that is followed. */
const maxDepth = 50
/** A radio field here has its options one below the other, with their texts. */
const minWidth = 60
const minRowHeight = 12

/** The radio field that a button belongs to; null for other widgets. */
export function radioOwner(pdf: PDF, { dict }: Widget): PdfDict | null {
  const resolve = resolver(pdf)
  const flags = inheritedEntry(dict, 'Ff', resolve)
  const isRadio = flags instanceof PdfNumber && (flags.value & fieldFlags.radio) !== 0
  const type = inheritedEntry(dict, 'FT', resolve)
  if (!isRadio || !(type instanceof PdfName && type.value === 'Btn')) return null
  let owner: PdfDict | null = dict
  for (let depth = 0; owner && !owner.has('FT') && depth < maxDepth; depth++)
    owner = asDict(owner.get('Parent', resolve))
  return owner
}

/**
 * The buttons of a radio field as one field around those on its first page; a sentence when it cannot be imported. An
 * option is the text of /Opt, or the state of its button (ISO 32000-2, 12.7.5.2.4).
 */
export function radioField(
  pdf: PDF,
  owner: PdfDict,
  widgets: readonly [Widget, ...Widget[]],
): FileField | ErrorMessage {
  const resolve = resolver(pdf)
  const texts = owner.getArray('Opt', resolve)
  const optionOf = (state: string) => {
    const text = /^\d+$/.test(state) ? texts?.at(Number(state), resolve) : null
    return (text instanceof PdfString ? decodeText(text) : state).trim()
  }
  const states = widgets.flatMap(({ dict }) => stateOf(pdf, dict) ?? [])
  const options = [...new Set(states.map(optionOf))].filter(Boolean)
  if (options.length < 2 || options.length > maxOptions)
    return `A radio field with ${options.length} options is not imported: between 2 and ${maxOptions} are possible.`
  const flags = owner.getNumber('Ff', resolve)?.value ?? 0
  const selected = owner.getName('V', resolve)?.value
  const value = selected && states.includes(selected) ? optionOf(selected) : null
  const readOnly = (flags & fieldFlags.readOnly) !== 0
  if (readOnly && value === null) return 'A read-only field without a value is not imported.'
  const [{ page, name }] = widgets
  const tooltip = owner.getString('TU', resolve)
  return {
    source: 'form',
    name,
    label: (tooltip && decodeText(tooltip).trim()) || name,
    type: 'radio',
    page: page.number,
    ...boxAround(widgets, options.length),
    role: null,
    required: (flags & fieldFlags.required) !== 0,
    readOnly,
    value,
    options,
    placeholder: null,
    maxLength: null,
  }
}

/** The state of a selected button: the key of its appearance that is not /Off. */
function stateOf(pdf: PDF, dict: PdfDict): string | null {
  const resolve = resolver(pdf)
  const appearances = asDict(asDict(dict.get('AP', resolve))?.get('N', resolve))
  const keys = appearances ? [...appearances.keys()] : []
  return keys.map((key) => key.value).find((state) => state !== 'Off') ?? null
}

function boxAround(widgets: readonly [Widget, ...Widget[]], rows: number) {
  const { page } = widgets[0]
  const widgetsOnPage = widgets.filter((widget) => widget.page === page)
  const x = Math.min(...widgetsOnPage.map((box) => box.x))
  const y = Math.min(...widgetsOnPage.map((box) => box.y))
  const box = {
    x,
    y,
    width: Math.max(minWidth, ...widgetsOnPage.map((widget) => widget.x + widget.width - x)),
    height: Math.max(minRowHeight * rows, ...widgetsOnPage.map((widget) => widget.y + widget.height - y)),
  }
  return clipToPage(page, box) ?? box
}
