'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { OpenPdf } from '#components/viewer/pdf-page.tsx'
import { fill } from '../fill.ts'
import { Notice } from '../notice.tsx'
import { useSigningSession } from '../session/context.ts'
import { getPreparation, type SigningDocument, type SigningField } from '../shapes.ts'
import { FirstPage } from './first-page.tsx'
import { PageFrame } from './page-frame.tsx'
import { type PictureState, useViewer } from './use-viewer.ts'

interface DocumentPagesProps {
  document: SigningDocument
  /** Null before it was measured. */
  width: number | null
  /** The pages of the first HTML: a file may have 2,000. */
  shownPages: number
  onShown: () => void
}

/** The pages of one document: its first one as a picture at once, all by the viewer once it is loaded. */
export function DocumentPages({ document, width, shownPages, onShown }: DocumentPagesProps) {
  const { token, signing, t } = useSigningSession()
  const client = useQueryClient()
  const preparation = getPreparation(signing)
  const [picturedPreparation] = useState(preparation)
  const [loadedPicture, setPicture] = useState<PictureState>('loading')
  const picture = preparation === picturedPreparation ? loadedPicture : 'missing'
  const [attempt, setAttempt] = useState(0)
  /** What is read: a part of another one would not fit. */
  const source = `${preparation} ${attempt}`
  const [loaded, setLoaded] = useState<{ source: string; pdf: OpenPdf } | null>(null)
  const [failedSource, setFailedSource] = useState<string | null>(null)
  const [hasDrawnPage, setHasDrawnPage] = useState(false)
  const hasFailed = failedSource === source
  function fail() {
    setFailedSource(source)
    // The documents may have been prepared again.
    void client.invalidateQueries({ queryKey: ['signing', token] })
  }
  const viewer = useViewer(picture, attempt, fail)
  const url = `/api/v1/signing/${token}/documents/${document.id}`
  const pdf = hasFailed || loaded?.source !== source ? null : loaded.pdf
  const pagesWithFields = findPages(signing.fields.filter((field) => field.document_id === document.id))
  const onDrawn = useCallback(() => {
    setHasDrawnPage(true)
    onShown()
  }, [onShown])
  return (
    <section aria-label={document.name} className="flex flex-col gap-3">
      {hasFailed ? <Notice onRetry={() => setAttempt(attempt + 1)}>{t.pdfError}</Notice> : null}
      {pdf === null && !hasFailed ? (
        <p role="status" className="sr-only">
          {t.loading}
        </p>
      ) : null}
      {viewer ? (
        <viewer.PdfFile
          key={source}
          url={`${url}/file`}
          pages={document.pages.length}
          onOpened={(opened) => setLoaded({ source, pdf: opened })}
          onFailed={fail}
        />
      ) : null}
      {document.pages.slice(0, shownPages).map((page) => (
        <PageFrame
          key={page.number}
          document={document}
          page={page}
          label={fill(t.pageOf, { page: page.number, count: document.page_count })}
          hasFields={pagesWithFields.has(page.number)}
          width={width}
          pdf={pdf}
          viewer={viewer}
          failure={t.pdfError}
          preload={hasDrawnPage}
          placeholder={
            page.number === 1 && picture !== 'missing' ? (
              <FirstPage
                url={`${url}/first-page`}
                onSettled={(state) => {
                  setPicture(state)
                  if (state === 'shown') onShown()
                }}
              />
            ) : null
          }
          onShown={onDrawn}
        />
      ))}
    </section>
  )
}

/** The pages where these fields are, and the further places that show their values. */
function findPages(fields: SigningField[]): ReadonlySet<number> {
  return new Set(
    fields.flatMap(({ page, layout }) => [page, ...(layout.widgets ?? []).map((place) => place.page)]),
  )
}
