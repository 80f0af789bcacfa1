import type { MouseEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { findKeyPage, removeByButton } from '#components/zones/page/editor-keys.ts'

afterEach(() => vi.unstubAllGlobals())

type Place = { top: number; bottom: number }

/** What the keys read of an element; `isZone`: whether it is one, on the page `page`. */
function element(
  page: number | null,
  isZone = false,
  { top, bottom }: Place = { top: 0, bottom: 20 },
): Element {
  const pageElement = page === null ? null : { dataset: { page: String(page) } }
  const self = {
    isConnected: true,
    closest: (selector: string) => (selector === '[data-page]' ? pageElement : isZone ? self : null),
    getBoundingClientRect: () => ({ top, bottom }),
  }
  return self as unknown as Element
}

const scroller = element(null, false, { top: 0, bottom: 1000 })

it('keys act on the current page', () => {
  expect(findKeyPage(scroller, scroller, null, 1)).toBe(1)
})

it('keys act on the page that was clicked, while its document is open', () => {
  expect(findKeyPage(scroller, scroller, element(2), 1)).toBe(2)
  expect(findKeyPage(scroller, scroller, { ...element(2), isConnected: false }, 1)).toBe(1)
})

it('keys act on the page of the focused zone while it can be seen', () => {
  expect(findKeyPage(element(3, true), scroller, element(2), 1)).toBe(3)
  expect(findKeyPage(element(3, true, { top: -40, bottom: -20 }), scroller, null, 1)).toBe(1)
})

it.each([
  ['the keyboard', 0, ['focus c', 'remove']],
  ['the mouse', 1, ['remove']],
])(
  'a button that removes fields, pressed with %s, passes the focus on for the keyboard only',
  (_, detail, steps) => {
    const done: string[] = []
    const zones = ['a', 'b', 'c'].map((zone) => ({
      dataset: { zone },
      focus: () => done.push(`focus ${zone}`),
    }))
    vi.stubGlobal('document', { querySelectorAll: () => zones })
    const editor = { selection: new Set(['b']), remove: () => done.push('remove') } as unknown as Editor
    removeByButton({ detail } as MouseEvent, editor)
    expect(done).toEqual(steps)
  },
)
