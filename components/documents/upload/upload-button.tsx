'use client'

import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import type { UploadForm } from '#components/documents/upload/upload-state.ts'
import { Button } from '#components/ui/button.tsx'

const pdfAndImages = 'application/pdf,.pdf,image/png,image/jpeg'

/** The types of files that the file dialog offers. */
export function useAcceptedFiles(): string {
  return useUploads().takesTextDocuments ? `${pdfAndImages},.docx,.odt,text/html,.html,.htm` : pdfAndImages
}

/** A button that opens the file dialog and uploads the chosen files. */
export function UploadButton({
  variant = 'primary',
  label,
  folderId = '',
  form = null,
}: {
  variant?: 'primary' | 'line'
  /** "Upload files" in the reader's language if absent. */
  label?: string
  /** The id of the documents' folder, as in the page's URL; empty for none. */
  folderId?: string
  /** The form that takes the documents. */
  form?: UploadForm | null
}) {
  const t = useTranslations('documents.upload')
  const input = useRef<HTMLInputElement>(null)
  const { add } = useUploads()
  const accept = useAcceptedFiles()
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple
        tabIndex={-1}
        aria-hidden="true"
        data-testid="file-input"
        className="sr-only"
        onChange={(event) => {
          add([...(event.target.files ?? [])], folderId, form)
          event.target.value = ''
        }}
      />
      <Button variant={variant} onClick={() => input.current?.click()}>
        <Upload className="size-4" aria-hidden="true" />
        {label ?? t('button')}
      </Button>
    </>
  )
}
