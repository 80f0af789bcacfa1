import type { PDF, PdfDict } from '@libpdf/core'
import { asDict, findInheritedEntry, resolver } from '../check/inspect.ts'
import type { PageGeometry } from '../geometry.ts'
import { readContent } from './content.ts'
import { layerHiding } from './layers.ts'
import { listCodes, readGlyphs } from './remove-text.ts'
import { findShownStrings } from './shown-strings.ts'

/**
 * The characters of a page that the default configuration hides, by their places in the drawing order, with the names
 * of their layers; null where these characters are not known for certain.
 * @param count how many characters the page has
 */
export function findHiddenCharacters(
  pdf: PDF,
  page: PageGeometry,
  count: number,
): ReadonlyMap<number, string> | null {
  const hidden = new Map<number, string>()
  const dict = pdf.getPage(page.number - 1)?.dict
  const named = dict ? listNamedProperties(pdf, dict) : []
  if (!dict || named.length === 0) return hidden
  const content = readContent(pdf, dict)
  if (!content.includes('/OC')) return hidden
  const hidingLayer = layerHiding(pdf)
  if (named.every((properties) => hidingLayer(properties) === null)) return hidden
  const strings = findShownStrings(pdf, dict, content)?.strings
  if (!strings) return null
  if (strings.every(({ hiddenLayer }) => hiddenLayer === null)) return hidden
  const glyphOf = readGlyphs(pdf, page, dict, strings)
  let place = 0
  for (const string of strings)
    for (const code of listCodes(pdf, dict, string)) {
      if (glyphOf(string.state.font ?? '', code).char === null) continue
      if (string.hiddenLayer !== null) hidden.set(place, string.hiddenLayer)
      place++
    }
  return place === count ? hidden : null
}

/** What the page names in its resources for marked content, layers among it. */
function listNamedProperties(pdf: PDF, page: PdfDict) {
  const resolve = resolver(pdf)
  const resources = asDict(findInheritedEntry(page, 'Resources', resolve))
  const properties = asDict(resources?.get('Properties', resolve))
  return [...(properties?.keys() ?? [])].map((name) => properties?.get(name, resolve))
}
