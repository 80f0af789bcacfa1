import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core'
import { type ActiveContent, activeContentKinds } from './active-content.ts'
import { hasValue, resolver } from './inspect.ts'

/** Entries of the catalog (ISO 32000-2, table 29) and of pages that lead to actions and files. */
const CATALOG_ENTRIES = ['OpenAction', 'AA', 'Names', 'AF', 'Outlines', 'AcroForm']
const PAGE_ENTRIES = ['AA', 'Annots', 'AF']
/** Entries without actions behind them: parents, other pages, appearances and values. */
const SKIPPED = new Set([
  'Parent',
  'P',
  'Prev',
  'Popup',
  'Dest',
  'D',
  'Dests',
  'SE',
  'V',
  'AP',
  'MK',
  'DR',
  'Lock',
  'OC',
])

/**
 * The active content that can be reached from the catalog and the pages: JavaScript and Launch actions (ISO 32000-2,
 * 12.6.4.17, 12.6.4.6), additional actions (12.6.3), embedded files (7.11.4) and an XFA form (ISO 32000-1, 12.7.8).
 * @returns in the order of `activeContentKinds`, each once.
 */
export function findActiveContent(pdf: PDF): ActiveContent[] {
  const resolve = resolver(pdf)
  const kinds = new Set<ActiveContent>()
  const visited = new Set<PdfObject>()
  const queue: (PdfDict | PdfArray)[] = []
  const follow = (value: PdfObject | undefined) => {
    const object = value instanceof PdfRef ? resolve(value) : value
    if (!(object instanceof PdfDict || object instanceof PdfArray) || visited.has(object)) return
    visited.add(object)
    queue.push(object)
  }
  const catalog = pdf.context.catalog.getDict()
  if (hasValue(catalog, 'AA', resolve)) kinds.add('additional_actions')
  if (hasValue(catalog.getDict('AcroForm', resolve), 'XFA', resolve)) kinds.add('xfa')
  for (const key of CATALOG_ENTRIES) follow(catalog.get(key))
  for (const ref of pdf.context.pages.getPages()) {
    const page = resolve(ref)
    if (!(page instanceof PdfDict)) continue
    if (hasValue(page, 'AA', resolve)) kinds.add('additional_actions')
    for (const key of PAGE_ENTRIES) follow(page.get(key))
  }
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (next instanceof PdfArray) {
      for (const item of next) follow(item)
      continue
    }
    const action = next.getName('S', resolve)?.value
    if (action === 'JavaScript' || (action === 'Rendition' && next.has('JS'))) kinds.add('javascript')
    if (action === 'Launch') kinds.add('launch')
    if (hasValue(next, 'AA', resolve)) kinds.add('additional_actions')
    if (hasValue(next, 'EF', resolve)) kinds.add('embedded_files')
    // /D of a media clip (13.2.4.2) is a file or a stream, elsewhere a destination.
    if (action === 'MCD') follow(next.get('D'))
    for (const [key, value] of next) if (!SKIPPED.has(key.value)) follow(value)
  }
  return activeContentKinds.filter((kind) => kinds.has(kind))
}
