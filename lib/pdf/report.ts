import { PdfArray, PdfString } from '@libpdf/core'
import { sha256Hex } from '#lib/core/ids'
import { isolated } from '#lib/core/text/isolated'
import { makeArchival } from './archival.ts'
import { type Attachment, attachFiles } from './attachments.ts'
import type { Drawing } from './fields/drawing.ts'
import { type PlacedImage, placeImage } from './images/place-image.ts'
import { formatTime, type ReportInput } from './report/input.ts'
import { placePictures } from './report/pictures.ts'
import { accent, hairline, ink, makeSections, quiet } from './report/sections.ts'
import { A4, Flow, margins, textToRight } from './text/flow.ts'
import { textWidth } from './text/fonts.ts'
import { loadShaping } from './text/shaping.ts'

/**
 * Renders the certificate of completion, the audit trail or a verification as a PDF: A4, with real text in every script
 * that lib/pdf/text/fonts.ts supports. Equal input gives equal bytes.
 * @throws ImageError when the image of a signature cannot be used
 */
export async function renderReport(input: ReportInput): Promise<Uint8Array> {
  await loadShaping(input)
  const flow = new Flow(input.rightToLeft, input.language)
  describe(flow, input)
  for (const block of makeSections(input, await placePictures(flow, input))) flow.add(block, true)
  attachFiles(flow.pdf, listAttachments(input), input.madeAt)
  const logo = input.logo && (await placeImage(flow.pdf, input.logo))
  return flow.finish((drawing, number, count) => headAndFoot(drawing, input, number, count, logo))
}

/** The files of the input, and the proof of the log in a form that programs read. */
function listAttachments({ log, attachments = [] }: ReportInput): Attachment[] {
  if (!log) return attachments
  const proof = { name: 'log-inclusion.tlog-proof', bytes: Buffer.from(log.proof), mimeType: 'text/plain' }
  return [...attachments, { ...proof, relationship: 'Data' }]
}

/** The heights of the base lines of header and footer, and of the rules beside them. */
const head = { baseline: A4.height - 42, rule: A4.height - 58 }
const foot = { baseline: 32, rule: 46 }

function headAndFoot(
  drawing: Drawing,
  input: ReportInput,
  number: number,
  count: number,
  logo: PlacedImage | undefined,
): void {
  const { labels } = input
  const right = A4.width - margins.side
  const small = { size: 8, colour: quiet }
  const rule = (y: number) =>
    [
      [margins.side, y],
      [right, y],
    ] as const
  if (logo) drawLogo(drawing, logo, head.baseline)
  else drawing.text(clip(input.issuer, 260), margins.side, head.baseline, 8.5, ink, 'bold')
  drawing.line(rule(head.rule), 1.5, accent)
  if (input.test) drawTestMark(drawing, labels.test, right)
  else if (number > 1) textToRight(drawing, labels[input.kind] ?? '', right, head.baseline, small)
  drawing.line(rule(foot.rule), 0.5, hairline)
  const reference = `${isolated(input.reference)} · ${formatTime(input.madeAt)}`
  drawing.text(clip(reference, 340), margins.side, foot.baseline, 8, quiet)
  const page = labels.page.replace('{number}', String(number)).replace('{count}', String(count))
  textToRight(drawing, page, right, foot.baseline, small)
}

/** White on black: also seen on a page that is printed without colours. */
function drawTestMark(drawing: Drawing, text: string, right: number): void {
  const width = textWidth(text, 8.5, 'bold') + 12
  drawing.rectangle(right - width, head.baseline - 5, width, 17, ink, 'fill')
  textToRight(drawing, text, right - 6, head.baseline, { size: 8.5, colour: [1, 1, 1], style: 'bold' })
}

/** At most 120 by 20 points, its middle at that of the header's text. */
function drawLogo(drawing: Drawing, logo: PlacedImage, baseline: number): void {
  const scale = Math.min(120 / logo.width, 20 / logo.height)
  const height = logo.height * scale
  drawing.image(logo, margins.side, baseline + 3 - height / 2, logo.width * scale, height)
}

function describe({ pdf }: Flow, input: ReportInput): void {
  const { kind, labels, title, reference, issuer, madeAt, chain, language } = input
  const description = {
    title: `${labels[kind] ?? ''}: ${title}`,
    author: issuer,
    producer: 'Paraph',
    language,
  }
  pdf.setMetadata({
    ...description,
    creator: description.producer,
    creationDate: madeAt,
    modificationDate: madeAt,
  })
  makeArchival(pdf, { ...description, madeAt })
  // ISO 32000-2, 14.4; otherwise the library takes random bytes.
  const digest = sha256Hex(JSON.stringify([kind, title, reference, issuer, madeAt, chain]))
  const id = PdfString.fromHex(digest.slice(0, 32))
  pdf.context.info.trailer.set('ID', PdfArray.of(id, id))
}

/** The text, shortened to fit `width` at 8.5 points. */
function clip(text: string, width: number): string {
  let characters = [...text]
  if (textWidth(text, 8.5, 'bold') <= width) return text
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, 8.5, 'bold') > width)
    characters = characters.slice(0, -1)
  return `${characters.join('')}…`
}
