'use client'

import { useState } from 'react'
import { Document } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { useCeremony } from './context.tsx'
import { Notice } from './notice.tsx'
import { PageSheet } from './page-sheet.tsx'
import { type OpenPdf, pdfOptions } from './pdf.ts'
import type { SigningDocument } from './shapes.ts'

interface PaperProps {
  document: SigningDocument
  width: number
  onShown: () => void
}

/** One document, page under page. The pages stand beside `Document`, so that zones and focus outlive its loading. */
export function Paper({ document, width, onShown }: PaperProps) {
  const { token, t } = useCeremony()
  const [pdf, setPdf] = useState<OpenPdf | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  return (
    <section aria-label={document.name} className="flex flex-col gap-3">
      {pdf === 'failed' ? (
        <Notice
          onRetry={() => {
            setPdf(null)
            setAttempt((before) => before + 1)
          }}
        >
          {t.pdfFault}
        </Notice>
      ) : null}
      {pdf === null ? (
        <p role="status" className="sr-only">
          {t.loading}
        </p>
      ) : null}
      <Document
        key={attempt}
        file={`/api/v1/signing/${token}/documents/${document.id}/file`}
        options={pdfOptions}
        suspense={false}
        loading={null}
        error={null}
        onLoadSuccess={setPdf}
        onLoadError={() => setPdf('failed')}
        onSourceError={() => setPdf('failed')}
        className="hidden"
      >
        {null}
      </Document>
      {document.pages.map((page) => (
        <PageSheet
          key={page.number}
          document={document}
          page={page}
          width={width}
          pdf={pdf === 'failed' ? null : pdf}
          onShown={onShown}
        />
      ))}
    </section>
  )
}
