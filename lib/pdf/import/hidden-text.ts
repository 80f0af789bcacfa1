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
  if (!dict || !hasHiddenLayer(pdf, dict)) return hidden
  const content = readContent(pdf, dict)
  if (!content.includes('/OC')) return hidden
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

/** Whether the default configuration hides one of the layers that the page names in its resources. */
function hasHiddenLayer(pdf: PDF, page: PdfDict): boolean {
  const resolve = resolver(pdf)
  const resources = asDict(findInheritedEntry(page, 'Resources', resolve))
  const properties = asDict(resources?.get('Properties', resolve))
  const hidingLayer = layerHiding(pdf)
  return [...(properties?.keys() ?? [])].some((name) => hidingLayer(properties?.get(name, resolve)) !== null)
}
