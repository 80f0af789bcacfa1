import type { PDF } from '@libpdf/core'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { asDict, findInheritedEntry, resolver } from '../check/inspect.ts'
import { frameColours, parseDefaultAppearance } from '../fields/author-style.ts'
import { decodeTextString, readChoices } from '../fields/choices.ts'
import type { Colour } from '../fields/drawing.ts'
import { shownName } from '../file/exact-names.ts'
import type { FieldLayout, FieldType } from '../zones.ts'
import { readState } from './values.ts'
import type { Widget } from './widgets.ts'

/** Font sizes of a process, in points. */
const [minSize, maxSize] = [1, 144]
/** Fonts that look like ours. */
const sansSerif = /helv|arial|sans|calibri|verdana|tahoma|segoe|roboto|inter/i
/** Beveled, inset and dashed (ISO 32000-2, table 168). */
const otherBorders = ['B', 'I', 'D']
/** The states of ticked boxes that only say that they are. */
const plainState = /^(yes|on|true|1)$/i

/** What of the look of a field is kept in its layout, and what is lost. */
export interface Look {
  layout: Pick<FieldLayout, 'font_size' | 'color'>
  lost: ErrorText[]
}

/** The look of a text or list. Its background and border become part of the page. */
export function lookOfText(pdf: PDF, { dict, page }: Widget): Look {
  const resolve = resolver(pdf)
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolve))
  const appearance =
    decodeTextString(findInheritedEntry(dict, 'DA', resolve) ?? form?.get('DA', resolve)) ?? ''
  const { fontName, size, colour } = parseDefaultAppearance(appearance)
  const points = Math.min(maxSize, Math.max(minSize, Math.round(size * page.userUnit * 100) / 100))
  const fonts = asDict(asDict(form?.get('DR', resolve))?.get('Font', resolve))
  const font = asDict(fonts?.get(fontName, resolve))?.getName('BaseFont', resolve)?.value ?? fontName
  const border = asDict(dict.get('BS', resolve))?.getName('S', resolve)?.value ?? ''
  const isFramed = frameColours(pdf, dict).border !== null
  return {
    layout: {
      ...(size > 0 && { font_size: points }),
      ...(colour?.some((part) => part > 0) && { color: formatHex(colour) }),
    },
    lost: [
      ...(font && !sansSerif.test(font) ? [errorText('import.fontNotKept', { font })] : []),
      ...(isFramed && otherBorders.includes(border) ? [errorText('import.borderDrawnPlain')] : []),
    ],
  }
}

/** The look of check boxes and radio buttons: the outlines are ours. */
export function lookOfButtons(pdf: PDF, widgets: readonly Widget[]): Look {
  const isColoured = widgets.some(({ dict }) => {
    const { background, border } = frameColours(pdf, dict)
    return (background && !background.every((part) => part > 0.99)) || (border && !isGrey(border))
  })
  return { layout: {}, lost: isColoured ? [errorText('import.coloursNotKept')] : [] }
}

/** The values that a list, or a box, has in the data of the form, where they are not what people see. */
export function findLostExportValues(pdf: PDF, type: FieldType, widget: Widget): ErrorText[] {
  const resolve = resolver(pdf)
  if (type === 'dropdown') {
    const choices = readChoices(findInheritedEntry(widget.dict, 'Opt', resolve), resolve)
    const differs = choices.some(({ exported, text }) => exported !== text)
    return differs ? [errorText('import.exportValuesNotKept')] : []
  }
  if (type !== 'checkbox') return []
  const state = readState(pdf, widget)
  return state !== null && !plainState.test(state)
    ? [errorText('import.exportValueOfCheckboxNotKept', { value: shownName(state) })]
    : []
}

function isGrey([red, green, blue]: Colour): boolean {
  return red === green && green === blue
}

function formatHex(colour: Colour): string {
  const hex = (part: number) =>
    Math.round(Math.min(1, Math.max(0, part)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${colour.map(hex).join('')}`
}
