import { useEffect } from 'react'

type Step = (index: number, count: number) => number

/** The index of the row that a key leads to; -1 is before the first row. */
const steps: Record<string, Step> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  j: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  k: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
}

const rowsOfPage = () => [...document.querySelectorAll<HTMLElement>('#main [data-row]')]

/**
 * The keys of a list: arrows, j and k, Home and End go from row to row; x and the space bar select; / goes to the
 * search, and the arrow down back to the rows. Enter opens the row, because its link has the focus.
 */
export function useListKeys(): void {
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

function onKeyDown(event: KeyboardEvent) {
  const { target, key } = event
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    !(target instanceof Element)
  )
    return
  if (key === 'ArrowDown' && target.matches('#main input[type=search]'))
    return focusRow(event, null, steps.Home!)
  const row = target.closest<HTMLElement>('[data-row]')
  const isElsewhere = row === null && target !== document.body
  if (isElsewhere || target.matches('input:not([type=checkbox]), textarea, select')) return
  if (key === '/') focusSearch(event)
  else if (steps[key]) focusRow(event, row, steps[key])
  else if (row && (key === 'x' || (key === ' ' && target.matches('a')))) toggleRow(event, row)
}

function focusSearch(event: KeyboardEvent) {
  const search = document.querySelector<HTMLElement>('#main input[type=search]')
  if (!search) return
  event.preventDefault()
  search.focus()
}

function focusRow(event: KeyboardEvent, row: HTMLElement | null, step: Step) {
  const rows = rowsOfPage()
  const next = rows[step(row ? rows.indexOf(row) : -1, rows.length)]
  if (!next) return
  event.preventDefault()
  const link = next.querySelector<HTMLElement>('a') ?? next.querySelector<HTMLElement>('input, button')
  link?.focus()
}

function toggleRow(event: KeyboardEvent, row: HTMLElement) {
  const checkbox = row.querySelector<HTMLElement>('input[type=checkbox]')
  if (!checkbox) return
  event.preventDefault()
  checkbox.click()
}
