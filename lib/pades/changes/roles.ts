import { PdfRef, PdfStream } from '@libpdf/core'
import { asDict } from '#lib/pdf/check/inspect'
import { isWidget } from './annotations/drawing.ts'
import { getRefs, refKey } from './compare.ts'
import { type FormField, getForm } from './form-tree.ts'
import type { Revision } from './timeline.ts'
import { trailerNumber, type Use, type Uses } from './uses.ts'
import { readStore } from './validation-data.ts'

/** Entries of the form dictionary (/AcroForm) that filling in and signing may change. */
export const formEntries = new Set(['Fields', 'DR', 'DA', 'Q', 'NeedAppearances', 'SigFlags'])

/** Keys on the way to an action (ISO 32000-2, 12.6), or to a direct annotation or kid. */
const towardsAction = String.raw`(/(AcroForm|Annots|Kids|\[\]|A|AA/\w+|OpenAction|Next|Names|JavaScript))*`
/** Keys on the way to an item of a structure element. */
const towardsItem = String.raw`(/K|/\[\])*`
/** Keys on the way to a signature reference dictionary (table 256). */
const towardsReference = String.raw`(/V)?(/Reference)?(/\[\])?`

/** Paths to a field that are not to content: trees, annotation lists, actions, locks and structure. */
const fieldUse = new RegExp(
  `^(${towardsAction}/((Annots|Fields|Kids|CO|T)/\\[\\]|\\[\\]|Parent|T|IRT|Popup)|${towardsItem}/Obj|${towardsReference}/Data)$`,
)
/** Paths to a page that are not to content: the page tree, destinations, annotations and structure. */
const pageUse = new RegExp(String.raw`/\[\]$|^(/Annots)?(/\[\])?/P$|^${towardsItem}/Pg$`)
/** Paths to the catalog besides the trailer's: what a signature is about. */
const catalogUse = new RegExp(`^${towardsReference}/Data$`)

/** Paths to an annotation besides those in lists: actions, replies and structure. */
const annotationUse = new RegExp(`^(${towardsAction}/T|/IRT|/Popup|${towardsItem}/Obj)$`)

/** What stands under one reference of a revision that may change. */
export type Role =
  | 'annotation'
  | 'info'
  | 'xmp'
  | 'metadata'
  | 'extensions'
  | 'form'
  | 'fields'
  | 'resources'
  | 'annotations'
  | 'store'

/** Roles of entries of the catalog that may change, besides /AcroForm; any other entry must stay. */
export const catalogRoles = new Map<string, Role>([
  ['DSS', 'store'],
  ['Extensions', 'extensions'],
  ['MarkInfo', 'metadata'],
  ['Metadata', 'xmp'],
  ['Version', 'metadata'],
])

/** What the objects of a revision are. */
export interface Places {
  revision: Revision
  uses: Uses
  /** Numbers of the pages. */
  pages: ReadonlySet<number>
  /** Numbers of the fields. */
  fields: ReadonlySet<number>
  /** `Store.nodes` */
  storeNodes: ReadonlySet<string>
}

/** Numbers of the catalog, the form and its resources, and the dictionaries of the validation data. */
export function holderNumbers(revision: Revision): number[] {
  const { trailer, catalog } = revision
  const refs = [trailer.getRef('Root'), catalog.getRef('AcroForm'), getForm(revision)?.getRef('DR')]
  const storeNodes = [...readStore(revision).nodes]
  return [
    ...refs.flatMap((ref) => ref?.objectNumber ?? []),
    ...storeNodes.map((node) => Number.parseInt(node, 10)),
  ]
}

/** Numbers of the lists of annotations of the pages, and of the annotations in them. */
export function annotationNumbers({ resolve }: Revision, pages: ReadonlySet<number>): number[] {
  return [...pages].flatMap((number) => {
    const page = asDict(resolve(PdfRef.of(number)))
    const list = page?.get('Annots')
    const refs = [...getRefs(page?.getArray('Annots', resolve)), ...(list instanceof PdfRef ? [list] : [])]
    return refs.map(({ objectNumber }) => objectNumber)
  })
}

/**
 * Whether a catalog, form, page, field or part of the validation data is used as that alone: what one of its entries
 * leads to could otherwise be drawn, as a resource for example.
 */
export function isOnlyItself(number: number, places: Places): boolean {
  const uses = places.uses.of(number)
  if (uses.length === 0 || places.revision.resolve(PdfRef.of(number)) instanceof PdfStream) return false
  return uses.every((use) => isOwnUse(use, number, places))
}

function isOwnUse({ holder, path }: Use, number: number, places: Places): boolean {
  const { catalog, trailer } = places.revision
  const root = trailer.getRef('Root')?.objectNumber
  if (number === root) return holder === trailerNumber ? path === '/Root' : catalogUse.test(path)
  if (number === catalog.getRef('AcroForm')?.objectNumber) return holder === root && path === '/AcroForm'
  if (places.fields.has(number)) return fieldUse.test(path)
  // Readers take a page for the whole tree, too.
  if (places.pages.has(number)) return pageUse.test(path) || (holder === root && path === '/Pages')
  return places.storeNodes.has(`${holder}${path}`)
}

/** Whether the reference is one in the list of annotations of a page. */
function isListing({ holder, path }: Use, places: Places): boolean {
  if (path === '/Annots/[]') return places.pages.has(holder)
  const uses = path === '/[]' ? places.uses.of(holder) : []
  return uses.length > 0 && uses.every((use) => getRole(use, places) === 'annotations')
}

/** Whether an object is an annotation of a page, used as that alone, and neither a widget nor a field. */
export function isAnnotation(number: number, places: Places): boolean {
  const { resolve } = places.revision
  const annotation = asDict(resolve(PdfRef.of(number)))
  if (!annotation?.has('Subtype') || annotation instanceof PdfStream || isWidget(annotation, resolve))
    return false
  if (places.pages.has(number) || places.fields.has(number)) return false
  const uses = places.uses.of(number)
  const isOwn = (use: Use) => isListing(use, places) || annotationUse.test(use.path)
  // A page has a /Parent, too, from which it inherits what it shows.
  const isOfPopup = ({ holder, path }: Use) => path === '/Parent' && places.uses.of(holder).every(isOwn)
  return uses.some((use) => isListing(use, places)) && uses.every((use) => isOwn(use) || isOfPopup(use))
}

/** Whether an object is an annotation or belongs to the appearance of one, and is nothing else. */
export function isOfAnnotation(number: number, places: Places): boolean {
  const uses = places.uses.of(number)
  const isAppearance = uses.length > 0 && uses.every((use) => getRole(use, places) === 'annotation')
  return isAppearance || isAnnotation(number, places)
}

/** The role of what a reference leads to; undefined where it may not change. */
export function getRole({ holder, path }: Use, places: Places): Role | undefined {
  const { catalog, trailer } = places.revision
  if (holder === trailerNumber) return path === '/Info' ? 'info' : undefined
  if (/^\/AP(\/|$)/.test(path) && isAnnotation(holder, places)) return 'annotation'
  if (path === '/Font' && isResources(holder, places)) return 'resources'
  if (!isOnlyItself(holder, places)) return undefined
  if (places.storeNodes.has(`${holder}${path}`)) return 'store'
  if (places.pages.has(holder)) return path === '/Annots' ? 'annotations' : undefined
  const root = trailer.getRef('Root')?.objectNumber
  if (holder === catalog.getRef('AcroForm')?.objectNumber) {
    const inForm = ({ '/Fields': 'fields', '/DR': 'resources', '/DR/Font': 'resources' } as const)[path]
    return root !== undefined && isOnlyItself(root, places) ? inForm : undefined
  }
  if (holder !== root) return undefined
  const roles: Record<string, Role> = {
    '/Metadata': 'xmp',
    '/Extensions': 'extensions',
    '/MarkInfo': 'metadata',
    '/AcroForm': 'form',
    '/AcroForm/Fields': 'fields',
    '/AcroForm/DR': 'resources',
    '/AcroForm/DR/Font': 'resources',
  }
  return roles[path]
}

/** Whether an object is the resource dictionary of the form (/DR), and nothing else. */
function isResources(number: number, places: Places): boolean {
  const uses = places.uses.of(number)
  const isForm = (use: Use) => use.path.endsWith('/DR') && getRole(use, places) === 'resources'
  return uses.length > 0 && uses.every(isForm)
}

/** The field whose appearance the reference leads to, through dictionaries that nothing else uses. */
export function findAppearance(
  { holder, path }: Use,
  fields: ReadonlyMap<string, FormField>,
  places: Places,
  depth = 0,
): FormField | undefined {
  const ref = PdfRef.of(holder)
  const field = fields.get(refKey(ref))
  if (field) return /^\/AP(\/|$)/.test(path) && isOnlyItself(holder, places) ? field : undefined
  const [use, ...others] = places.uses.of(holder)
  const isStream = places.revision.resolve(ref) instanceof PdfStream
  if (!use || others.length > 0 || depth > 1 || isStream) return undefined
  return findAppearance(use, fields, places, depth + 1)
}

/** Whether readers follow the reference: they know only two entries of the trailer that lead to content. */
export function isRead({ holder, path }: Use): boolean {
  return holder !== trailerNumber || path === '/Root' || path === '/Info'
}

/** Whether these are uses as the document information alone (ISO 32000-2, 14.3.3). */
export function isOnlyInfo(uses: Use[]): boolean {
  return uses.length > 0 && uses.every(({ holder, path }) => holder === trailerNumber && path === '/Info')
}
