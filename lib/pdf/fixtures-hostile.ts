import { constants, deflateRawSync } from 'node:zlib'
import { buildPdf, stream } from './fixtures.ts'

const mebibyte = 1024 * 1024

/** zlib data (RFC 1950) of `head` and `megabytes` of zeros, in about a thousandth of their length. */
export function zerosDeflated(megabytes: number, head = ''): Buffer {
  const flush = { finishFlush: constants.Z_FULL_FLUSH }
  const zeros = deflateRawSync(Buffer.alloc(mebibyte), flush)
  const end = Buffer.from([0x03, 0x00, 0, 0, 0, 1])
  // Adler-32 of zeros: the second sum counts the bytes, the first stays 1. With a head it is wrong, which readers forgive.
  end.writeUInt16BE((megabytes * mebibyte) % 65_521, 2)
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    deflateRawSync(Buffer.from(head, 'latin1'), flush),
    ...new Array<Buffer>(megabytes).fill(zeros),
    end,
  ])
}

/** A file of one megabyte per gigabyte, whose cross-reference stream inflates to `megabytes`. */
export function xrefBomb(megabytes = 1024): Uint8Array<ArrayBuffer> {
  return withXrefStream(zerosDeflated(megabytes), Math.floor((megabytes * mebibyte) / 7))
}

/** The same of an object stream, which holds the catalog. */
export function objectStreamBomb(megabytes = 1024): Uint8Array<ArrayBuffer> {
  const catalog = '<< /Type /Catalog /Pages 2 0 R >> '
  const head = '1 0 '
  const data = zerosDeflated(megabytes, head + catalog).toString('latin1')
  const entries = `/Type /ObjStm /N 1 /First ${head.length} /Filter /FlateDecode`
  const file = Buffer.from(buildPdf({ objects: { 20: stream(data, entries) } })).toString('latin1')
  const xref = Buffer.alloc(21 * 7)
  xref.set([2, 0, 0, 0, 20, 0, 0], 7)
  for (const number of [2, 3, 20]) {
    xref[number * 7] = 1
    xref.writeUInt32BE(file.indexOf(`\n${number} 0 obj`) + 1, number * 7 + 1)
  }
  return withXrefStream(xref, 21, file.slice(0, file.lastIndexOf('xref\n0 1')), '')
}

function withXrefStream(
  data: Buffer,
  size: number,
  body = '%PDF-1.7\n',
  filter = '/Filter /FlateDecode',
): Uint8Array<ArrayBuffer> {
  const entries = `/Type /XRef /W [1 4 2] /Size ${size} /Root 1 0 R ${filter}`
  const xref = `2000 0 obj\n${stream(data.toString('latin1'), entries)}\nendobj\n`
  const text = `${body}${xref}startxref\n${body.length}\n%%EOF\n`
  return new Uint8Array(Buffer.from(text, 'latin1'))
}

/** A file of a kilobyte whose cross-reference stream says that it has so many entries of no bytes. */
export function entriesBomb(count = 50_000_000): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(withXrefStream(Buffer.alloc(0), count, '%PDF-1.7\n', '')).toString('latin1')
  return new Uint8Array(Buffer.from(text.replace('/W [1 4 2]', '/W [0 0 0]'), 'latin1'))
}
