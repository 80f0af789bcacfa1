import type { ModificationKind } from './modifications.ts'
import type { Revision } from './timeline.ts'
import { trailerNumber, type Use } from './uses.ts'

/** Entries of the form dictionary (/AcroForm) that filling in and signing may change. */
export const formEntries = new Set(['Fields', 'DR', 'DA', 'Q', 'NeedAppearances', 'SigFlags'])
/** Entry of the catalog → kind of modification that its change is; any other entry must stay. */
export const catalogKinds = new Map<string, ModificationKind>([
  ['Extensions', 'validation_data'],
  ['MarkInfo', 'metadata'],
  ['Metadata', 'metadata'],
  ['Version', 'metadata'],
])

/** References to a field that are not to content: trees, annotation lists, actions and structure. */
export const fieldUse = /(^|\/)(Annots|Fields|Kids|CO|T)\/\[\]$|^\/\[\]$|\/(Parent|Obj|Data|T|IRT|Popup)$/
/** References to a page that are not to content: the page tree, destinations, annotations and structure. */
export const pageUse = /\/(P|Pg|\[\])$/

/** What stands under one reference of a revision that may change. */
export type Role =
  | 'info'
  | 'metadata'
  | 'extensions'
  | 'form'
  | 'fields'
  | 'resources'
  | 'annotations'
  | 'store'

/**
 * The role of what a reference leads to; undefined where it may not change.
 * @param pages numbers of the pages
 * @param storeNodes `Store.nodes`
 */
export function roleOf(
  { holder, path }: Use,
  { catalog, trailer }: Revision,
  pages: ReadonlySet<number>,
  storeNodes: ReadonlySet<string>,
): Role | undefined {
  if (storeNodes.has(`${holder}${path}`)) return 'store'
  if (holder === trailerNumber) return path === '/Info' ? 'info' : undefined
  if (pages.has(holder)) return path === '/Annots' ? 'annotations' : undefined
  if (holder === catalog.getRef('AcroForm')?.objectNumber)
    return ({ '/Fields': 'fields', '/DR': 'resources' } as const)[path]
  if (holder !== trailer.getRef('Root')?.objectNumber) return undefined
  const roles: Record<string, Role> = {
    '/Metadata': 'metadata',
    '/Extensions': 'extensions',
    '/MarkInfo': 'metadata',
    '/AcroForm': 'form',
    '/AcroForm/Fields': 'fields',
    '/AcroForm/DR': 'resources',
  }
  return roles[path]
}

/** Whether readers follow the reference: they know only two entries of the trailer that lead to content. */
export function isRead({ holder, path }: Use): boolean {
  return holder !== trailerNumber || path === '/Root' || path === '/Info'
}
