import type { PDF, PdfDict } from '@libpdf/core'
import { resolver } from '../check/inspect.ts'
import { unitDecimals } from '../file/objects.ts'
import { alignments } from '../zones.ts'
import type { TextStyle } from './appearance.ts'
import { parseDefaultAppearance } from './author-style.ts'
import { decodeTextString } from './choices.ts'
import type { AppearanceBox } from './drawing.ts'
import { fieldFlags } from './flags.ts'

/** /DA of a text (ISO 32000-2, 12.7.4.3), from which `readStyle` reads size and colour. Size 0: as large as fits. */
export function defaultAppearance({ largest = 0, colour }: TextStyle, { userUnit }: AppearanceBox): string {
  const rounded = (value: number, decimals = 3) => Number(value.toFixed(decimals))
  const operator = colour ? `${colour.map((part) => rounded(part)).join(' ')} rg` : '0 g'
  return `/Helv ${rounded(largest / userUnit, unitDecimals(userUnit))} Tf ${operator}`
}

/** How a text stands in a widget of ours: what `value` of `FieldMaker` wrote from the zone. */
export function readStyle(pdf: PDF, widget: PdfDict, { userUnit }: AppearanceBox): TextStyle {
  const resolve = resolver(pdf)
  const align = alignments[widget.getNumber('Q', resolve)?.value ?? -1]
  const isComb = ((widget.getNumber('Ff', resolve)?.value ?? 0) & fieldFlags.comb) !== 0
  const cells = isComb ? widget.getNumber('MaxLen', resolve)?.value : undefined
  const { size, colour } = parseDefaultAppearance(decodeTextString(widget.get('DA', resolve)) ?? '')
  return {
    ...(align && { align }),
    ...(cells && { cells }),
    ...(size > 0 && { largest: size * userUnit }),
    ...(colour && { colour }),
  }
}
