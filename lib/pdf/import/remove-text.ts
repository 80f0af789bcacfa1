import { type PDF, PdfArray, type PdfDict } from '@libpdf/core'
import { asDict, resolver } from '../check/inspect.ts'
import { operands } from '../fields/drawing.ts'
import type { PageGeometry } from '../geometry.ts'
import { readContent } from './content.ts'
import { type Character, drawnCharacters, readCharacters } from './page-text.ts'
import { findResource, findShownStrings, type ShownContent, type ShownString } from './shown-strings.ts'

/** What a code of a font shows, as @libpdf/core reads it; `width` in thousandths of the size. */
interface Glyph {
  char: string | null
  width: number
}

/** Codes of a string that stay, or the adjustment that takes the place of those that do not (9.4.3, TJ). */
type Piece = { bytes: number[] } | { adjustment: number }

/** Points by which a character may seem to move, as numbers are rounded. */
const tolerance = 0.01

/**
 * The content of a page without some of its characters, where all else stays as it is and where it is; null where that
 * is not certain.
 * @param removed places in the drawing order of the characters
 */
export function contentWithout(pdf: PDF, page: PageGeometry, removed: ReadonlySet<number>): Buffer | null {
  const dict = pdf.getPage(page.number - 1)?.dict
  const before = readCharacters(pdf, page)
  if (!dict || !before) return null
  const content = findShownStrings(pdf, dict, readContent(pdf, dict))
  const rewritten = content && rewrite(pdf, page, dict, content, removed)
  if (!rewritten) return null
  const after = readCharacters(pdf, page, rewritten)
  const remaining = before.filter((_, place) => !removed.has(place))
  return after && areSame(remaining, after) ? rewritten : null
}

function areSame(expected: readonly Character[], found: readonly Character[]): boolean {
  return (
    expected.length === found.length &&
    expected.every(({ char, box }, index) => {
      const other = found[index]!
      const differs = (key: 'x' | 'y' | 'width' | 'height') => Math.abs(box[key] - other.box[key]) > tolerance
      return char === other.char && !(['x', 'y', 'width', 'height'] as const).some(differs)
    })
  )
}

function rewrite(
  pdf: PDF,
  page: PageGeometry,
  dict: PdfDict,
  { parts, strings }: ShownContent,
  removed: ReadonlySet<number>,
): Buffer | null {
  const glyphOf = readGlyphs(pdf, page, dict, strings)
  const rewritten = [...parts]
  let place = 0
  for (const string of strings) {
    const pieces: Piece[] = []
    let isChanged = false
    for (const code of listCodes(pdf, dict, string)) {
      const glyph = glyphOf(string.state.font ?? '', code)
      const isRemoved = glyph.char !== null && removed.has(place)
      if (glyph.char !== null) place++
      isChanged ||= isRemoved
      append(pieces, isRemoved ? { adjustment: adjustmentFor(glyph, code, string) } : { bytes: [...code] })
    }
    if (!isChanged) continue
    if (!canChange(pdf, dict, string)) return null
    write(rewritten, string, pieces)
  }
  return Buffer.from(rewritten.join(''), 'latin1')
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (last && 'bytes' in last && 'bytes' in piece) last.bytes.push(...piece.bytes)
  else if (last && 'adjustment' in last && 'adjustment' in piece) last.adjustment += piece.adjustment
  else pieces.push(piece)
}

/** Moves the text position as the glyph did (9.4.4), whatever the scale and the matrices. */
function adjustmentFor({ width }: Glyph, code: Buffer, { state }: ShownString): number {
  const wordSpacing = code.length === 1 && code[0] === 0x20 ? state.wordSpacing : 0
  return -width - ((state.characterSpacing + wordSpacing) * 1000) / state.size
}

/** Whether readers agree on the codes and widths of the font, and the glyphs do nothing else than be seen. */
function canChange(pdf: PDF, page: PdfDict, { bytes, state, hasActualText }: ShownString): boolean {
  const { font: name, size, characterSpacing, wordSpacing, clips } = state
  const font = name === null ? null : findResource(pdf, page, 'Font', name)
  if (!font || hasActualText || clips) return false
  if (![size, characterSpacing, wordSpacing].every(Number.isFinite) || size === 0) return false
  const resolve = resolver(pdf)
  switch (font.getName('Subtype', resolve)?.value) {
    case 'Type0':
      return font.getName('Encoding', resolve)?.value === 'Identity-H' && bytes.length % 2 === 0
    case 'Type1':
    case 'TrueType':
    case 'MMType1':
      return font.get('Widths', resolve) instanceof PdfArray || isStandard(font, resolve)
    default:
      return false
  }
}

/** The standard fonts, which need no widths (9.6.2.2). */
function isStandard(font: PdfDict, resolve: ReturnType<typeof resolver>): boolean {
  return /^(Helvetica|Courier|Times)(-|$)|^(Symbol|ZapfDingbats)$/.test(
    font.getName('BaseFont', resolve)?.value ?? '',
  )
}

/** Puts the pieces in the place of a string; only TJ takes adjustments. */
function write(parts: string[], { place, operator }: ShownString, pieces: readonly Piece[]): void {
  const written = pieces.map((piece) =>
    'bytes' in piece ? `<${Buffer.from(piece.bytes).toString('hex')}>` : operands([piece.adjustment]),
  )
  const items = ` ${written.join(' ')} `
  if (operator.name === 'TJ') {
    parts[place] = items
    return
  }
  // ' is T* Tj; " sets the spacings before it (table 107).
  parts[place] = operator.name === 'Tj' ? `[${items}]` : ` T* [${items}]`
  parts[operator.place] = 'TJ'
  if (operator.name !== '"') return
  const [wordSpacing, characterSpacing] = operator.operands
  parts[wordSpacing!] += ' Tw '
  parts[characterSpacing!] += ' Tc '
}

/** The codes of a string: of two bytes in composite fonts, as @libpdf/core reads them. */
export function listCodes(pdf: PDF, page: PdfDict, { bytes, state }: ShownString): Buffer[] {
  const font = findResource(pdf, page, 'Font', state.font ?? '')
  const length = font?.getName('Subtype', resolver(pdf))?.value === 'Type0' ? 2 : 1
  const codes: Buffer[] = []
  for (let start = 0; start < bytes.length; start += length) codes.push(bytes.subarray(start, start + length))
  return codes
}

/** Draws each code once, on a line of its own, to learn its character and its width. */
export function readGlyphs(pdf: PDF, page: PageGeometry, dict: PdfDict, strings: readonly ShownString[]) {
  const codesByFont = new Map<string, Set<string>>()
  for (const string of strings) {
    const { font } = string.state
    if (font === null || !asDict(findResource(pdf, dict, 'Font', font))) continue
    const known = codesByFont.get(font) ?? new Set()
    for (const code of listCodes(pdf, dict, string)) known.add(code.toString('hex'))
    codesByFont.set(font, known)
  }
  const codes = [...codesByFont].flatMap(([font, known]) => [...known].map((code) => ({ font, code })))
  const lines = codes.map(
    ({ font, code }, line) => `/${escapeName(font)} 1000 Tf 1 0 0 1 0 ${line} Tm <${code}> Tj`,
  )
  const glyphs = new Map<string, Glyph>()
  for (const { char, baseline, bbox } of drawnCharacters(
    pdf,
    page,
    Buffer.from(`BT ${lines.join('\n')} ET`, 'latin1'),
  )) {
    const { font, code } = codes[Math.round(baseline)]!
    glyphs.set(`${font} ${code}`, { char, width: bbox.width })
  }
  return (font: string, code: Buffer): Glyph =>
    glyphs.get(`${font} ${code.toString('hex')}`) ?? { char: null, width: 0 }
}

function escapeName(name: string): string {
  return name.replace(/[^\w.+-]/g, (character) => `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
