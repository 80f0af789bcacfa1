import { afterEach, expect, it, vi } from 'vitest'
import { isServiceReady } from './readiness.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['its own response', () => Response.json({ status: 'ok' }), true],
  ['that it is not ready', () => Response.json({ status: 'unavailable' }, { status: 503 }), false],
  ['the page of a captive portal', () => new Response('<!doctype html>'), false],
])('the service can be reached: %s', async (_, respond, isReady) => {
  vi.stubGlobal('fetch', async () => respond())
  expect(await isServiceReady()).toBe(isReady)
})
