import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfStream,
  PdfString,
} from '@libpdf/core'

/** Keywords that readers look for in the bytes of a file that they rebuild. */
const keywords = /obj|stream|trailer|xref/

/**
 * A text string (ISO 32000-2, 7.9.2.2): a literal for plain ASCII, else hexadecimal UTF-16BE, so that no text of a
 * user can be taken for PDF syntax.
 */
export function textString(text: string): PdfString {
  if (/^[\w @.,:+/-]*$/.test(text) && !keywords.test(text)) return PdfString.fromString(text)
  return PdfString.fromBytes(new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16()))
}

/** Byte order marks of text strings. UTF-16LE is not in the standard, but readers accept it. */
const encodings = [
  { mark: [0xfe, 0xff], name: 'utf-16be' },
  { mark: [0xff, 0xfe], name: 'utf-16le' },
  { mark: [0xef, 0xbb, 0xbf], name: 'utf-8' },
]

/**
 * The text of a string, without the language codes that escape characters enclose (7.9.2.2.1): @libpdf/core knows
 * neither these nor UTF-8. NUL, which no database stores, is left out of every encoding, as @libpdf/core does.
 */
export function decodeText(string: PdfString): string {
  const { bytes } = string
  const encoding = encodings.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (!encoding) return string.asString()
  const unit = encoding.name === 'utf-8' ? 1 : 2
  const wholeUnits = bytes.subarray(0, bytes.length - (bytes.length % unit))
  const parts = new TextDecoder(encoding.name).decode(wholeUnits).replaceAll('\0', '').split('\u001b')
  return parts.filter((_, index) => index % 2 === 0).join('')
}

/** Filters that compress (ISO 32000-2, table 6). */
const compressions = new Set(['FlateDecode', 'LZWDecode', 'RunLengthDecode'])

/**
 * The decoded data of a stream.
 * @throws Error where a filter is not known, its data is damaged, or two filters compress: they multiply what a few bytes inflate to
 */
export function decodeStream(stream: PdfStream): Uint8Array {
  const filter = stream.get('Filter')
  const filters = filter instanceof PdfArray ? filter.toArray() : [filter]
  const compressing = filters.filter((name) => name instanceof PdfName && compressions.has(name.value))
  if (compressing.length > 1) throw new Error('The stream is compressed twice.')
  return stream.getDecodedData()
}

/** A date (ISO 32000-2, 7.9.4) in UTC. */
export function dateString(time: Date): PdfString {
  return PdfString.fromString(`D:${time.toISOString().replace(/\D/g, '').slice(0, 14)}Z`)
}

/** The instant of a date string (7.9.4), in UTC where it has no time zone; undefined when it is no valid date. */
export function parseDate(text: string | undefined): Date | undefined {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([+-])(\d\d)'?(\d\d)?'?|Z.*)?\s*$/.exec(
    text ?? '',
  )
  if (!match) return undefined
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    sign,
    zoneHour,
    zoneMinute,
  ] = match
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  // `new Date` takes hour 24 for the next midnight; PDF has hours from 00 to 23.
  if (Number(day) > lastDay || Number(hour) > 23) return undefined
  const zone = sign ? `${sign}${zoneHour}:${zoneMinute ?? '00'}` : 'Z'
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/**
 * Makes a dictionary: a string that begins with `/` becomes a name, any other a text string, a number a number.
 * Pass text of users as `textString`, because it may begin with `/`.
 */
export function dict(entries: Record<string, PdfObject | number | string | undefined>): PdfDict {
  const result = new PdfDict()
  for (const [key, value] of Object.entries(entries))
    if (value !== undefined) result.set(key, toObject(value))
  return result
}

/** An array of text strings. */
export function textArray(texts: readonly string[]): PdfArray {
  return new PdfArray(texts.map(textString))
}

/** An array of numbers, rounded to a thousandth or to `decimals`, of which @libpdf/core writes at most five. */
export function numberArray(values: readonly number[], decimals = 3): PdfArray {
  const factor = 10 ** decimals
  return new PdfArray(values.map((value) => PdfNumber.of(Math.round(value * factor) / factor)))
}

/** The decimals of positions and sizes on a page: more where its unit is larger than a point. */
export function unitDecimals(userUnit: number): number {
  return userUnit > 1 ? 5 : 3
}

function toObject(value: PdfObject | number | string): PdfObject {
  if (typeof value === 'number') return PdfNumber.of(value)
  if (typeof value !== 'string') return value
  return value.startsWith('/') ? PdfName.of(value.slice(1)) : textString(value)
}
