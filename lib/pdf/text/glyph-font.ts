import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { type PDF, PdfArray, PdfDict, PdfNumber, type PdfRef, PdfStream } from '@libpdf/core'
import type { DrawingRules } from '../conformance.ts'
import { dict } from '../file/objects.ts'
import { type FaceName, face } from './faces.ts'

/**
 * Functions of the HarfBuzz subset API (https://harfbuzz.github.io/harfbuzz-hb-subset.html). Numbers are addresses.
 */
interface Subsetter {
  memory: WebAssembly.Memory
  _initialize(): void
  malloc(size: number): number
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_blob_get_data(blob: number, length: number): number
  hb_blob_get_length(blob: number): number
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_face_reference_blob(face: number): number
  hb_set_add(set: number, value: number): void
  hb_subset_input_create_or_fail(): number
  hb_subset_input_destroy(input: number): void
  hb_subset_input_glyph_set(input: number): number
  hb_subset_input_set(input: number, type: number): number
  hb_subset_input_set_flags(input: number, flags: number): void
  hb_subset_or_fail(face: number, input: number): number
}

const wasmFile = 'harfbuzzjs/dist/harfbuzz-subset.wasm'
/** HB_MEMORY_MODE_WRITABLE and HB_SUBSET_SETS_DROP_TABLE_TAG of HarfBuzz. */
const writable = 2
const dropTables = 3
/** HB_SUBSET_FLAGS_NO_HINTING, _RETAIN_GIDS, _NO_LAYOUT_CLOSURE. */
const subsetFlags = 0x1 | 0x2 | 0x200
/** The text (word joiner) of glyphs that stand for no character: readers require one for every glyph. */
const invisibleText = '\u2060'
/** Readers of a PDF use neither these nor the layout of vertical lines (ISO 32000-2, 9.9). */
const unusedTables = [
  ...['GSUB', 'GPOS', 'GDEF', 'kern', 'name', 'post', 'cmap', 'OS/2'],
  ...['BASE', 'MATH', 'STAT', 'gasp', 'vhea', 'vmtx'],
]

let subsetter: Subsetter | undefined
/** Addresses of the faces with all glyphs, in the memory of HarfBuzz. */
const wholeFaces = new Map<FaceName, number>()

/** A glyph and the text that readers extract for it, which may be empty. */
export interface EncodedGlyph {
  glyph: number
  text: string
}

/** The same for all glyphs that have one code. */
export function codeKey({ glyph, text }: EncodedGlyph): string {
  return `${glyph} ${text || invisibleText}`
}

/**
 * A Type 0 font of TrueType outlines (ISO 32000-2, 9.7.4) with the glyphs in use. Each pair of a glyph and the text
 * that it stands for has a code: glyphs of shaped text often stand for several characters, or for none, which the
 * fonts of @libpdf/core cannot express.
 */
export class GlyphFont {
  readonly ref: PdfRef
  readonly #pdf: PDF
  readonly #name: FaceName
  readonly #hasCidSet: boolean
  readonly #font = new PdfDict()
  /** Glyph and text → code; codes count from 1 in the order of first use. */
  readonly #codes = new Map<string, number>()
  /** By code; 0 is the glyph for missing characters. */
  readonly #used: EncodedGlyph[] = [{ glyph: 0, text: invisibleText }]

  constructor(pdf: PDF, name: FaceName, { cidSet }: Pick<DrawingRules, 'cidSet'>) {
    this.#pdf = pdf
    this.#name = name
    this.#hasCidSet = cidSet
    this.ref = pdf.context.register(this.#font)
  }

  /** The character code of the glyph, four hexadecimal digits. */
  encode({ glyph, text }: EncodedGlyph): string {
    const key = codeKey({ glyph, text })
    let code = this.#codes.get(key)
    if (code === undefined) {
      code = this.#used.push({ glyph, text: text || invisibleText }) - 1
      this.#codes.set(key, code)
    }
    return hex(code)
  }

  /** Writes the font with the glyphs in use. To be called once, before the document is saved. */
  embed(): void {
    const { program } = face(this.#name)
    const glyphs = this.#used.map(({ glyph }) => glyph)
    const scale = 1000 / program.unitsPerEm
    const BaseFont = `/${subsetTag(glyphs)}+${program.postScriptName}`
    const file = subset(this.#name, glyphs)
    const descriptor = dict({
      Type: '/FontDescriptor',
      FontName: BaseFont,
      // Symbolic: not limited to the Latin character set (9.8.2).
      Flags: 4,
      FontBBox: integers(program.bbox.map((value) => value * scale)),
      ItalicAngle: program.italicAngle,
      Ascent: Math.round(program.ascent * scale),
      Descent: Math.round(program.descent * scale),
      CapHeight: Math.round(program.capHeight * scale),
      StemV: program.stemV,
      FontFile2: this.#stream(file, { Length1: file.length }),
      CIDSet: this.#hasCidSet ? this.#stream(cidSet(glyphs.length), {}) : undefined,
    })
    const widths = integers(glyphs.map((glyph) => glyphWidth(this.#name, glyph)))
    const descendant = dict({
      Type: '/Font',
      Subtype: '/CIDFontType2',
      BaseFont,
      CIDSystemInfo: dict({ Registry: 'Adobe', Ordering: 'Identity', Supplement: 0 }),
      FontDescriptor: this.#pdf.context.register(descriptor),
      W: PdfArray.of(PdfNumber.of(0), widths),
      CIDToGIDMap: this.#stream(Buffer.from(glyphs.map(hex).join(''), 'hex'), {}),
    })
    const entries = dict({
      Type: '/Font',
      Subtype: '/Type0',
      BaseFont,
      Encoding: '/Identity-H',
      DescendantFonts: PdfArray.of(this.#pdf.context.register(descendant)),
      ToUnicode: this.#stream(toUnicode(this.#used.map(({ text }) => text)), {}),
    })
    for (const [key, value] of entries) this.#font.set(key, value)
  }

  #stream(data: Uint8Array, entries: Record<string, number>): PdfRef {
    const stream = new PdfStream(dict({ ...entries, Filter: '/FlateDecode' }), deflateSync(data))
    return this.#pdf.context.register(stream)
  }
}

function integers(values: readonly number[]): PdfArray {
  return new PdfArray(values.map((value) => PdfNumber.of(Math.round(value))))
}

/** The width of a glyph in the font's /W, in thousandths of the size. */
export function glyphWidth(name: FaceName, id: number): number {
  const { program } = face(name)
  return Math.round((program.getAdvanceWidth(id) * 1000) / program.unitsPerEm)
}

/** Tag of a subset font, six letters that depend on its glyphs (9.9.2). */
function subsetTag(ids: readonly number[]): string {
  let hash = ids.reduce((sum, id) => (sum * 31 + id) % 26 ** 6, 7)
  return Array.from({ length: 6 }, () => {
    const letter = String.fromCharCode(65 + (hash % 26))
    hash = Math.floor(hash / 26)
    return letter
  }).join('')
}

/** A bit for each code, from the highest bit of the first byte on (ISO 32000-2, table 122). */
function cidSet(count: number): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(count / 8)).fill(0xff)
  const rest = count % 8
  if (rest > 0) bytes[bytes.length - 1] = (0xff00 >> rest) & 0xff
  return bytes
}

/** The ToUnicode CMap (9.10.3) for codes from 0 on. */
function toUnicode(texts: readonly string[]): Uint8Array {
  const lines = texts.map((text, code) => `<${hex(code)}> <${utf16Hex(text)}>`)
  const blocks = Array.from({ length: Math.ceil(lines.length / 100) }, (_, index) => {
    const block = lines.slice(index * 100, index * 100 + 100)
    return `${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`
  })
  return Buffer.from(`/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`)
}

/** A two-byte character code in hexadecimal. */
function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

/** The text in UTF-16BE, in hexadecimal. */
export function utf16Hex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex')
}

/** A TrueType file with the outlines of these glyphs, each with the id that it has in the face. */
function subset(name: FaceName, ids: Iterable<number>): Uint8Array {
  const hb = loadSubsetter()
  const input = hb.hb_subset_input_create_or_fail()
  for (const id of ids) hb.hb_set_add(hb.hb_subset_input_glyph_set(input), id)
  for (const tag of unusedTables)
    hb.hb_set_add(hb.hb_subset_input_set(input, dropTables), Buffer.from(tag).readUInt32BE())
  hb.hb_subset_input_set_flags(input, subsetFlags)
  const subsetFace = hb.hb_subset_or_fail(wholeFace(hb, name), input)
  const result = hb.hb_face_reference_blob(subsetFace)
  const start = hb.hb_blob_get_data(result, 0)
  const bytes = new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(result)).slice()
  hb.hb_blob_destroy(result)
  hb.hb_face_destroy(subsetFace)
  hb.hb_subset_input_destroy(input)
  if (bytes.length === 0) throw new Error('The font could not be subset.')
  return bytes
}

/** The address of HarfBuzz's face, made once per thread: copying a Chinese font takes longer than subsetting it. */
function wholeFace(hb: Subsetter, name: FaceName): number {
  let address = wholeFaces.get(name)
  if (address === undefined) {
    const { data } = face(name)
    const dataAddress = hb.malloc(data.length)
    new Uint8Array(hb.memory.buffer).set(data, dataAddress)
    const blob = hb.hb_blob_create(dataAddress, data.length, writable, 0, 0)
    address = hb.hb_face_create(blob, 0)
    hb.hb_blob_destroy(blob)
    wholeFaces.set(name, address)
  }
  return address
}

function loadSubsetter(): Subsetter {
  if (!subsetter) {
    const compiled = new WebAssembly.Module(readFileSync(join(process.cwd(), 'node_modules', wasmFile)))
    subsetter = new WebAssembly.Instance(compiled).exports as unknown as Subsetter
    subsetter._initialize()
  }
  return subsetter
}
