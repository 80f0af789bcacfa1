import { type PdfObject, PdfStream } from '@libpdf/core'
import { dict } from '../file/objects.ts'

/** An image XObject (ISO 32000-2, 8.9.5) of 8 bits per sample, of data that is encoded for the filter. */
export function imageStream(
  { width, height }: { width: number; height: number },
  { filter, colourSpace }: { filter: 'DCTDecode' | 'FlateDecode'; colourSpace: PdfObject | string },
  data: Uint8Array,
): PdfStream {
  const entries = {
    Type: '/XObject',
    Subtype: '/Image',
    Width: width,
    Height: height,
    ColorSpace: typeof colourSpace === 'string' ? `/${colourSpace}` : colourSpace,
    BitsPerComponent: 8,
    Filter: `/${filter}`,
  }
  return new PdfStream(dict(entries), data)
}
