// That of Node lacks most syllables of Windows-949 and characters of Big5. In the browser this is the browser's own.
import { TextDecoder } from '@exodus/bytes/encoding-browser.js'
import { cleanText } from '#lib/core/text/clean'
import { listLocales } from '#lib/core/text/language-forms'

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
/** The bytes of U+FFFD in UTF-8, as Windows-1252: the character was in the text before it was encoded. */
const ENCODED_REPLACEMENT = /ï¿½/g
/** A capital within a word, a symbol between letters, or a letter or accent that no word has. */
const ODD_CHARACTER =
  /(?<=\p{Ll})[^\P{Lu}\p{ASCII}]|(?<=\p{Lu})[^\P{Lu}\p{ASCII}](?=\p{Ll})|(?<=\p{L})[^\p{L}\p{M}\p{ASCII}‘’–—…](?=\p{L})|[ƒˆ˜]/gu
/** What decoders make of bytes that are no character of a code page (WHATWG Encoding, 9). */
const NO_CHARACTER = /[\u0080-\u009f]/g
/** The characters of code page 850 from 80 on. */
const CODE_PAGE_850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'
/** To recognize UTF-16, this many bytes are enough. */
const SAMPLE_BYTES = 4096

/** The first bytes of a workbook of Excel or LibreOffice: of a ZIP file, or of the compound file of Excel 2003. */
const WORKBOOK_BEGINNINGS = ['504b0304', 'd0cf11e0']

/** Whether a file is a workbook, which is no CSV. */
export function isWorkbook(bytes: Uint8Array): boolean {
  const beginning = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return WORKBOOK_BEGINNINGS.includes(beginning)
}

/**
 * The text of a CSV file, in the browser and on the server. Spreadsheets write UTF-8, UTF-16 or the code page of their
 * language, with or without a BOM. Bytes that are neither become U+FFFD, which is an error of its cell. Spreadsheets also
 * keep characters that nobody sees, such as the marks of direction around a copied telephone number: `cleanText` takes
 * them out.
 * @param locale the language of the template
 */
export function decodeCsv(bytes: Uint8Array, locale: string): string {
  const encoding = detectUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : null)
  return cleanText(encoding ? new TextDecoder(encoding).decode(bytes) : decodeCodePage(bytes, locale))
}

/** The code page of a language with any region, such as `pl-PL`; that of `zh-TW` by its script, `Hant`. */
function findCodePage(locale: string): string | undefined {
  const { language, script } = new Intl.Locale(listLocales(locale)[0]!).maximize()
  return codePages.get(`${language}-${script}`) ?? codePages.get(language)
}

/**
 * Whether bytes are UTF-8, which may be damaged, rather than a code page. Two bytes of a code page, such as ÓŹ of
 * Windows-1250 or É» of Windows-1252, can be a character of UTF-8 by accident; most are not.
 */
function isUtf8(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return true
  const text = new TextDecoder().decode(bytes)
  const replacements = count(ENCODED_REPLACEMENT, new TextDecoder('windows-1252').decode(bytes))
  const damaged = count(/\ufffd/g, text) - replacements
  return damaged <= count(BEYOND_ASCII, text) + replacements
}

const count = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0

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

function decodeCodePage(bytes: Uint8Array, locale: string): string {
  const codePage = findCodePage(locale)
  const text = codePage ? new TextDecoder(codePage).decode(bytes) : decodeWestern(bytes)
  // Windows-1258 has the tones of Vietnamese as combining characters.
  return (codePage ? text.normalize() : text).replace(NO_CHARACTER, '\ufffd')
}

/** Windows-1252, Mac OS Roman, which Excel for Mac writes, or code page 850: that in which words have the fewest odd characters. */
function decodeWestern(bytes: Uint8Array): string {
  const [windows, mac] = ['windows-1252', 'macintosh'].map((encoding) =>
    new TextDecoder(encoding).decode(bytes),
  )
  const hasMacLines = bytes.includes(0x0d) && !bytes.includes(0x0a)
  const texts = [...(hasMacLines ? [mac!, windows!] : [windows!, mac!]), decodeMsDos(bytes)]
  const [best] = texts
    .map((text) => ({ text, odd: count(ODD_CHARACTER, text) }))
    .toSorted((a, b) => a.odd - b.odd)
  return best!.text
}

/** Code page 850, which Excel writes as “CSV (MS-DOS)” and no `TextDecoder` has. */
function decodeMsDos(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_850[byte - 0x80],
  ).join('')
}
