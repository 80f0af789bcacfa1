import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, api } from './client.ts'

const timeouts = { end: () => {} }
beforeEach(() => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const late = new AbortController()
    timeouts.end = () => late.abort(new DOMException('late', 'TimeoutError'))
    return late.signal
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A service that does not respond, or whose response never ends. */
function silence(begun = false) {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    const never = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    return begun ? Promise.resolve({ ok: true, text: () => never }) : never
  })
}

describe('a request without a response', () => {
  it.each([false, true])('times out for a read, also in the middle of the response (%s)', async (begun) => {
    silence(begun)
    const sent = api('GET', '/account')
    setTimeout(timeouts.end)
    await expect(sent).rejects.toMatchObject({ name: 'ApiError', status: 0, code: 'no_answer' })
  })

  it('is aborted by its caller', async () => {
    silence()
    const own = new AbortController()
    const sent = api('GET', '/account', undefined, own.signal)
    setTimeout(() => own.abort(new Error('enough')))
    await expect(sent).rejects.toThrow('enough')
    expect(await sent.catch((error) => error)).not.toBeInstanceOf(ApiError)
  })

  it('does not time out for a write, as its outcome would be unknown', async () => {
    silence()
    void api('POST', '/account').catch(() => {})
    expect(AbortSignal.timeout).not.toHaveBeenCalled()
  })
})
