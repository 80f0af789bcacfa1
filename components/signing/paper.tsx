'use client'

import { useMemo, useState } from 'react'
import { Document } from 'react-pdf'
import 'react-pdf/dist/Page/TextLayer.css'
import { useRangedFile } from '#components/paper/ranged-file'
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
  const [opened, setPdf] = useState<OpenPdf | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [drawn, setDrawn] = useState(false)
  const { file, rangeChunkSize, failed } = useRangedFile(
    `/api/v1/signing/${token}/documents/${document.id}/file`,
    document.pages.length,
    attempt,
  )
  const options = useMemo(() => ({ ...pdfOptions, rangeChunkSize }), [rangeChunkSize])
  const pdf = failed ? 'failed' : opened
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
      {file ? (
        <Document
          key={attempt}
          file={file}
          options={options}
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
      ) : null}
      {document.pages.map((page) => (
        <PageSheet
          key={page.number}
          document={document}
          page={page}
          width={width}
          pdf={pdf === 'failed' ? null : pdf}
          ahead={drawn}
          onShown={() => {
            setDrawn(true)
            onShown()
          }}
        />
      ))}
    </section>
  )
}
