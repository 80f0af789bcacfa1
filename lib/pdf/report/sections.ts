import type { PdfRef } from '@libpdf/core'
import type { Colour } from '../fields/drawing.ts'
import {
  A4,
  blankRow,
  columns,
  margins,
  measure,
  pageHeight,
  type Row,
  ruleRow,
  sumHeights,
  textRows,
} from '../text/flow.ts'
import { type FactStyle, factRows, factTable, measureLabels } from './facts.ts'
import {
  formatTime,
  type ReportDocument,
  type ReportEvent,
  type ReportInput,
  type ReportPerson,
} from './input.ts'
import { type Pictures, qrSide, signatureBox } from './pictures.ts'

export const ink: Colour = [0.07, 0.08, 0.11]
export const quiet: Colour = [0.38, 0.4, 0.45]
export const hairline: Colour = [0.74, 0.76, 0.79]
export const accent: Colour = [0.14, 0.22, 0.61]
const warning: Colour = [0.66, 0.2, 0.14]

/** The sizes of the facts that are tried for a certificate that should have one page. */
const sizes = [9, 8.4, 7.9, 7.4, 6.9]
/** A certificate of more people has several pages, as small print would be needed for one. */
const MAX_PEOPLE_ON_ONE_PAGE = 4
const defaultSize = 8.8

/** The blocks of a report, from top to bottom; each stays on one page where it can. */
export function makeSections(input: ReportInput, pictures: Pictures): Row[][] {
  if (input.kind === 'certificate' && input.people.length <= MAX_PEOPLE_ON_ONE_PAGE)
    for (const size of sizes) {
      const blocks = new Sections(input, pictures, size).blocks()
      if (sumHeights(blocks.flat()) <= pageHeight) return blocks
    }
  return new Sections(input, pictures, defaultSize).blocks()
}

/** The same parts at one size. */
class Sections {
  readonly #input: ReportInput
  readonly #pictures: Pictures
  readonly #size: number
  readonly #style: FactStyle

  /** @param size of the facts in points; all other sizes follow from it */
  constructor(input: ReportInput, pictures: Pictures, size: number) {
    this.#input = input
    this.#pictures = pictures
    this.#size = size
    const { documents, people, log } = input
    const facts = [...[input, ...documents, ...people].flatMap((part) => part.facts), ...(log ? [log] : [])]
    // A verification lists changes, in order.
    const columnCount = input.kind === 'verification' ? 1 : 2
    this.#style = { size, label: quiet, value: ink, labelWidth: measureLabels(facts, size), columnCount }
  }

  blocks(): Row[][] {
    const { kind, labels, documents, people, events } = this.#input
    return [
      this.#titleRows(),
      ...this.#section(
        labels.documents,
        documents.map((document) => this.#documentRows(document)),
      ),
      ...this.#section(
        labels.people,
        people.map((person) => this.#personRows(person)),
      ),
      ...(kind === 'trail'
        ? this.#section(
            labels.events,
            events.map((event) => this.#eventRows(event)),
          )
        : []),
      ...(kind === 'verification' ? [] : this.#section(labels.evidence, [this.#evidenceRows()])),
    ]
  }

  #titleRows(): Row[] {
    const { kind, labels, title, subtitle, facts } = this.#input
    const size = this.#size
    return [
      ...textRows(labels[kind] ?? '', { size: 1.25 * size, colour: accent, style: 'bold' }),
      ...textRows(title, { size: 2.2 * size, colour: ink, style: 'bold' }),
      ...textRows(subtitle, { size: 1.1 * size, colour: quiet }),
      blankRow(0.9 * size),
      ...(kind === 'verification' ? factRows(facts, this.#style) : factTable(facts, this.#style)),
    ]
  }

  /** A heading and its blocks. The heading is never the last thing on a page. */
  #section(heading: string, blocks: Row[][]): Row[][] {
    const size = this.#size
    const [first, ...otherBlocks] = blocks
    if (!first) return []
    const head = [
      blankRow(1.5 * size),
      ...textRows(heading, { size: 1.25 * size, colour: accent, style: 'bold' }),
      ruleRow(0.7 * size, ink, 0.8),
      blankRow(0.3 * size),
    ]
    const divider: Row[] = [blankRow(0.3 * size), { ...ruleRow(0.9 * size, hairline, 0.5), isSpace: true }]
    return [[...head, ...first], ...otherBlocks.map((block) => [...divider, ...block])]
  }

  #documentRows(document: ReportDocument): Row[] {
    const size = this.#size
    const code = this.#pictures.codes.get(document)
    const width = code ? measure - qrSide - 12 : measure
    const rows = [
      ...textRows(document.name, { size: 1.25 * size, colour: ink, style: 'bold', width }),
      blankRow(0.2 * size),
      ...factRows(document.facts, this.#style, width),
    ]
    return code ? this.#beside(rows, code, { width: qrSide, height: qrSide }, document.verifyUrl) : rows
  }

  #personRows(person: ReportPerson): Row[] {
    const size = this.#size
    const signature = this.#pictures.signatures.get(person)
    const width = signature ? measure - signatureBox.width - 12 : measure
    const { name, detail, outcome, isPositive, at, facts } = person
    const state = at ? `${outcome} · ${formatTime(at)}` : outcome
    const head = [
      ...textRows(name, { size: 1.25 * size, colour: ink, style: 'bold', width }),
      ...textRows(detail, { size: 0.96 * size, colour: quiet, width }),
      ...textRows(`${isPositive ? '' : '✕ '}${state}`, {
        ...{ size, colour: isPositive ? accent : warning, style: 'bold', width },
      }),
    ]
    const top = signature ? this.#beside(head, signature, signatureBox) : head
    return [...top, blankRow(0.35 * size), ...factRows(facts, this.#style)]
  }

  #eventRows({ at, title, actorName, details, hash }: ReportEvent): Row[] {
    const size = this.#size
    const x = 14.5 * size
    const small = { size: 0.84 * size, colour: quiet, x }
    return [
      ...columns(textRows(formatTime(at), { size: 0.96 * size, colour: quiet, width: x - 8 }), [
        ...textRows(title, { size: 1.05 * size, colour: ink, style: 'bold', x }),
        ...textRows(actorName, { size, colour: ink, x }),
      ]),
      ...details.filter(Boolean).flatMap((detail) => textRows(detail, small)),
      ...textRows(hash, { ...small, style: 'mono' }),
    ]
  }

  #evidenceRows(): Row[] {
    const { chain, labels, log } = this.#input
    const size = this.#size
    return [
      ...textRows(labels.evidenceNote, { size: 0.92 * size, colour: quiet }),
      blankRow(0.4 * size),
      ...factRows(
        [
          { label: labels.chainLength, value: String(chain.length) },
          ...(log ? [log] : []),
          { label: labels.chainHead, value: chain.head },
        ],
        this.#style,
      ),
    ]
  }

  /** Rows with a picture at the margin where lines end, and at least as high as it. */
  #beside(
    rows: Row[],
    picture: PdfRef,
    { width, height }: { width: number; height: number },
    url?: string,
  ): Row[] {
    const [first, ...otherRows] = rows
    if (!first) return []
    const x = this.#input.rightToLeft ? margins.side : A4.width - margins.side - width
    const pictureRow: Row = {
      height: first.height,
      draw: (drawing, top) => drawing.form(picture, x, top - height),
    }
    const [top = first] = columns([first], [pictureRow])
    return [
      url ? { ...top, link: { url, x, width, height } } : top,
      ...otherRows,
      blankRow(Math.max(0, height - sumHeights(rows))),
    ]
  }
}
