import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onTestModeSetElsewhere, setTestMode } from './set-test-mode.ts'

const callback = vi.fn()
let stop: () => void
let otherTab: BroadcastChannel
beforeEach(() => {
  stop = onTestModeSetElsewhere(callback)
  otherTab = new BroadcastChannel('paraph.test-mode')
})
afterEach(() => {
  stop()
  otherTab.close()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('calls back when another tab sets the mode', async () => {
  otherTab.postMessage(null)
  await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce())
})

it('tells the other tabs, not its own, that the mode is set', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ data: { test_mode: true } }))
  const received = vi.fn()
  otherTab.onmessage = received
  await setTestMode(true)
  await vi.waitFor(() => expect(received).toHaveBeenCalledOnce())
  expect(callback).not.toHaveBeenCalled()
})

it('tells nothing when the mode could not be set', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'forbidden', message: 'No.' } }, { status: 403 }),
  )
  const received = vi.fn()
  otherTab.onmessage = received
  await expect(setTestMode(true)).rejects.toMatchObject({ status: 403 })
  // A message that was sent before this one would arrive first.
  const own = new BroadcastChannel('paraph.test-mode')
  own.postMessage('last')
  await vi.waitFor(() => expect(received).toHaveBeenCalled())
  expect(received.mock.calls.map(([{ data }]) => data)).toEqual(['last'])
  own.close()
})
