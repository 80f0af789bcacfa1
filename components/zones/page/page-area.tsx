'use client'

import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { PageColumn } from '#components/viewer/page-column.tsx'
import type { OpenPdf } from '#components/viewer/pdf-page.tsx'
import { scrollToPage } from '#components/viewer/use-anchor.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { DocumentTabs } from '#components/zones/page/document-tabs.tsx'
import { PageJump } from '#components/zones/page/page-jump.tsx'
import { PageSurface } from '#components/zones/page/page-surface.tsx'
import { useZoneDrag } from '#components/zones/page/use-zone-drag.ts'
import type { Zoom } from '#components/zones/page/zoom.ts'
import { ImportNotice } from '#components/zones/panels/import-fields.tsx'

/** A scrollable area must be focusable (WCAG 2.1.1). */
const focusable = { tabIndex: 0 }

interface PageAreaProps {
  editor: Editor
  scroller: RefObject<HTMLElement | null>
  zoom: Zoom
  page: number
  onPage: (page: number) => void
  onOpen: (documentId: number) => void
  onReady: (pdf: OpenPdf) => void
}

/** The pages of the current document with their zones. */
export function PageArea({ editor, scroller, zoom, page, onPage, onOpen, onReady }: PageAreaProps) {
  const t = useTranslations('zones')
  const { document } = editor
  const drag = useZoneDrag(editor, scroller)
  return (
    <main className="relative flex min-w-0 flex-1 flex-col bg-well">
      <DocumentTabs editor={editor} onOpen={onOpen} />
      <ImportNotice editor={editor} />
      <section
        ref={scroller}
        id="zone-pages"
        aria-label={t('pages')}
        {...focusable}
        className="min-h-0 flex-1 overflow-auto px-3 py-4 sideways:py-2 focus-visible:-outline-offset-2 sm:px-8 sm:py-6"
      >
        {document ? (
          <PageColumn
            key={document.id}
            url={`/api/v1/documents/${document.id}/download`}
            pages={document.pages}
            zoom={zoom.factor}
            {...(zoom.isFit ? { maxScale: Number.POSITIVE_INFINITY } : {})}
            zoomPoint={zoom.point}
            keep={drag.page}
            scroller={scroller}
            onCurrentPage={onPage}
            onReady={onReady}
            overlay={(pageElement, scale) => (
              <PageSurface
                editor={editor}
                drag={drag}
                documentId={document.id}
                page={pageElement}
                scale={scale}
              />
            )}
          />
        ) : null}
      </section>
      <div className="absolute right-5 bottom-4">
        <PageJump
          current={page}
          total={document?.pages.length ?? 0}
          onGo={(targetIndex) => scrollToPage(scroller.current, targetIndex)}
        />
      </div>
      <p id="zone-keys" className="sr-only">
        {t('keyHelp')}
      </p>
      <p role="status" className="sr-only">
        {editor.announcement}
      </p>
    </main>
  )
}
