import { afterEach, expect, it, vi } from 'vitest'
import { setPageMode } from '#components/api/page-mode.ts'
import { uploadFile } from './upload-file.ts'
import { newUploads } from './upload-state.ts'

afterEach(() => vi.unstubAllGlobals())

it('sends no file whose upload was cancelled before', async () => {
  const send = vi.fn()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open() {}
      setRequestHeader() {}
      abort() {}
      send = send
    },
  )
  const [upload] = newUploads([new File(['%PDF'], 'lease.pdf')], '', null)
  const sending = uploadFile(upload!, AbortSignal.abort(), () => {})
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(send).not.toHaveBeenCalled()
})

it('an upload that is answered by a captive portal has not arrived', async () => {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 200
      responseText = '<!doctype html><title>Welcome to the hotel</title>'
      onload = () => {}
      open() {}
      setRequestHeader() {}
      send() {
        queueMicrotask(this.onload)
      }
    },
  )
  const [upload] = newUploads([new File(['%PDF'], 'lease.pdf')], '', null)
  const sending = uploadFile(upload!, new AbortController().signal, () => {})
  await expect(sending).rejects.toMatchObject({ name: 'ApiError', status: 0 })
})

it('an upload that is cancelled while it is sent ends', async () => {
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      onabort = () => {}
      open() {}
      setRequestHeader() {}
      send() {}
      abort() {
        this.onabort()
      }
    },
  )
  const [upload] = newUploads([new File(['%PDF'], 'lease.pdf')], '', null)
  const controller = new AbortController()
  const sending = uploadFile(upload!, controller.signal, () => {})
  controller.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
})

it('sends the mode in which the file was chosen, whatever the page shows later', async () => {
  const headers: Record<string, string> = {}
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      status = 201
      responseText = '{"data":{}}'
      onload = () => {}
      open() {}
      setRequestHeader(name: string, value: string) {
        headers[name] = value
      }
      send() {
        this.onload()
      }
    },
  )
  const endLive = setPageMode(() => false)
  const [upload] = newUploads([new File(['%PDF'], 'lease.pdf')], '', null)
  endLive()
  const endTest = setPageMode(() => true)
  await uploadFile(upload!, new AbortController().signal, () => {})
  endTest()
  expect(headers['X-Paraph-Test-Mode']).toBe('false')
})
