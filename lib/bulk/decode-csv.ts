import { cleanText } from '#lib/core/text/clean'
import { listLocales } from '#lib/processes/fields/format-value'

/** Windows-1252 at 0x80 to 0x9F: `TextDecoder` of some versions of Node takes it for ISO 8859-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
/** The encodings in which spreadsheets write CSV, with their languages, or these in one script; of others it is Windows-1252. */
const languagesByCodePage = {
  'windows-874': ['th'],
  'windows-1250': ['bs', 'cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl', 'sq', 'sr-Latn'],
  'windows-1251': ['be', 'bg', 'kk', 'ky', 'mk', 'mn', 'ru', 'sr', 'uk'],
  'windows-1253': ['el'],
  'windows-1254': ['az', 'tr', 'uz'],
  'windows-1255': ['he'],
  'windows-1256': ['ar', 'fa', 'ur'],
  'windows-1257': ['et', 'lt', 'lv'],
  'windows-1258': ['vi'],
  shift_jis: ['ja'],
  'euc-kr': ['ko'],
  gb18030: ['zh'],
  big5: ['zh-Hant'],
}
const codePages = new Map(
  Object.entries(languagesByCodePage).flatMap(([codePage, languages]) =>
    languages.map((language) => [language, codePage] as const),
  ),
)
/** A character beyond ASCII that was decoded. */
const BEYOND_ASCII = /[^\p{ASCII}\ufffd]/gu
/** To recognize UTF-16, this many bytes are enough. */
const SAMPLE_BYTES = 4096

/**
 * The text of a CSV file, in the browser and on the server. Spreadsheets write UTF-8, UTF-16 or the code page of their
 * language, with or without a BOM. Bytes that are neither become U+FFFD, which is an error of its cell. Spreadsheets also
 * keep characters that nobody sees, such as the marks of direction around a copied telephone number: `cleanText` takes
 * them out.
 * @param locale the language of the template
 */
export function decodeCsv(bytes: Uint8Array, locale: string): string {
  const encoding = detectUtf16(bytes)
  const text = new TextDecoder(encoding ?? 'utf-8').decode(bytes)
  const codePage = findCodePage(locale)
  return cleanText(encoding || !isOfCodePage(text) ? text : decodeCodePage(bytes, codePage))
}

/** The code page of a language with any region, such as `pl-PL`; that of `zh-TW` by its script, `Hant`. */
function findCodePage(locale: string): string | undefined {
  const { language, script } = new Intl.Locale(listLocales(locale)[0]!).maximize()
  return codePages.get(`${language}-${script}`) ?? codePages.get(language)
}

/**
 * Whether a text that was decoded as UTF-8 is not damaged, but of another encoding. Two bytes of a code page, such as ÓŹ of
 * Windows-1250 or É» of Windows-1252, can be a character of UTF-8 by accident; most are not.
 */
function isOfCodePage(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return count(BEYOND_ASCII) < count(/\ufffd/g)
}

function detectUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // Without a BOM: separators and line breaks of UTF-16 have a zero byte, and no text of another encoding has one.
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 1].map(
    (parity) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length,
  )
  if (zeros[0] === zeros[1]) return null
  return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be'
}

function decodeCodePage(bytes: Uint8Array, codePage: string | undefined): string {
  // Windows-1258 has the tones of Vietnamese as combining characters.
  return codePage ? new TextDecoder(codePage).decode(bytes).normalize() : decodeWindows1252(bytes)
}

function decodeWindows1252(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!)
}
