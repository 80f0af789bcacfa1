import { type PDF, PdfArray, type PdfDict, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { dict, numberArray } from '../file/objects.ts'
import { type PageGeometry, readPageGeometry } from '../geometry.ts'
import type { Structure } from '../structure.ts'
import { type FontBook, lineHeight } from '../text/fonts.ts'
import { fitText } from '../text/wrap.ts'
import type { EngineSigner, Zone } from '../zones.ts'
import { type Colour, Drawing } from './drawing.ts'
import type { FieldPage } from './fields.ts'

/** Appended pages, and a signature zone on them for each signer. */
interface SignaturePages {
  pages: FieldPage[]
  zones: Zone[]
}

const margin = 56
const gap = 24
const headHeight = 44
const blockHeight = 108
const zoneHeight = 72
/** From the upper edge of a zone to the last baseline of the name above it. */
const nameOffset = 7
/** A name of several lines ends this far below the zone above it. */
const nameGap = 3
const nameHeight = blockHeight - zoneHeight - nameOffset - nameGap
const text: Colour = [0.1, 0.1, 0.12]
const frame: Colour = [0.78, 0.8, 0.84]

/**
 * Appends pages with a heading and, for each signer, the name above a framed signature zone. The pages have the size
 * of the last page where its sides are between 380 and 1,300 points, else A4. Only the root of the page tree
 * changes.
 */
export function appendSignaturePages(
  pdf: PDF,
  fonts: FontBook,
  signers: readonly EngineSigner[],
  last: PageGeometry | undefined,
  heading: string,
  structure: Structure | null = null,
): SignaturePages {
  const hasUsualSize =
    last && Math.min(last.width, last.height) >= 380 && Math.max(last.width, last.height) <= 1300
  const width = hasUsualSize ? last.width : 595
  const height = hasUsualSize ? last.height : 842
  const columns = width >= 520 ? 2 : 1
  const rows = Math.max(1, Math.floor((height - 2 * margin - headHeight) / blockHeight))
  const blockWidth = (width - 2 * margin - (columns - 1) * gap) / columns
  const result: SignaturePages = { pages: [], zones: [] }
  for (let start = 0; start < signers.length; start += columns * rows) {
    const drawing = new Drawing(fonts)
    drawing.marked(0, () => drawing.text(heading, margin, height - margin - 16, 18, text, 'bold'))
    const number = (last?.number ?? 0) + result.pages.length + 1
    signers.slice(start, start + columns * rows).forEach((signer, index) => {
      const zone: Zone = {
        id: `signature-page-${signer.id}`,
        signer: signer.id,
        type: 'signature',
        page: number,
        x: margin + (index % columns) * (blockWidth + gap),
        y:
          margin +
          headHeight +
          Math.floor(index / columns) * blockHeight +
          (blockHeight - zoneHeight - gap / 2),
        width: blockWidth,
        height: zoneHeight,
        required: true,
        label: signer.name,
      }
      const { size, lines } = fitText(signer.name, blockWidth, nameHeight, 10)
      drawing.marked(1 + index, () => {
        lines.forEach((line, position) => {
          const above = nameOffset + (lines.length - 1 - position) * size * lineHeight
          drawing.text(line, zone.x, height - zone.y + above, size, text)
        })
      })
      drawing.marked(null, () =>
        drawing.rectangle(zone.x, height - zone.y - zoneHeight, blockWidth, zoneHeight, frame, 0.75),
      )
      result.zones.push(zone)
    })
    const ref = appendPage(pdf, drawing, width, height)
    structure?.addParagraphs(asDict(resolver(pdf)(ref))!, ref, 1 + result.zones.length - start)
    result.pages.push({ ref, geometry: readPageGeometry(number, { mediaBox: [0, 0, width, height] }) })
  }
  return result
}

/** Appends a page to the root of the page tree; no other node changes (ISO 32000-2, 7.7.3.2). */
function appendPage(pdf: PDF, drawing: Drawing, width: number, height: number): PdfRef {
  const resolve = resolver(pdf)
  const rootRef = pdf.context.catalog.getDict().getRef('Pages')
  const root = rootRef ? asDict(resolve(rootRef)) : null
  const kids = root?.getArray('Kids', resolve)
  if (!rootRef || !root || !kids) throw new Error('The page tree has no root.')
  const page: PdfDict = dict({
    Type: '/Page',
    Parent: rootRef,
    MediaBox: numberArray([0, 0, width, height]),
    CropBox: numberArray([0, 0, width, height]),
    Rotate: 0,
    Resources: drawing.resources(),
    Contents: pdf.context.register(new PdfStream([], drawing.content())),
  })
  const ref = pdf.context.register(page)
  root.set('Kids', new PdfArray([...kids.toArray(), ref]))
  root.set('Count', PdfNumber.of((root.getNumber('Count', resolve)?.value ?? kids.length) + 1))
  return ref
}
