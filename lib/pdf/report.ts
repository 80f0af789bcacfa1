import { isolated } from '#lib/core/text/isolated'
import { makeArchival } from './archival.ts'
import { makeInitialsAppearance } from './fields/appearance.ts'
import type { Colour, Drawing } from './fields/drawing.ts'
import { type PlacedImage, placeImage } from './images/place-image.ts'
import {
  A4,
  blankRow,
  columns,
  Flow,
  margins,
  measure,
  type Row,
  ruleRow,
  textRows,
  textToRight,
} from './text/flow.ts'
import { textWidth } from './text/fonts.ts'
import { makeQrCode } from './text/qr.ts'
import { loadShaping } from './text/shaping.ts'
import type { SignatureAppearance } from './zones.ts'

/** A label and its value: "SHA-256", "9f86…". Empty values are omitted. */
export interface Fact {
  label: string
  value: string
}

/** A document of the process: its name, and its facts – pages, size, digests before and after signing. */
export interface ReportDocument {
  name: string
  facts: Fact[]
  /** The page that shows the status of the document, as a QR code. */
  verifyUrl?: string
}

/** A recipient of the process. */
export interface ReportPerson {
  name: string
  /** Small print below the name: email address, role. */
  detail: string
  /** What they did, in one or two words: "Signed". */
  outcome: string
  /** False shows the outcome as a warning: declined, expired. */
  isPositive: boolean
  at?: Date
  /** Their signature or initials as in the document. */
  appearance?: SignatureAppearance
  /** Invitation, IP address, authentication, consent, certificate. */
  facts: Fact[]
}

/** An entry of the audit trail. */
export interface ReportEvent {
  at: Date
  type: string
  actorName: string
  /** Small print: IP address, user agent, details of the event. */
  details: string[]
  /** The hash of the entry in the hash chain. */
  hash: string
}

/** The texts of the report in its language. */
export interface ReportLabels {
  certificate: string
  trail: string
  /** Of a verification only. */
  verification?: string
  documents: string
  people: string
  events: string
  evidence: string
  evidenceNote: string
  chainHead: string
  chainLength: string
  page: string
  test: string
}

/** Content of a certificate of completion, an audit trail or a verification. All times are printed in UTC. */
export interface ReportInput {
  kind: 'certificate' | 'trail' | 'verification'
  /** The name of the process, or the verdict. */
  title: string
  /** One sentence below the title. */
  subtitle: string
  /** The process's reference, in the footer of every page. */
  reference: string
  /** The tenant's name, in the header of every page. */
  issuer: string
  /** The tenant's logo (PNG), in place of the name in the header. */
  logo?: Uint8Array
  /** Marks every page as a test without effect. */
  test: boolean
  madeAt: Date
  facts: Fact[]
  documents: ReportDocument[]
  people: ReportPerson[]
  /** Printed in the audit trail only. */
  events: ReportEvent[]
  /** Last hash of the chain, and the number of entries; not printed in a verification. */
  chain: { head: string; length: number }
  /** Where the chain is in the transparency log: what is printed, and the proof, which is attached (C2SP tlog-proof). */
  log?: Fact & { proof: string }
  labels: ReportLabels
  /** BCP 47; the document's /Lang. */
  language: string
  /** Mirrors the layout, for a language that is written from right to left. */
  rightToLeft?: boolean
}

const ink: Colour = [0.09, 0.11, 0.15]
const quiet: Colour = [0.42, 0.45, 0.51]
const hairline: Colour = [0.86, 0.87, 0.89]
const accent: Colour = [0.14, 0.22, 0.61]
const warning: Colour = [0.66, 0.2, 0.14]
const labelWidth = 128

/**
 * Renders the certificate of completion or the audit trail as a PDF: A4, with real text in every script that
 * lib/pdf/text/fonts.ts supports.
 * @throws ImageError when the image of a signature cannot be used
 */
export async function renderReport(input: ReportInput): Promise<Uint8Array> {
  await loadShaping(input)
  const { labels } = input
  const flow = new Flow(input.rightToLeft, input.language)
  const kind = labels[input.kind] ?? ''
  const layout = layouts[input.kind]
  describe(flow, input, kind)
  flow.add([
    ...textRows(kind, { size: 10, colour: accent, style: 'bold' }),
    blankRow(layout.gap / 4),
    ...textRows(input.title, { size: layout.titleSize, colour: ink, style: 'bold' }),
    blankRow(layout.gap / 4),
    ...textRows(input.subtitle, { size: 10, colour: quiet }),
    blankRow(layout.gap),
    ...layout.facts(input.facts),
  ])
  const documents = input.documents.map((document) => documentRows(flow, document, layout))
  section(flow, layout, labels.documents, documents)
  const people = await Promise.all(input.people.map((person) => personRows(flow, person, layout)))
  section(flow, layout, labels.people, people)
  if (input.kind === 'trail') section(flow, { ...layout, gap: 0 }, labels.events, input.events.map(eventRows))
  section(flow, layout, labels.evidence, evidenceRows(input, layout))
  if (input.log) attachProof(flow, input.log.proof, input.madeAt)
  const logo = input.logo && (await placeImage(flow.pdf, input.logo))
  return flow.finish((drawing, number, count) => headAndFoot(drawing, input, number, count, logo))
}

/** A heading and its blocks. The heading is never the last thing on a page, and blocks are not split. */
function section(
  flow: Flow,
  { gap, headingSize, headingGap }: Pick<Layout, 'gap' | 'headingSize' | 'headingGap'>,
  heading: string,
  blocks: Row[][],
): void {
  const [first, ...otherBlocks] = blocks
  if (!first) return
  const head = [
    blankRow(headingGap),
    ...textRows(heading, { size: headingSize, colour: ink, style: 'bold' }),
    ruleRow(headingSize - 1, hairline),
    blankRow(2),
  ]
  flow.add([...head, ...first], true)
  for (const block of otherBlocks) flow.add([blankRow(gap), ...block], true)
}

/** The side of a QR code, and its distance from the text. */
const qrCode = { side: 62, gap: 10 }

function documentRows(flow: Flow, { name, facts, verifyUrl }: ReportDocument, layout: Layout): Row[] {
  const width = verifyUrl ? measure - qrCode.side - qrCode.gap : measure
  const [first, ...otherRows] = textRows(name, { size: 11, colour: ink, style: 'bold', width })
  if (!first) return layout.facts(facts, width)
  const code = verifyUrl && makeQrRow(flow, verifyUrl)
  const top = code ? columns([first], [{ ...code, height: first.height }]) : [first]
  const rows = [...top, ...otherRows, blankRow(3), ...layout.facts(facts, width)]
  const height = rows.reduce((sum, row) => sum + row.height, 0)
  return [...rows, blankRow(code ? Math.max(0, code.height - height) : 0)]
}

/** A QR code at the margin where lines end, below the upper edge of the row. */
function makeQrRow({ pdf, book, rightToLeft }: Flow, text: string): Row {
  const form = pdf.context.register(makeQrCode(book, text, qrCode.side))
  const x = rightToLeft ? margins.side : A4.width - margins.side - qrCode.side
  return { height: qrCode.side, draw: (drawing, top) => drawing.form(form, x, top - qrCode.side) }
}

const markBox = { width: 110, height: 38 }

async function personRows(flow: Flow, person: ReportPerson, layout: Layout): Promise<Row[]> {
  const { name, detail, outcome, isPositive, at, appearance, facts } = person
  const nameWidth = measure - markBox.width - 16
  const state = at ? `${outcome} · ${formatTime(at)}` : outcome
  const head = [
    ...textRows(name, { size: layout.headingSize, colour: ink, style: 'bold', width: nameWidth }),
    ...textRows(detail, { size: 8.5, colour: quiet, width: nameWidth }),
    blankRow(2),
    ...textRows(state, { size: 8.5, colour: isPositive ? accent : warning, style: 'bold', width: nameWidth }),
  ]
  const picture = appearance && (await makeAppearanceRow(flow, appearance))
  const height = head.reduce((sum, row) => sum + row.height, 0)
  const padding = picture ? Math.max(0, markBox.height - height) : 0
  const [first, ...otherRows] = head
  const top =
    first && picture ? columns([first], [{ ...picture, height: first.height }]) : first ? [first] : []
  return [...top, ...otherRows, blankRow(padding + layout.gap / 3), ...layout.facts(facts)]
}

/** The signature at the margin where lines end, below the upper edge of the row. */
async function makeAppearanceRow(
  { pdf, book: fonts, rightToLeft }: Flow,
  appearance: SignatureAppearance,
): Promise<Row> {
  const placedAppearance =
    appearance.kind === 'text'
      ? appearance
      : ({ kind: 'image', image: await placeImage(pdf, appearance.png) } as const)
  const form = pdf.context.register(
    makeInitialsAppearance(fonts, { ...markBox, rotation: 0, userUnit: 1 }, placedAppearance),
  )
  const x = rightToLeft ? margins.side : A4.width - margins.side - markBox.width
  return { height: markBox.height, draw: (drawing, top) => drawing.form(form, x, top - markBox.height) }
}

function eventRows({ at, type, actorName, details, hash }: ReportEvent): Row[] {
  const small = { size: 7.5, colour: quiet, x: labelWidth }
  return [
    ...columns(textRows(formatTime(at), { size: 8.5, colour: quiet, width: labelWidth - 8 }), [
      ...textRows(type, { size: 9.5, colour: ink, style: 'bold', x: labelWidth }),
      ...textRows(actorName, { size: 9, colour: ink, x: labelWidth }),
    ]),
    ...details.filter(Boolean).flatMap((detail) => textRows(detail, small)),
    ...textRows(hash, { ...small, size: 7 }),
    ruleRow(11, hairline),
  ]
}

function evidenceRows({ kind, chain, labels, log }: ReportInput, layout: Layout): Row[][] {
  if (kind === 'verification') return []
  const rows = [
    ...textRows(labels.evidenceNote, { size: layout.noteSize, colour: quiet }),
    blankRow(layout.gap / 2),
    ...layout.facts([
      { label: labels.chainLength, value: String(chain.length) },
      { label: labels.chainHead, value: chain.head },
      ...(log ? [log] : []),
    ]),
  ]
  return [rows]
}

/** How dense a report is. */
interface Layout {
  titleSize: number
  headingSize: number
  headingGap: number
  noteSize: number
  /** Between blocks. */
  gap: number
  facts(facts: readonly Fact[], width?: number): Row[]
}

/** A certificate for four signers has one page; a trail is a table to look things up in. */
const spacious: Layout = {
  titleSize: 23,
  headingSize: 13,
  headingGap: 26,
  noteSize: 9.5,
  gap: 16,
  facts: factRows,
}

const layouts: Record<ReportInput['kind'], Layout> = {
  certificate: {
    titleSize: 18,
    headingSize: 11,
    headingGap: 11,
    noteSize: 7.2,
    gap: 8,
    facts: inlineRows,
  },
  trail: spacious,
  verification: spacious,
}

const isHash = ({ value }: Fact) => /^[0-9a-f]{64}$/i.test(value)
const hasValue = ({ value }: Fact) => value !== ''

/** A row for each fact. */
function factRows(facts: readonly Fact[], width: number = measure): Row[] {
  return facts.filter(hasValue).flatMap((fact) => {
    const size = isHash(fact) ? 8.2 : 9.5
    const valueStyle = { size, colour: ink, x: labelWidth, width: width - labelWidth }
    return [
      ...columns(
        textRows(fact.label, { size: 9.5, colour: quiet, width: labelWidth - 10 }),
        textRows(fact.value, valueStyle).map((row) => ({ ...row, height: 12.2 })),
      ),
      blankRow(2.5),
    ]
  })
}

/** The facts one after the other as running text, and each hash in a line of its own. */
function inlineRows(facts: readonly Fact[], width: number = measure): Row[] {
  const style = { size: 7, colour: ink, width }
  const present = facts.filter(hasValue)
  // Isolated, as an address or a number is written from left to right in every language (UAX #9).
  const toText = ({ label, value }: Fact) => `${label}\u2002\u2068${value}\u2069`
  const short = present.filter((fact) => !isHash(fact)).map(toText)
  const rows = [short.join('  ·  '), ...present.filter(isHash).map(toText)]
  return rows.filter(Boolean).flatMap((text) => textRows(text, style))
}

/** The proof in a form that programs read. */
function attachProof({ pdf }: Flow, proof: string, createdAt: Date): void {
  pdf.addAttachment('log-inclusion.tlog-proof', Buffer.from(proof), {
    description: 'c2sp.org/tlog-proof@v1',
    mimeType: 'text/plain',
    createdAt,
    modifiedAt: createdAt,
  })
}

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
  const head = A4.height - 46
  if (logo) drawLogo(drawing, logo, head)
  else {
    drawing.rectangle(margins.side, head - 1, 9, 9, accent, 'fill')
    drawing.text(clip(input.issuer, 260), margins.side + 16, head, 8.5, ink, 'bold')
  }
  if (input.test)
    textToRight(drawing, labels.test, right, head, { size: 8.5, colour: warning, style: 'bold' })
  else if (number > 1) textToRight(drawing, labels[input.kind] ?? '', right, head, small)
  drawing.line(
    [
      [margins.side, 52],
      [right, 52],
    ],
    0.6,
    hairline,
  )
  drawing.text(
    clip(`${isolated(input.reference)} · ${formatTime(input.madeAt)}`, 340),
    margins.side,
    38,
    8,
    quiet,
  )
  const page = labels.page.replace('{number}', String(number)).replace('{count}', String(count))
  textToRight(drawing, page, right, 38, small)
}

/** At most 120 by 20 points, its middle at that of the header's text. */
function drawLogo(drawing: Drawing, logo: PlacedImage, baseline: number): void {
  const scale = Math.min(120 / logo.width, 20 / logo.height)
  const height = logo.height * scale
  drawing.image(logo, margins.side, baseline + 3 - height / 2, logo.width * scale, height)
}

function describe({ pdf }: Flow, { title, issuer, madeAt, language }: ReportInput, kind: string): void {
  const description = { title: `${kind}: ${title}`, author: issuer, producer: 'Paraph', language }
  pdf.setMetadata({
    ...description,
    creator: description.producer,
    creationDate: madeAt,
    modificationDate: madeAt,
  })
  makeArchival(pdf, { ...description, madeAt })
}

/** The text, shortened to fit `width` at 8.5 points. */
function clip(text: string, width: number): string {
  let characters = [...text]
  if (textWidth(text, 8.5, 'bold') <= width) return text
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, 8.5, 'bold') > width)
    characters = characters.slice(0, -1)
  return `${characters.join('')}…`
}

/** `2026-03-04 05:06:07 UTC`, in every language, isolated from text that is written from right to left. */
export function formatTime(date: Date): string {
  return `\u2066${date.toISOString().slice(0, 19).replace('T', ' ')} UTC\u2069`
}
