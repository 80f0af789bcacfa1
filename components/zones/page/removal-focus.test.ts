import type { MouseEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { removeByButton } from '#components/zones/page/removal-focus.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What is done when the button is pressed that removes `b` of the fields on the pages, by default of `a`, `b` and `c`. */
function press(detail: number, { isInDialog = false, keys = ['a', 'b', 'c'] } = {}): string[] {
  vi.useFakeTimers()
  const done: string[] = []
  const focusable = (name: string) => ({ dataset: { zone: name }, focus: () => done.push(`focus ${name}`) })
  vi.stubGlobal('document', {
    querySelectorAll: () => keys.map(focusable),
    getElementById: () => focusable('pages'),
  })
  const editor = { selection: new Set(['b']), remove: () => done.push('remove') } as unknown as Editor
  const currentTarget = { closest: () => (isInDialog ? {} : null) }
  removeByButton({ detail, currentTarget } as unknown as MouseEvent, editor)
  done.push('closed')
  vi.runAllTimers()
  return done
}

it('a button that removes fields passes the focus on when it is pressed with the keyboard only', () => {
  expect(press(0)).toEqual(['focus c', 'remove', 'closed'])
  expect(press(0, { keys: ['a', 'b'] })).toEqual(['focus a', 'remove', 'closed'])
  expect(press(0, { keys: ['b'] })).toEqual(['focus pages', 'remove', 'closed'])
  expect(press(1)).toEqual(['remove', 'closed'])
})

it('in a dialog the focus is passed on once it is closed', () => {
  expect(press(0, { isInDialog: true })).toEqual(['remove', 'closed', 'focus c'])
})
