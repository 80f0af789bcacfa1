import { type ErrorText, errorText } from '#lib/messages/errors'
import { inspect } from '../check/inspect.ts'
import { listLocks } from '../fields/locks.ts'
import { loadPdf } from '../file/load.ts'
import type { ZoneBox } from '../geometry.ts'
import type { FileFieldProblem, FileFields } from './file-field.ts'
import { readFormFields } from './form-fields.ts'
import { firstPlace, lineBoxes, type PageText } from './page-text.ts'
import { readPageTexts, readTagTexts } from './readings.ts'
import { contentWithoutTags } from './replace.ts'
import { readTagFields, tagBoxes } from './text-tags.ts'

/** A text is found so often at most. */
const maxOccurrences = 1000

/** A place where a text occurs: the box of its first line, in points as displayed. */
export interface TextPlace extends ZoneBox {
  /** From 1. */
  page: number
}

/**
 * The form fields and text tags of a file. A file that was signed has none: its content must not change. One that its
 * author has certified has the form fields, which may be filled in as they are, except for those that a signature locks.
 */
export async function fieldsInFile(bytes: Uint8Array): Promise<FileFields> {
  const { pdf, pages, signed, certification } = await open(bytes)
  if (certification !== null) return readFormFields(pdf, pages, listLocks(pdf))
  if (signed) {
    const reason = errorText('import.fileAlreadySigned')
    return { fields: [], problems: [{ source: 'file', page: 1, text: '', reason }] }
  }
  const form = readFormFields(pdf, pages)
  const { texts, problems } = readTagTexts(pdf, pages)
  const tags = readTagFields(texts)
  const pagesWithTags = Map.groupBy(
    texts.filter((text) => tagBoxes(text).length > 0),
    ({ page }) => page,
  )
  const coveredPages = [...pagesWithTags]
    .filter(([page, tagTexts]) => !contentWithoutTags(pdf, page, tagTexts))
    .map(([{ number }]): FileFieldProblem => {
      const reason: ErrorText = errorText('import.tagsOnlyCovered', { page: number })
      return { source: 'tag', page: number, text: '', reason, warning: true }
    })
  return {
    fields: [...form.fields, ...tags.fields],
    problems: [...form.problems, ...tags.problems, ...problems, ...coveredPages],
  }
}

/** The places of each text, in the order of the pages. White space counts as one space; case counts. */
export async function findTexts(bytes: Uint8Array, texts: readonly string[]): Promise<TextPlace[][]> {
  const { pdf, pages } = await open(bytes)
  const pageTextList = readPageTexts(pdf, pages, texts)
  return texts.map((text) => findPlaces(text.trim().replace(/\s+/g, ' '), pageTextList))
}

function findPlaces(text: string, pageTextList: readonly PageText[][]): TextPlace[] {
  const places: TextPlace[] = []
  for (const readings of text === '' ? [] : pageTextList) {
    const found = readings.flatMap((pageText) => findOccurrences(text, pageText))
    // A text that several readings of a page have at the same place is one.
    const taken = new Set<number>()
    for (const { pageText, start, characters } of readings.length > 1
      ? found.sort((a, b) => firstPlace(a) - firstPlace(b))
      : found) {
      if (places.length === maxOccurrences || characters.some((character) => taken.has(character))) continue
      for (const character of characters) taken.add(character)
      const [box] = lineBoxes(pageText, start, start + text.length)
      if (box) places.push({ page: pageText.page.number, ...box })
    }
  }
  return places
}

/** A text on a page, with its characters by their places in the drawing order. */
interface Occurrence {
  pageText: PageText
  start: number
  characters: number[]
}

function findOccurrences(text: string, pageText: PageText): Occurrence[] {
  const found: Occurrence[] = []
  let start = pageText.text.indexOf(text)
  for (
    ;
    start !== -1 && found.length < maxOccurrences;
    start = pageText.text.indexOf(text, start + text.length)
  ) {
    const characters = pageText.characters.slice(start, start + text.length)
    found.push({ pageText, start, characters: characters.filter((character) => character !== null) })
  }
  return found
}

async function open(bytes: Uint8Array) {
  const pdf = await loadPdf(bytes)
  const { pages, signed, certification } = inspect(pdf)
  return { pdf, pages, signed: signed.length > 0, certification }
}
