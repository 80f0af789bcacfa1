import type { PdfDict } from '@libpdf/core'
import type { Revision } from './timeline.ts'

type Resolve = Revision['resolve']

/** Whether an annotation is a widget (ISO 32000-2, 12.5.6.19): /Rect and its appearance say what it draws. */
export function isWidget(annotation: PdfDict, resolve: Resolve): boolean {
  return annotation.getName('Subtype', resolve)?.value === 'Widget'
}
