import { deflateSync } from 'node:zlib'
import type { PageBoxes } from './geometry.ts'

/** Objects of a file for tests: number → what stands between `obj` and `endobj`, one character a byte. */
export type Objects = Map<number, string>

/** How the cross-reference section of a revision is written (ISO 32000-2, 7.5.4, 7.5.8, 7.5.7). */
export type XrefFormat = 'table' | 'stream' | 'object-streams'

/** A page for `buildPdf`: its boxes and one line of Helvetica (WinAnsi characters only). */
export interface FixturePage extends PageBoxes {
  text?: string
}

/** What `buildPdf` and `pdfObjects` make; everything is optional. */
export interface FixtureOptions {
  pages?: FixturePage[]
  /** Entries of the page tree's root, for its pages to inherit: `/Rotate 90`. */
  inherited?: string
  /** More entries of the catalog: `/AcroForm 20 0 R`. */
  catalog?: string
  /** More entries of the trailer: `/Encrypt 30 0 R`. */
  trailer?: string
  /** More objects; numbers from 20 on are free. */
  objects?: Record<number, string>
  format?: XrefFormat
  /** /W of cross-reference streams. Default [1 4 2]. */
  widths?: Widths
}

/** Bytes of the fields of a cross-reference stream's entries. */
export type Widths = readonly [type: number, second: number, third: number]

/** The object number of the catalog; its pages are `firstPage`, `firstPage` + 2 … */
export const catalogNumber = 1
export const firstPage = 1001

/** A complete small file, written by hand so that every byte of it is known. */
export function buildPdf(options: FixtureOptions = {}): Uint8Array<ArrayBuffer> {
  const { format, trailer, widths } = options
  return writeRevision(null, pdfObjects(options), { format, trailer, widths })
}

/** The objects of `buildPdf`, to damage or to write otherwise. */
export function pdfObjects(options: FixtureOptions = {}): Objects {
  const pages = options.pages ?? [{ mediaBox: [0, 0, 612, 792], text: 'Hello' }]
  const objects: Objects = new Map([
    [catalogNumber, `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
  ])
  const kids = pages.map((page, index) => {
    const number = firstPage + index * 2
    objects.set(number, pageObject(page, number + 1))
    objects.set(number + 1, stream(`BT /F1 12 Tf 20 20 Td (${page.text ?? `Page ${index + 1}`}) Tj ET`))
    return `${number} 0 R`
  })
  objects.set(
    2,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} ${options.inherited ?? ''} >>`,
  )
  for (const [number, body] of Object.entries(options.objects ?? {})) objects.set(Number(number), body)
  return objects
}

/** A stream object's body, with its length. */
export function stream(data: string, entries = ''): string {
  return `<< /Length ${data.length} ${entries} >>\nstream\n${data}\nendstream`
}

/** How `writeRevision` writes; `xrefStm` puts these objects in a hybrid file's stream (7.5.8.4). */
export interface RevisionOptions {
  format?: XrefFormat
  trailer?: string
  xrefStm?: Objects
  widths?: Widths
}

/** Appends the objects to `previous` as one revision, or starts a file with them. */
export function writeRevision(
  previous: Uint8Array | null,
  objects: Objects,
  options: RevisionOptions = {},
): Uint8Array<ArrayBuffer> {
  const format = options.format ?? 'table'
  let text = previous ? Buffer.from(previous).toString('latin1') : '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const prev = previous ? ` /Prev ${startXref(previous)}` : ''
  const offsets = new Map<number, number>()
  const inStreams = new Map<number, [streamNumber: number, index: number]>()
  const put = (number: number, body: string) => {
    offsets.set(number, text.length)
    text += `${number} 0 obj\n${body}\nendobj\n`
  }
  const packed = format === 'object-streams' ? objects : (options.xrefStm ?? new Map<number, string>())
  const loose = [...packed].filter(([, body]) => !body.includes('stream'))
  const highest = Math.max(...objects.keys(), ...packed.keys(), previous ? highestNumber(previous) : 0)
  if (loose.length > 0) {
    put(highest + 1, objectStream(loose))
    loose.forEach(([number], index) => {
      inStreams.set(number, [highest + 1, index])
    })
  }
  for (const [number, body] of objects) if (!inStreams.has(number)) put(number, body)
  const size = highest + 3
  const ends = `/Size ${size} /Root ${catalogNumber} 0 R ${options.trailer ?? ''}${prev}`
  if (format !== 'table') {
    const at = text.length
    put(highest + 2, xrefStream(new Map([...offsets, [highest + 2, at]]), inStreams, ends, options.widths))
    return finish(text, at)
  }
  let hybrid = ''
  if (options.xrefStm) {
    hybrid = ` /XRefStm ${text.length}`
    put(highest + 2, xrefStream(new Map(), inStreams, `/Size ${size}`))
  }
  const at = text.length
  return finish(`${text}${xrefTable(offsets, !previous)}trailer\n<< ${ends}${hybrid} >>\n`, at)
}

/** What `signedPdf` makes; every member is PDF text that is put in its place. */
export interface SignedOptions {
  /** More entries of the signature dictionary. */
  signature?: string
  /** More entries of the signature field. */
  field?: string
  /** More entries of the AcroForm. */
  form?: string
  /** The AcroForm's /Fields; absent: the signature field. */
  fields?: string
  /** The whole AcroForm, in place of the three above. */
  acroForm?: string
  catalog?: string
  objects?: Record<number, string>
}

/**
 * A file whose second revision holds a signature (field 50, named Approval; dictionary 51) with a right
 * /ByteRange. Its contents are no CMS: enough to be found, not to be verified.
 */
export function signedPdf(options: SignedOptions = {}): Uint8Array<ArrayBuffer> {
  const form =
    options.acroForm ?? `<< /SigFlags 3 /Fields [${options.fields ?? '50 0 R'}] ${options.form ?? ''} >>`
  const unsigned = buildPdf({
    catalog: `/AcroForm ${form} ${options.catalog ?? ''}`,
    objects: options.objects,
  })
  const widget = '/Type /Annot /Subtype /Widget /Rect [0 0 0 0] /F 132'
  const range = '[0 0000000000 0000000000 0000000000]'
  const signed = writeRevision(
    unsigned,
    new Map([
      [50, `<< /FT /Sig /T (Approval) /V 51 0 R ${widget} ${options.field ?? ''} >>`],
      [
        51,
        `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange ${range} /Contents <${'30'.repeat(64)}> ${options.signature ?? ''} >>`,
      ],
    ]),
  )
  const text = Buffer.from(signed).toString('latin1')
  const gap = text.indexOf('/Contents <', unsigned.length) + '/Contents '.length
  const after = text.indexOf('>', gap) + 1
  const filled = `[0 ${[gap, after, text.length - after].map((value) => pad(value, 10)).join(' ')}]`
  return new Uint8Array(Buffer.from(text.replace(range, filled), 'latin1'))
}

/** The byte offset that the last `startxref` names. */
export function startXref(bytes: Uint8Array): number {
  const found = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/startxref\s+(\d+)/g),
  ].at(-1)
  return Number(found?.[1])
}

function finish(text: string, at: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(`${text}startxref\n${at}\n%%EOF\n`, 'latin1'))
}

function highestNumber(bytes: Uint8Array): number {
  const sizes = Buffer.from(bytes)
    .toString('latin1')
    .matchAll(/\/Size (\d+)/g)
  return Math.max(...[...sizes].map((match) => Number(match[1]) - 1))
}

function pageObject(page: FixturePage, contents: number): string {
  const entries = [
    page.mediaBox && `/MediaBox [${page.mediaBox.join(' ')}]`,
    page.cropBox && `/CropBox [${page.cropBox.join(' ')}]`,
    page.rotate != null && `/Rotate ${page.rotate}`,
    page.userUnit != null && `/UserUnit ${page.userUnit}`,
  ].filter(Boolean)
  return `<< /Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources << /Font << /F1 3 0 R >> >> ${entries.join(' ')} >>`
}

function objectStream(objects: [number, string][]): string {
  let body = ''
  const pairs = objects.map(([number, text]) => {
    const pair = `${number} ${body.length}`
    body += `${text}\n`
    return pair
  })
  const head = `${pairs.join(' ')}\n`
  const data = deflateSync(Buffer.from(head + body, 'latin1')).toString('latin1')
  return stream(data, `/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`)
}

function xrefStream(
  offsets: Map<number, number>,
  inStreams: Map<number, [number, number]>,
  entries: string,
  widths: Widths = [1, 4, 2],
): string {
  const numbers = [...offsets.keys(), ...inStreams.keys()].sort((a, b) => a - b)
  const rows = numbers.map((number) => {
    const row = inStreams.has(number) ? [2, ...inStreams.get(number)!] : [1, offsets.get(number)!, 0]
    return row.map((value, field) => value.toString(16).padStart(widths[field]! * 2, '0')).join('')
  })
  const index = numbers.map((number) => `${number} 1`).join(' ')
  return stream(
    deflateSync(Buffer.from(rows.join(''), 'hex')).toString('latin1'),
    `/Type /XRef /W [${widths.join(' ')}] /Index [${index}] /Filter /FlateDecode ${entries}`,
  )
}

function xrefTable(offsets: Map<number, number>, first: boolean): string {
  const sections = [...offsets].map(([number, offset]) => `${number} 1\n${pad(offset, 10)} 00000 n \n`)
  return `xref\n${first ? '0 1\n0000000000 65535 f \n' : ''}${sections.join('')}`
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
