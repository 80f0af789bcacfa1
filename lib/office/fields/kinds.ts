/** What is printed of a field, by its kind. */
type Treatment =
  /** What LibreOffice makes of it: as Word does, or by the pages, the day or the name of the file. */
  | 'computed'
  /** Its result, or, where that is empty, the property of the file that LibreOffice prints. */
  | 'property'
  /** Its result, also where that is empty. */
  | 'stored'
  /** Neither its instruction nor its result. */
  | 'nothing'
  /** The text, number or page of a bookmark. */
  | 'reference'
  | 'counter'
  /** Its result, which it must have: LibreOffice computes in the language of the tenant. */
  | 'formula'
  /** It is the name of a bookmark, and of no kind. */
  | 'name'

/** The kinds of Word (ECMA-376 part 1, 17.16.5, and those of older versions). */
const kinds: Partial<Record<Treatment, string>> = {
  computed:
    'BIBLIOGRAPHY DATE EQ FILENAME FORMCHECKBOX FORMDROPDOWN FORMTEXT GOTOBUTTON HYPERLINK INDEX MACROBUTTON NUMPAGES PAGE SECTION SECTIONPAGES STYLEREF TIME TOA TOC',
  property:
    'AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT COMMENTS CREATEDATE DOCPROPERTY KEYWORDS LASTSAVEDBY REVNUM SAVEDATE SUBJECT SYMBOL TITLE',
  stored:
    'ADDIN ADDRESSBLOCK ADVANCE AUTOTEXT AUTOTEXTLIST BARCODE BIDIOUTLINE CITATION COMPARE CONTROL DATA DATABASE DDE DDEAUTO DISPLAYBARCODE DOCVARIABLE EDITTIME EMBED FILESIZE FILLIN GLOSSARY GREETINGLINE HTMLACTIVEX IF IMPORT INCLUDE INCLUDEPICTURE INCLUDETEXT INFO LINK LISTNUM MERGEBARCODE MERGEFIELD MERGEREC MERGESEQ NOTEREF NUMCHARS NUMWORDS PRINT PRINTDATE PRIVATE QUOTE RD SHAPE TA TC TEMPLATE USERADDRESS USERINITIALS USERNAME USERPROPERTY XE',
  nothing: 'ASK NEXT NEXTIF SET SKIPIF',
  reference: 'PAGEREF REF',
  counter: 'SEQ',
  formula: '=',
}
const treatments = new Map(
  Object.entries(kinds).flatMap(([treatment, names]) =>
    names.split(' ').map((name) => [name, treatment as Treatment]),
  ),
)

/** The kind of a field in capitals, or the name of the bookmark that it is. */
export function readKind(instruction: string): string {
  return (/^\s*"?(=|[^\s"\\=]+)/.exec(instruction)?.[1] ?? '').toUpperCase()
}

/** What is printed of a field with this instruction; one without an instruction stays as it is. */
export function chooseTreatment(instruction: string): Treatment {
  return instruction.trim() ? (treatments.get(readKind(instruction)) ?? 'name') : 'computed'
}

/** The first word after the kind in lower case, such as the name of a bookmark or counter. */
export function readArgument(instruction: string): string {
  return (/^\s*[^\s"\\]+\s+"?([^\s"\\]+)/.exec(instruction)?.[1] ?? '').toLowerCase()
}

/** LibreOffice ignores formats of references, and writes “above” in a language of its own. */
const plainReference =
  /^\s*(?:REF|PAGEREF)\s+"?[^\s"\\]+"?(?:\s*\\(?:[hnrw]|\*\s*(?:MERGEFORMAT|CHARFORMAT|ARABIC))\b)*\s*$/i
/** Formats that change the letters of a value to capitals or back, and no more. */
const capitals = /\\\*\s*(?:UPPER|LOWER|CAPS|FIRSTCAP)\b/gi
/** The number of a paragraph or note, or where the bookmark is. */
const noText = /\\[nrwpf]\b/i

/** Whether LibreOffice prints a reference as Word does. */
export const isPlainReference = (instruction: string) => plainReference.test(instruction)

/** Whether a reference prints the text of its bookmark. */
export const isTextReference = (instruction: string) =>
  readKind(instruction) === 'REF' && !noText.test(instruction)

/** Whether a reference prints the text of its bookmark otherwise than in capitals. */
export const isFormattedText = (instruction: string) =>
  isTextReference(instruction) && !plainReference.test(instruction.replaceAll(capitals, ''))

const plainCounter =
  /^\s*SEQ\s+[^\s"\\]+(?:\s*\\(?:n|\*\s*(?:ARABIC|ROMAN|ALPHABETIC|MERGEFORMAT|CHARFORMAT))\b)+\s*$/i
/** LibreOffice reads these formats in small letters and capitals only. */
const otherLetters = /\\\*\s*(?!(?:ROMAN|roman|ALPHABETIC|alphabetic)\b)(?:[Rr][Oo]|[Aa][Ll])/
/** Values of its own, from which LibreOffice would count. */
const ownValues = /^(?:e|pi|true|page|para|word|char|tables|graf|ole)$/

/** Whether LibreOffice counts such a counter as Word does; one without a switch is none to it. */
export const isPlainCounter = (instruction: string) =>
  plainCounter.test(instruction) &&
  !otherLetters.test(instruction) &&
  !ownValues.test(readArgument(instruction))

/** Whether a counter is counted without being printed. */
export const isHiddenCounter = (instruction: string) => /\\h\b/i.test(instruction)

const numbered = ['LISTNUM', 'AUTONUM', 'AUTONUMLGL', 'AUTONUMOUT']

/** By what a field is numbered: its counter, its kind, or notes. Null for one without a number. */
export function findCounter(instruction: string): string | null {
  const kind = readKind(instruction)
  if (chooseTreatment(instruction) === 'counter') return `${kind} ${readArgument(instruction)}`
  return numbered.includes(kind) || kind === noteReference ? kind : null
}

/** The kind of references to the number of a note. */
export const noteReference = 'NOTEREF'

/** The bookmark whose number a field prints; null where it is a number of its own. */
export function numberedBookmark(instruction: string): string | null {
  if (readKind(instruction) === noteReference) return readArgument(instruction)
  const [, bookmark] = /^\s*SEQ\s+"?[^\s"\\]+"?\s+"?([^\s"\\]+)/i.exec(instruction) ?? []
  return bookmark?.toLowerCase() ?? null
}

/** Whether a formula prints nothing for some numbers: a part of its format is empty, as in `0,00;;`. */
export function mayPrintNothing(instruction: string): boolean {
  const format = /\\#\s*(?:"([^"]*)"|([^\s"]+))/.exec(instruction)
  const parts = (format?.[1] ?? format?.[2] ?? '').split(';')
  return parts.length > 1 && parts.some((part) => !part.trim())
}

/** Kinds whose results readers can follow. */
export const isLink = (instruction: string) => ['HYPERLINK', 'TOC'].includes(readKind(instruction))
