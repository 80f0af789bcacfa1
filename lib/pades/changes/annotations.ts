import { type PdfDict, PdfStream } from '@libpdf/core'
import { asDict, numbers } from '#lib/pdf/check/inspect'
import type { Revision } from './timeline.ts'

type Resolve = Revision['resolve']

/** Whether an annotation is a widget (ISO 32000-2, 12.5.6.19): /Rect and its appearance say what it draws. */
export function isWidget(annotation: PdfDict, resolve: Resolve): boolean {
  return annotation.getName('Subtype', resolve)?.value === 'Widget'
}

/**
 * Whether an annotation has an appearance without the required /BBox (ISO 32000-2, table 93): some readers draw it
 * over the whole page.
 */
export function hasUnboundedAppearance(annotation: PdfDict, resolve: Resolve): boolean {
  const appearance = asDict(annotation.get('AP', resolve))
  return ['N', 'R', 'D'].some((key) => {
    const entry = asDict(appearance?.get(key, resolve))
    if (!entry) return false
    const keys = entry instanceof PdfStream ? [] : [...entry.keys()]
    const streams = [entry, ...keys.map(({ value }) => entry.get(value, resolve))]
    return streams.some((stream) => stream instanceof PdfStream && !hasBounds(stream, resolve))
  })
}

function hasBounds(form: PdfStream, resolve: Resolve): boolean {
  return numbers(form.get('BBox', resolve), resolve)?.every(Number.isFinite) ?? false
}
