'use client'

import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import type { UploadForm } from '#components/documents/upload/upload-state.ts'
import { useCan } from '#components/shell/account.ts'

/** Accepts files dropped on its children, from users who may upload. */
export function DropZone({
  children,
  folderId = '',
  form = null,
}: {
  children: ReactNode
  /** The id of the documents' folder, as in the page's URL; empty for none. */
  folderId?: string
  /** The form that takes the documents. */
  form?: UploadForm | null
}) {
  const t = useTranslations('documents.upload')
  const { add } = useUploads()
  const mayUpload = useCan('document.write')
  const [isOver, setOver] = useState(false)
  // Each element under the pointer, also a nested one, sends its own enter and leave events.
  const depth = useRef(0)
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

  function changeDepth(event: DragEvent, step: 1 | -1) {
    if (!carriesFiles(event)) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + step)
    setOver(depth.current > 0)
  }

  if (!mayUpload) return <div>{children}</div>
  return (
    <section
      aria-label={t('dropArea')}
      className="relative"
      onDragEnter={(event) => changeDepth(event, 1)}
      onDragLeave={(event) => changeDepth(event, -1)}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        add([...event.dataTransfer.files], folderId, form)
      }}
    >
      {children}
      {isOver ? (
        <div className="pointer-events-none absolute inset-0 z-20 flex items-center justify-center rounded-lg border-2 border-dashed border-accent bg-accent-wash/95">
          <p className="heading text-xl text-accent">{t('drop')}</p>
        </div>
      ) : null}
    </section>
  )
}
