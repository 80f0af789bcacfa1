'use client'

import { memo, type ReactNode, useEffect, useState } from 'react'
import { type DocumentProps, Page } from 'react-pdf'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { PageBoundary } from './page-boundary.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

export type OpenPdf = Parameters<NonNullable<DocumentProps['onLoadSuccess']>>[0]

/** The largest canvas that browsers on phones draw. */
const MAX_CANVAS_PIXELS = 9_000_000

interface PdfPageProps {
  /** The open file; that of the surrounding `Document` by default. */
  pdf?: OpenPdf
  /** From 1. */
  number: number
  /** Pixels on the screen. */
  width: number
  height: number
  /** Adds the text layer: text can be selected and read by screen readers. */
  text: boolean
  /** What is said when the page cannot be drawn; in the reader's language by default. */
  failure?: string
  /** What is seen until the page is drawn. */
  placeholder?: ReactNode
  onDrawn?: () => void
}

/** The page is redrawn when its size has not changed for this long, as zooming by wheel takes many steps. */
const RESIZE_MILLISECONDS = 150

/**
 * One page of a file; it fills its positioned parent. While it is redrawn in a new size, the previous drawing stays
 * visible.
 */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const t = useTranslations('common.viewer')
  const { pdf, number, text, placeholder = <PageSkeleton />, onDrawn } = props
  const { width, height } = useSettledSize(props.width, props.height)
  const [drawnWidth, setDrawnWidth] = useState<number | null>(null)
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)))
  const widths = drawnWidth !== null && drawnWidth !== width ? [drawnWidth, width] : [width]
  const error = <p className="on-page p-6 text-sm text-danger">{props.failure ?? t('notDrawn')}</p>
  return (
    <div className="absolute inset-0 isolate overflow-hidden">
      <PageBoundary pdf={pdf} fallback={pdf?.loadingTask.destroyed ? placeholder : error}>
        {widths.map((drawingWidth) => (
          <div key={drawingWidth} className={cx('absolute inset-0', drawingWidth === width && 'z-[1]')}>
            <Page
              {...(pdf && { pdf })}
              pageNumber={number}
              width={drawingWidth}
              devicePixelRatio={density}
              suspense={false}
              renderAnnotationLayer={false}
              renderTextLayer={text && drawingWidth === width}
              loading={null}
              error={error}
              onRenderSuccess={() => {
                setDrawnWidth(drawingWidth)
                onDrawn?.()
              }}
              className="!w-full [&_canvas]:!h-auto [&_canvas]:!w-full"
            />
          </div>
        ))}
      </PageBoundary>
      {drawnWidth === null ? placeholder : null}
    </div>
  )
})

function useSettledSize(width: number, height: number) {
  const [size, setSize] = useState({ width, height })
  useEffect(() => {
    const timer = setTimeout(() => setSize({ width, height }), RESIZE_MILLISECONDS)
    return () => clearTimeout(timer)
  }, [width, height])
  return size
}
