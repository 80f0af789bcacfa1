const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary'

/** For an element that gets the focus when a focused element within it disappears; `list` is that of the page. */
export const focusHome = (kind: 'list' | 'tools') => ({ 'data-focus-home': kind, tabIndex: -1 })

/** Where a focused element is, to find another place once it has disappeared. */
export interface FocusPlace {
  element: HTMLElement
  path: string
  /** The row or item that contains it: by its list and its position, because it may disappear with the element. */
  item: { list: Element; index: number; controlIndex: number } | null
  /** The regions around it, from the inside out. */
  regions: HTMLElement[]
}

export function getFocusPlace(element: HTMLElement): FocusPlace {
  return {
    element,
    path: location.pathname,
    item: findItem(element),
    regions: listAncestors(element).filter((ancestor) => ancestor.matches('section, [data-focus-home]')),
  }
}

function findItem(element: HTMLElement): FocusPlace['item'] {
  const item = element.closest('tbody > tr, li')
  const list = item?.parentElement
  if (!item || !list) return null
  return { list, index: [...list.children].indexOf(item), controlIndex: listControls(item).indexOf(element) }
}

/**
 * The element that gets the focus in place of one that has disappeared: in its list the same control of the row or item
 * that took its position, or else the region around it, the list of the page, or its heading; on another page its
 * heading.
 */
export function findSuccessor(place: FocusPlace, main: HTMLElement): HTMLElement | null {
  if (place.element.isConnected) return place.element
  const title = main.querySelector<HTMLElement>('h1')
  if (place.path !== location.pathname) return title
  return (
    inNextItem(place) ??
    findStart(place.regions.find((region) => region.isConnected)) ??
    main.querySelector<HTMLElement>('[data-focus-home=list]') ??
    title
  )
}

/** Where the focus goes in a region: the heading of a section, or the region itself. */
function findStart(region: HTMLElement | undefined): HTMLElement | null {
  if (!region) return null
  return region.matches('section') ? region.querySelector<HTMLElement>('h2, h3') : region
}

function inNextItem({ item }: FocusPlace): HTMLElement | null {
  if (!item?.list.isConnected) return null
  const nextItem = [...item.list.children].at(item.index) ?? item.list.lastElementChild
  const controls = nextItem ? listControls(nextItem) : []
  return controls[item.controlIndex] ?? controls.at(-1) ?? null
}

function listControls(parent: Element): HTMLElement[] {
  return [...parent.querySelectorAll<HTMLElement>(CONTROLS)].filter((element) => element.checkVisibility())
}

function listAncestors(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement
  return parent ? [parent, ...listAncestors(parent)] : []
}
