import { type ErrorText, errorText } from '#lib/messages/errors'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import type { ZoneBox } from '../geometry.ts'
import type { FileFieldProblem, FileFields } from './file-field.ts'
import { readFormFields } from './form-fields.ts'
import { lineBoxes, type PageText, readPageTexts, readTagTexts } from './page-text.ts'
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
 * author has certified has the form fields, which may be filled in as they are.
 */
export async function fieldsInFile(bytes: Uint8Array): Promise<FileFields> {
  const { pdf, pages, signed, certification } = await open(bytes)
  if (certification !== null) return readFormFields(pdf, pages)
  if (signed) {
    const reason = errorText('import.fileAlreadySigned')
    return { fields: [], problems: [{ source: 'file', page: 1, text: '', reason }] }
  }
  const form = readFormFields(pdf, pages)
  const { texts, unreadable } = readTagTexts(pdf, pages)
  const tags = readTagFields(texts)
  const unreadablePages = unreadable.map(({ number }): FileFieldProblem => {
    const reason: ErrorText = errorText('import.pageUnreadable', { page: number })
    return { source: 'file', page: number, text: '', reason }
  })
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
    problems: [...form.problems, ...tags.problems, ...unreadablePages, ...coveredPages],
  }
}

/** The places of each text, in the order of the pages. White space counts as one space; case counts. */
export async function findTexts(bytes: Uint8Array, texts: readonly string[]): Promise<TextPlace[][]> {
  const { pdf, pages } = await open(bytes)
  const pageTextList = readPageTexts(pdf, pages)
  return texts.map((text) => findPlaces(text.trim().replace(/\s+/g, ' '), pageTextList))
}

function findPlaces(text: string, pageTextList: readonly PageText[]): TextPlace[] {
  const places: TextPlace[] = []
  for (const pageText of text === '' ? [] : pageTextList) {
    let offset = pageText.text.indexOf(text)
    for (
      ;
      offset !== -1 && places.length < maxOccurrences;
      offset = pageText.text.indexOf(text, offset + text.length)
    ) {
      const [box] = lineBoxes(pageText, offset, offset + text.length)
      if (box) places.push({ page: pageText.page.number, ...box })
    }
  }
  return places
}

async function open(bytes: Uint8Array) {
  const pdf = await loadPdf(bytes)
  const { pages, signed, certification } = inspect(pdf)
  return { pdf, pages, signed: signed.length > 0, certification }
}
