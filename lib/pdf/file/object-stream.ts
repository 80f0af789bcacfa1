import type { PdfStream } from '@libpdf/core'

/** The objects of an object stream (ISO 32000-2, 7.5.7). */
export interface ObjectStream {
  /** The decoded data. */
  bytes: Buffer
  /** By index: the number of each object and where it begins, as the head says; NaN for what is no number. */
  objects: { number: number; start: number }[]
}

/** Decodes an object stream and reads its head. @throws the error of @libpdf/core where it cannot be decoded */
export function readObjectStream(stream: PdfStream): ObjectStream {
  const bytes = Buffer.from(stream.getDecodedData())
  const first = stream.getNumber('First')?.value ?? 0
  const head = bytes.toString('latin1', 0, first).replace(/%[^\r\n]*/g, ' ')
  const words = head.match(/[^\0\t\n\f\r ]+/g) ?? []
  const numbers = words.map((word) => (/^\d+$/.test(word) ? Number(word) : Number.NaN))
  const objects = numbers.flatMap((number, index) =>
    index % 2 === 0 ? [{ number, start: first + (numbers[index + 1] ?? Number.NaN) }] : [],
  )
  return { bytes, objects }
}
