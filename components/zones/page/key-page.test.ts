import { expect, it } from 'vitest'
import { findKeyPage } from '#components/zones/page/key-page.ts'

type Place = { top: number; bottom: number }

/** What the keys read of an element; `isZone`: whether it is one, on the page `page`. */
function element(
  page: number | null,
  isZone = false,
  { top, bottom }: Place = { top: 0, bottom: 20 },
): Element {
  const pageElement = page === null ? null : { dataset: { page: String(page) } }
  const self = {
    closest: (selector: string) => (selector === '[data-page]' ? pageElement : isZone ? self : null),
    getBoundingClientRect: () => ({ top, bottom, height: bottom - top }),
  }
  return self as unknown as Element
}

const scroller = element(null, false, { top: 0, bottom: 1000 })

it('keys act on the current page', () => {
  expect(findKeyPage(scroller, scroller, null, 1)).toBe(1)
})

it('keys act on the page that was clicked while it can be seen, and its document is open', () => {
  expect(findKeyPage(scroller, scroller, element(2), 1)).toBe(2)
  expect(findKeyPage(scroller, scroller, element(2, false, { top: 1100, bottom: 1700 }), 1)).toBe(1)
  const removed = element(2, false, { top: 0, bottom: 0 })
  const scrolled = element(null, false, { top: -50, bottom: 1000 })
  expect(findKeyPage(scrolled, scrolled, removed, 1)).toBe(1)
})

it('keys act on the page of the focused zone while it can be seen', () => {
  expect(findKeyPage(element(3, true), scroller, element(2), 1)).toBe(3)
  expect(findKeyPage(element(3, true, { top: -40, bottom: -20 }), scroller, null, 1)).toBe(1)
})
