import { afterEach, expect, it, vi } from 'vitest'
import { download } from './download.ts'

afterEach(() => vi.unstubAllGlobals())

it('saves no page of a captive portal as if it were the file', async () => {
  const page = '<!doctype html><title>Welcome to the hotel</title>'
  vi.stubGlobal('fetch', async () => new Response(page, { headers: { 'content-type': 'text/html' } }))
  const createElement = vi.fn(() => ({ click: () => {} }))
  vi.stubGlobal('document', { createElement })
  await expect(download('/api/v1/documents/7/file')).rejects.toMatchObject({ name: 'ApiError', status: 0 })
  expect(createElement).not.toHaveBeenCalled()
})
