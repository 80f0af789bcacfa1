import { type PDF, type PdfDict, type PdfObject, type PdfRef, PdfStream } from '@libpdf/core'
import { sha256Hex } from '#lib/core/ids'
import { asDict, resolver } from '../check/inspect.ts'
import { type FaceName, face } from './faces.ts'
import { codeKey, type EncodedGlyph, type GlyphFont } from './glyph-font.ts'

/** Begins the resource names of kept fonts. */
const prefix = 'Paraph_'
/** Hashes of faces: one of 10 MB takes 10 ms. */
const versions = new Map<FaceName, string>()

/** A font of an earlier revision. Texts whose glyphs it has are drawn with it, so that the file gets no other subset. */
export class KeptFont {
  readonly ref: PdfRef
  readonly #codes: ReadonlyMap<string, string>

  constructor(ref: PdfRef, codes: ReadonlyMap<string, string>) {
    this.ref = ref
    this.#codes = codes
  }

  has(glyphs: readonly EncodedGlyph[]): boolean {
    return glyphs.every((glyph) => this.#codes.has(codeKey(glyph)))
  }

  /** The character code of a glyph that it has. */
  encode(glyph: EncodedGlyph): string {
    return this.#codes.get(codeKey(glyph))!
  }
}

/**
 * Names the fonts in the default resources of the form (ISO 32000-2, table 224), for later revisions. No other font has
 * such a name then: one of the author's could show other letters than it says.
 */
export function keepFonts(pdf: PDF, form: PdfDict, fonts: ReadonlyMap<FaceName, GlyphFont>): void {
  const resources = fontResources(pdf, form)
  for (const key of [...(resources?.keys() ?? [])])
    if (key.value.startsWith(prefix)) resources?.delete(key.value)
  for (const [name, { ref }] of fonts) resources?.set(resourceName(name), ref)
}

/** The font of a face that `keepFonts` has named, or null. Only for a file whose first revision is ours. */
export function readKeptFont(pdf: PDF, name: FaceName): KeptFont | null {
  const form = asDict(pdf.context.catalog.getDict().get('AcroForm', resolver(pdf)))
  const ref = form && fontResources(pdf, form)?.getRef(resourceName(name))
  return ref ? new KeptFont(ref, readCodes(pdf, ref)) : null
}

function fontResources(pdf: PDF, form: PdfDict): PdfDict | null {
  const resolve = resolver(pdf)
  const resources = asDict(form.get('DR', resolve))
  return asDict(resources?.get('Font', resolve))
}

/** Names the version of the face, too: in another one the glyphs may have other numbers. */
function resourceName(name: FaceName): string {
  const version = versions.get(name) ?? sha256Hex(face(name).data).slice(0, 8)
  versions.set(name, version)
  return `${prefix}${name}_${version}`
}

/** The codes of a font that `GlyphFont` has written, by glyph and text. */
function readCodes(pdf: PDF, ref: PdfRef): Map<string, string> {
  const resolve = resolver(pdf)
  const font = asDict(resolve(ref))
  const descendants = font?.getArray('DescendantFonts', resolve)
  const descendant = asDict(descendants?.at(0, resolve))
  const glyphs = readStream(descendant?.get('CIDToGIDMap', resolve))
  const texts = readStream(font?.get('ToUnicode', resolve)).toString('latin1')
  const lines = [...texts.matchAll(/^<([\da-f]{4})> <([\da-f]*)>$/gm)]
  return new Map(
    lines.map(([, code = '', text = '']) => {
      const glyph = glyphs.readUInt16BE(2 * Number.parseInt(code, 16))
      return [codeKey({ glyph, text: Buffer.from(text, 'hex').swap16().toString('utf16le') }), code]
    }),
  )
}

function readStream(stream: PdfObject | null | undefined): Buffer {
  return Buffer.from(stream instanceof PdfStream ? stream.getDecodedData() : [])
}
