import type { PDF, PdfDict } from '@libpdf/core'
import { resolver } from '../check/inspect.ts'
import { alignments } from '../zones.ts'
import type { TextStyle } from './appearance.ts'
import { fieldFlags } from './flags.ts'

/** How a text stands in a widget of ours: what `value` of `FieldMaker` wrote from the zone. */
export function styleOf(pdf: PDF, widget: PdfDict): TextStyle {
  const resolve = resolver(pdf)
  const align = alignments[widget.getNumber('Q', resolve)?.value ?? -1]
  const isComb = ((widget.getNumber('Ff', resolve)?.value ?? 0) & fieldFlags.comb) !== 0
  const cells = isComb ? widget.getNumber('MaxLen', resolve)?.value : undefined
  return { ...(align && { align }), ...(cells && { cells }) }
}
