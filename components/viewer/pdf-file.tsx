'use client'

import { useEffect, useEffectEvent } from 'react'
import { Document } from 'react-pdf'
import type { OpenPdf } from './pdf-page.tsx'
import { usePdfFile } from './use-pdf-file.ts'

interface PdfFileProps {
  url: string
  /** How many pages it has. */
  pages: number
  onOpened: (pdf: OpenPdf) => void
  onFailed: () => void
}

/** Opens a file for pages that are rendered elsewhere; it shows nothing. With another key it opens the file again. */
export function PdfFile({ url, pages, onOpened, onFailed }: PdfFileProps) {
  const { file, options, failed } = usePdfFile(url, pages)
  const fail = useEffectEvent(onFailed)
  useEffect(() => {
    if (failed) fail()
  }, [failed])
  if (!file) return null
  return (
    <Document
      file={file}
      options={options}
      suspense={false}
      loading={null}
      error={null}
      onLoadSuccess={onOpened}
      onLoadError={onFailed}
      onSourceError={onFailed}
      className="hidden"
    >
      {null}
    </Document>
  )
}
