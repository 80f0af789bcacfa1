import { Parser } from 'htmlparser2'
import { type EmbeddableImage, embeddableImage } from '#lib/pdf/images/image-to-pdf'
import { cssLoadsAddress, getLinkedSheet, loadsAddress, readDataUrl } from './addresses.ts'
import { appliesToPrint, StyleSheet } from './css.ts'
import { decodeHtml } from './decode.ts'
import { escapeHtml } from './elements.ts'
import { HtmlError, type HtmlProblem } from './error.ts'
import { imageSize } from './sizes.ts'
import { HtmlWriter, type Picture } from './writer.ts'

const MAX_HTML_BYTES = 20 * 1024 * 1024
const MAX_ELEMENTS = 50_000
/** Of all images together. */
const MAX_PIXELS = 100_000_000

/** HTML that loads nothing, or why there is none. The message is for the person who uploaded it. */
type CleanHtml =
  | { ok: true; type: 'html'; bytes: Uint8Array }
  | { ok: false; reason: HtmlProblem; message: string }

const messages: Record<HtmlError['reason'], string> = {
  linked_content:
    'This page loads content from elsewhere, such as an image or a style sheet. Embed it, or print the page to PDF.',
  too_large:
    'This page is too large: up to 20 MB with 100 megapixels of images and 50,000 elements, nested up to 200 deep, are converted. Split it, or print it to PDF.',
  not_convertible: 'This page shows nothing without its scripts. Print it to PDF.',
  not_understood:
    'This page shows something that cannot be converted, such as a formula, a drawing with text, a GIF or WebP image, or what its style sheet adds or shows. Print it to PDF.',
  field_elements:
    'This page has fields as elements, such as <signature-field>. Write them as text tags, such as {{Name;type=signature;role=Client}}.',
}

/** A4 with margins of 2 cm. */
const beginning = `<!DOCTYPE html>
<html><head><meta http-equiv="content-type" content="text/html; charset=utf-8">
<style>@page { size: 21cm 29.7cm; margin: 2cm }</style></head><body>
`
const end = '\n</body></html>\n'

/**
 * Rewrites HTML with the elements, attributes and styles that are known to be harmless, before another program opens
 * it: nothing of it is loaded from elsewhere, and no scripts remain.
 */
export async function cleanHtml(bytes: Uint8Array): Promise<CleanHtml> {
  try {
    if (bytes.length > MAX_HTML_BYTES) throw new HtmlError('too_large')
    const page = decodeHtml(bytes)
    const writer = new HtmlWriter(readStyleSheets(page))
    new Parser(writer).end(page)
    if (!writer.hasContent) throw new HtmlError('not_convertible')
    const html = beginning + (await withImages(writer.parts)) + end
    return { ok: true, type: 'html', bytes: new TextEncoder().encode(html) }
  } catch (error) {
    if (!(error instanceof HtmlError)) throw error
    const { reason } = error
    const isOther = reason === 'linked_content' || reason === 'too_large'
    return { ok: false, reason: isOther ? reason : 'not_convertible', message: messages[reason] }
  }
}

/** What is in them is no part of the page. */
const unreadElements = ['noscript', 'template']

/**
 * The rules of all style sheets in a page: they count for all of it, wherever they stand.
 * @throws HtmlError for style sheets that load something, and for too many elements
 */
function readStyleSheets(page: string): StyleSheet {
  const styleSheet = new StyleSheet()
  let elementCount = 0
  let unreadDepth = 0
  /** Of the open style element. */
  let css: string | null = null
  const parser = new Parser({
    onopentag(name, attributes) {
      elementCount += 1
      if (elementCount > MAX_ELEMENTS) throw new HtmlError('too_large')
      if (unreadElements.includes(name)) unreadDepth += 1
      if (unreadDepth > 0 || (name !== 'style' && name !== 'link')) return
      if (name === 'link' && loadsAddress(name, attributes)) throw new HtmlError('linked_content')
      if (!appliesToPrint(attributes.media ?? '')) return
      if (name === 'style') css = ''
      else addRules(styleSheet, getLinkedSheet(attributes))
    },
    ontext(text) {
      if (css !== null) css += text
    },
    onclosetag(name) {
      if (unreadElements.includes(name)) unreadDepth -= 1
      if (css !== null) addRules(styleSheet, css)
      css = null
    },
  })
  parser.end(page)
  return styleSheet
}

function addRules(styleSheet: StyleSheet, css: string): void {
  if (cssLoadsAddress(css)) throw new HtmlError('linked_content')
  styleSheet.add(css)
}

/** How GIF, WebP, AVIF, HEIC, BMP and TIFF begin. */
const otherFormats = /^(GIF8|RIFF....WEBP|....ftyp|BM|II\*\0|MM\0\*)/s
/** The width and height of a GIF that is a spacer: one pixel, which shows nothing. */
const ONE_PIXEL = '\x01\0\x01\0'
const drawnText = /<(\w+:)?(text|foreignObject)[\s>]/

/** Images are checked one after the other, because each takes memory. */
async function withImages(parts: (string | Picture)[]): Promise<string> {
  const texts: string[] = []
  let pixels = 0
  for (const part of parts) {
    const image = typeof part === 'string' ? null : await readImage(part)
    pixels += image ? image.width * image.height : 0
    if (pixels > MAX_PIXELS) throw new HtmlError('too_large')
    texts.push(typeof part === 'string' ? part : imageTag(part, image))
  }
  return texts.join('')
}

/**
 * An embedded PNG or JPEG; null for other addresses and damaged images, and for drawings without text.
 * @throws HtmlError for images of other formats, and drawings with text
 */
async function readImage({ address }: Picture): Promise<EmbeddableImage | null> {
  // Browsers go by the bytes too, whatever the type is, except for SVG.
  const { type, bytes } = readDataUrl(address)
  const start = bytes.toString('latin1', 0, 12)
  const text = type.startsWith('image/svg') ? bytes.toString() : ''
  const isOther = otherFormats.test(start) && start.slice(6, 10) !== ONE_PIXEL
  if (isOther || drawnText.test(text)) throw new HtmlError('not_understood')
  return embeddableImage(bytes)
}

/** In place of an image that cannot be shown is the text that describes it. */
function imageTag({ alt, ...wanted }: Picture, image: EmbeddableImage | null): string {
  if (!image) return alt === '' ? '' : escapeHtml(`[${alt ?? 'image'}]`)
  const { width, height } = imageSize(image, wanted)
  const data = Buffer.from(image.bytes).toString('base64')
  return `<img src="data:image/${image.format};base64,${data}" width="${width}" height="${height}" alt="${escapeHtml(alt ?? '')}">`
}
