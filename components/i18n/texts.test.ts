import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { provideTexts, runScript } from './texts.ts'

/** A document whose scripts run or fail, one after the other. @returns the URLs of the scripts */
function stubDocument(...outcomes: ('load' | 'error' | 'other page')[]) {
  const urls: string[] = []
  interface Script {
    src: string
    onload(): void
    onerror(): void
  }
  const append = (script: Script) => {
    urls.push(script.src)
    const outcome = outcomes.shift()
    if (outcome === 'load') provideTexts(script.src, {})
    queueMicrotask(outcome === 'error' ? script.onerror : script.onload)
  }
  vi.stubGlobal('document', { createElement: () => ({ remove: () => {} }), head: { append } })
  return urls
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  globalThis.paraphTexts?.clear()
  vi.unstubAllGlobals()
})

describe('the script of texts', () => {
  it('runs at the first attempt', async () => {
    const urls = stubDocument('load')
    await runScript('/texts/en-auth.a.js')
    expect(urls).toHaveLength(1)
  })

  it('is tried again in an element of its own after it failed', async () => {
    const urls = stubDocument('error', 'error', 'load')
    const running = runScript('/texts/en-auth.a.js')
    await vi.runAllTimersAsync()
    await running
    expect(urls).toEqual(Array(3).fill('/texts/en-auth.a.js'))
  })

  it('is tried again where the page of a captive portal came in its place', async () => {
    const urls = stubDocument('other page', 'load')
    const running = runScript('/texts/en-auth.a.js')
    await vi.runAllTimersAsync()
    await running
    expect(urls).toHaveLength(2)
  })

  it('can be run later when all attempts failed', async () => {
    const urls = stubDocument('error', 'error', 'error', 'load')
    const message = runScript('/texts/en-auth.a.js').catch((error: Error) => error.message)
    await vi.runAllTimersAsync()
    expect(await message).toBe('/texts/en-auth.a.js cannot be loaded.')
    await runScript('/texts/en-auth.a.js')
    expect(urls).toHaveLength(4)
  })
})
