import { useState } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { signing } from '../fixtures.ts'
import type { Signing } from '../shapes.ts'
import { useOpening } from './use-opening.ts'

afterEach(() => vi.unstubAllGlobals())

const stateOf = (preparation: number | undefined, status: Signing['signer']['status']): Signing => {
  const state = signing([], { status })
  return { ...state, process: { ...state.process, preparation } as Signing['process'] }
}

it('documents that were made again are not shown yet, and are opened once they are', () => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const request = vi.fn((_: string, __: RequestInit) => new Promise(() => {}))
  vi.stubGlobal('fetch', request)
  const states = [stateOf(0, 'notified'), stateOf(0, 'viewed'), stateOf(1, 'notified'), stateOf(1, 'viewed')]
  const seen: unknown[] = []
  /** Each state is rendered until its pages are drawn; after the last one the notice is closed. */
  function Page() {
    const [index, setIndex] = useState(0)
    const { onShown, isShown, haveChanged, closeChange } = useOpening('token', states[index]!, () => {})
    seen.push([index, isShown, haveChanged, request.mock.calls.length])
    if (!isShown) onShown()
    else if (index < states.length - 1) setIndex(index + 1)
    else if (haveChanged) closeChange()
    return null
  }
  renderToStaticMarkup(<Page />)
  expect(seen).toEqual([
    [0, false, false, 0],
    [0, true, false, 1],
    [1, true, false, 1],
    [2, false, true, 1],
    [2, true, true, 2],
    [3, true, true, 2],
    [3, true, false, 2],
  ])
  expect(request.mock.calls.map(([, { body }]) => body)).toEqual(['{"preparation":0}', '{"preparation":1}'])
})

it('during an update, a process of the version before shows the same documents, and is not sent their count', () => {
  vi.stubGlobal('document', { visibilityState: 'visible' })
  const request = vi.fn((_: string, __: RequestInit) => new Promise(() => {}))
  vi.stubGlobal('fetch', request)
  const states = [stateOf(undefined, 'notified'), stateOf(0, 'viewed'), stateOf(undefined, 'viewed')]
  const seen: unknown[] = []
  function Page() {
    const [index, setIndex] = useState(0)
    const { onShown, isShown, haveChanged } = useOpening('token', states[index]!, () => {})
    seen.push([index, isShown, haveChanged])
    if (!isShown) onShown()
    else if (index < states.length - 1) setIndex(index + 1)
    return null
  }
  renderToStaticMarkup(<Page />)
  expect(seen).toEqual([
    [0, false, false],
    [0, true, false],
    [1, true, false],
    [2, true, false],
  ])
  expect(request.mock.calls.map(([, { body }]) => body)).toEqual(['{}'])
})
