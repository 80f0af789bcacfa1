import { type PDF, PdfArray, type PdfDict, PdfRef, PdfStream } from '@libpdf/core'
import { resolver } from '../check/inspect.ts'
import { readSource } from '../file/source.ts'

/** White space, a comment, a name or word, a hexadecimal string, or a delimiter (ISO 32000-2, 7.2). */
const token = /[\0\s]+|%[^\r\n]*|\/?[^\0\s()<>[\]{}/%]+|<<|>>|<[^<>]*>|[[\]/]/y
/** The operators between and after the parts of an inline image (8.9.7). */
const imageData = /[\0\s]ID[\0\s]/g
const imageEnd = /[\0\s]EI(?![^\0\s])/g

/** The content of a page: its streams, decoded (7.8.2). @throws Error where one cannot be decoded */
export function readContent(pdf: PDF, page: PdfDict): Buffer {
  const resolve = resolver(pdf)
  const contents = page.get('Contents', resolve)
  const parts = contents instanceof PdfArray ? contents.toArray() : [contents]
  const streams = parts.map((part) => (part instanceof PdfRef ? resolve(part) : part))
  return Buffer.concat(
    streams.flatMap((stream) =>
      stream instanceof PdfStream ? [stream.getDecodedData(), Buffer.from(' ')] : [],
    ),
  )
}

/**
 * The tokens of a content stream, white space among them, without inline images. A delimiter that belongs to no
 * value is a space.
 * @param imageFound is called with each inline image, after the tokens before it
 */
export function* contentTokens(
  content: Buffer,
  imageFound: (source: string) => void = () => {},
): Generator<string> {
  const text = content.toString('latin1')
  // Each search that finds no end is the last one, so that the time is linear.
  let hasImageEnd = true
  for (let offset = 0; offset < text.length; ) {
    const isString = text[offset] === '('
    const part = isString
      ? text.slice(offset, readSource(content, offset)?.end)
      : matchAt(token, text, offset)
    offset += part?.length ?? 1
    if (part !== 'BI') {
      yield part ?? ' '
      continue
    }
    const start = offset - part.length
    if (hasImageEnd && /[\0\s]/.test(text[offset] ?? '')) {
      const end = findEnd(imageEnd, text, findEnd(imageData, text, offset))
      hasImageEnd = end !== null
      offset = end ?? offset
    }
    imageFound(text.slice(start, offset))
  }
}

/** The end of the first match from `offset` on; null without one. */
function findEnd(pattern: RegExp, text: string, offset: number | null): number | null {
  if (offset === null) return null
  pattern.lastIndex = offset
  return pattern.exec(text) && pattern.lastIndex
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset
  return pattern.exec(text)?.[0]
}
