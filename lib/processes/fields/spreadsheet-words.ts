import { listLocales } from '#lib/core/text/language-forms'

/** The words of spreadsheets for true and false, where their program is translated; elsewhere they are English. */
const words: Record<string, readonly [string, string]> = {
  ca: ['CERT', 'FALS'],
  cs: ['PRAVDA', 'NEPRAVDA'],
  da: ['SAND', 'FALSK'],
  de: ['WAHR', 'FALSCH'],
  el: ['ΑΛΗΘΕΣ', 'ΨΕΥΔΕΣ'],
  es: ['VERDADERO', 'FALSO'],
  et: ['TÕENE', 'VÄÄR'],
  fi: ['TOSI', 'EPÄTOSI'],
  fr: ['VRAI', 'FAUX'],
  gl: ['VERDADEIRO', 'FALSO'],
  hu: ['IGAZ', 'HAMIS'],
  it: ['VERO', 'FALSO'],
  nb: ['SANN', 'USANN'],
  nl: ['WAAR', 'ONWAAR'],
  no: ['SANN', 'USANN'],
  pl: ['PRAWDA', 'FAŁSZ'],
  pt: ['VERDADEIRO', 'FALSO'],
  ro: ['ADEVĂRAT', 'FALS'],
  ru: ['ИСТИНА', 'ЛОЖЬ'],
  sk: ['PRAVDA', 'NEPRAVDA'],
  sv: ['SANT', 'FALSKT'],
  tr: ['DOĞRU', 'YANLIŞ'],
  uk: ['ІСТИНА', 'ХИБНІСТЬ'],
}

/** A cell with the word for true or false of a spreadsheet in this language, as `true` or `false`; others unchanged. */
export function readSpreadsheetWord(cell: string, locale: string): string {
  const index = findWords(locale)?.indexOf(cell.trim().normalize('NFC').toUpperCase()) ?? -1
  return index < 0 ? cell : String(index === 0)
}

/** The word for false of a spreadsheet in this language, in capitals. */
export function findWordForFalse(locale: string): string {
  return findWords(locale)?.[1] ?? 'FALSE'
}

function findWords(locale: string): readonly [string, string] | undefined {
  const [language = ''] = listLocales(locale)[0]!.split('-')
  return words[language]
}
