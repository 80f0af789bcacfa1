'use client'

import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { isRightToLeftLocale } from '#lib/core/locales'
import { useSigningSession } from '../session/context.ts'
import { DocumentPages } from './document-pages.tsx'
import { PageNumber } from './page-number.tsx'
import { useReadingPosition } from './use-reading-position.ts'
import { useZoom } from './use-zoom.ts'

/** As many pages as the first screen may show. */
const PAGES_IN_HTML = 2

interface DocumentsProps {
  /** Where the page number and the zoom are put, so that they cover no page. */
  viewControls: HTMLElement | null
  onShown: () => void
}

/** The documents at the width of the screen, with zoom. */
export function Documents({ viewControls, onShown }: DocumentsProps) {
  const { signing, t } = useSigningSession()
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const { zoom, zoomIn, zoomOut, isSmallest, isLargest } = useZoom(frame, content)
  useReadingPosition(frame, content, zoom)
  const width = useSettledWidth(content)
  const isHydrated = useHydrated()
  const shownDocuments = isHydrated ? signing.documents : signing.documents.slice(0, 1)
  const controls = (
    <fieldset aria-label={t.zoom} className="flex items-center">
      <PageNumber content={content} />
      <Button variant="quiet" size="icon" aria-label={t.zoomOut} unavailable={isSmallest} onClick={zoomOut}>
        <Minus className="size-4" aria-hidden="true" />
      </Button>
      <Button variant="quiet" size="icon" aria-label={t.zoomIn} unavailable={isLargest} onClick={zoomIn}>
        <Plus className="size-4" aria-hidden="true" />
      </Button>
    </fieldset>
  )
  return (
    <div>
      <div
        ref={frame}
        // The pages are never mirrored, nor is their scrolling.
        dir="ltr"
        className="-mx-3 touch-pan-x touch-pan-y overflow-x-auto overflow-y-hidden overscroll-x-contain px-3 py-1 sm:mx-0 sm:px-0"
      >
        <div ref={content} className="mx-auto flex flex-col gap-8" style={{ width: `${zoom * 100}%` }}>
          {shownDocuments.map((document) => (
            <div key={document.id}>
              {signing.documents.length > 1 ? (
                <h2 dir={isRightToLeftLocale(t.locale) ? 'rtl' : 'ltr'} className="heading mb-3 text-lg">
                  <bdi>{document.name}</bdi>
                </h2>
              ) : null}
              <DocumentPages
                document={document}
                width={width}
                shownPages={isHydrated ? document.pages.length : PAGES_IN_HTML}
                onShown={onShown}
              />
            </div>
          ))}
        </div>
      </div>
      {viewControls ? createPortal(controls, viewControls) : null}
    </div>
  )
}

/** The width of an element in pixels, debounced so that pages are not redrawn while the user pinches. */
function useSettledWidth(element: React.RefObject<HTMLElement | null>): number | null {
  const [width, setWidth] = useState<number | null>(null)
  useEffect(() => {
    if (!element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new ResizeObserver(([entry]) => {
      const newWidth = Math.round(entry?.contentRect.width ?? 0)
      clearTimeout(timer)
      timer = setTimeout(() => setWidth((widthBefore) => newWidth || widthBefore), 160)
    })
    setWidth(Math.round(element.current.clientWidth))
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element])
  return width
}
