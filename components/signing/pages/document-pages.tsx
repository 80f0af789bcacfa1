'use client'

import { useState } from 'react'
import { Document } from 'react-pdf'
import type { OpenPdf } from '#components/viewer/pdf-page.tsx'
import { usePdfFile } from '#components/viewer/use-pdf-file.ts'
import { Notice } from '../notice.tsx'
import { useSigningSession } from '../session/context.ts'
import type { SigningDocument } from '../shapes.ts'
import { PageFrame } from './page-frame.tsx'

interface DocumentPagesProps {
  document: SigningDocument
  width: number
  onShown: () => void
}

/** The pages of one document. They are rendered beside `Document`, so that fields and focus survive its loading. */
export function DocumentPages({ document, width, onShown }: DocumentPagesProps) {
  const { token, t } = useSigningSession()
  const [loadedPdf, setLoadedPdf] = useState<OpenPdf | 'failed' | null>(null)
  const [hasDrawnPage, setHasDrawnPage] = useState(false)
  const url = `/api/v1/signing/${token}/documents/${document.id}/file`
  const { file, options, failed, attempt, retry } = usePdfFile(url, document.pages.length)
  const pdf = failed ? 'failed' : loadedPdf
  return (
    <section aria-label={document.name} className="flex flex-col gap-3">
      {pdf === 'failed' ? (
        <Notice
          onRetry={() => {
            setLoadedPdf(null)
            retry()
          }}
        >
          {t.pdfError}
        </Notice>
      ) : null}
      {pdf === null ? (
        <p role="status" className="sr-only">
          {t.loading}
        </p>
      ) : null}
      {file ? (
        <Document
          key={attempt}
          file={file}
          options={options}
          suspense={false}
          loading={null}
          error={null}
          onLoadSuccess={setLoadedPdf}
          onLoadError={() => setLoadedPdf('failed')}
          onSourceError={() => setLoadedPdf('failed')}
          className="hidden"
        >
          {null}
        </Document>
      ) : null}
      {document.pages.map((page) => (
        <PageFrame
          key={page.number}
          document={document}
          page={page}
          width={width}
          pdf={pdf === 'failed' ? null : pdf}
          preload={hasDrawnPage}
          onShown={() => {
            setHasDrawnPage(true)
            onShown()
          }}
        />
      ))}
    </section>
  )
}
