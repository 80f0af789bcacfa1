import { afterEach, expect, it, vi } from 'vitest'
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
