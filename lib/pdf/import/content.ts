import { type PDF, PdfArray, type PdfDict, PdfRef, PdfStream } from '@libpdf/core'
import { resolver } from '../check/inspect.ts'
import { readSource } from '../file/source.ts'

/** White space, a comment, a name or word, a hexadecimal string, or a delimiter (ISO 32000-2, 7.2). */
const token = /[\0\s]+|%[^\r\n]*|\/?[^\0\s()<>[\]{}/%]+|<<|>>|<[^<>]*>|[[\]/]/y
/** The rest of an inline image (8.9.7) after its first operator. */
const inlineImage = /[\0\s].*?[\0\s]ID[\0\s].*?[\0\s]EI(?![^\0\s])/sy

/** The content of a page: its streams, decoded (7.8.2). @throws Error where one cannot be decoded */
export function contentOf(pdf: PDF, page: PdfDict): Buffer {
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
 */
export function* contentTokens(content: Buffer): Generator<string> {
  const text = content.toString('latin1')
  for (let at = 0; at < text.length; ) {
    const isString = text[at] === '('
    const part = isString ? text.slice(at, readSource(content, at)?.end) : matchAt(token, text, at)
    at += part?.length ?? 1
    if (part === 'BI') at += matchAt(inlineImage, text, at)?.length ?? 0
    else yield part ?? ' '
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}
