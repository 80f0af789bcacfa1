'use client'

import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import type { Upload } from '#components/documents/upload/upload-state.ts'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

// Loaded with the first upload.
const UploadRows = loadedLater(() =>
  import('#components/documents/upload/upload-rows.tsx').then((module) => module.UploadRows),
)

/** The uploads since the page was loaded; `hides` selects those that the page shows elsewhere. */
export function UploadList({ hides = () => false }: { hides?: (upload: Upload) => boolean }) {
  const { uploads } = useUploads()
  const shownUploads = uploads.filter((upload) => !hides(upload))
  return shownUploads.length > 0 ? <UploadRows uploads={shownUploads} /> : null
}
