'use client'

import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Document } from 'react-pdf'
import { useTranslations } from 'use-intl'
import { ErrorAlert } from '#components/ui/error-alert.tsx'
import { useScrollAnchor, type ZoomPoint } from '#components/viewer/use-anchor.ts'
import { useNearPages } from '#components/viewer/use-near.ts'
import { type ColumnPage, PageSlot } from './page-slot.tsx'
import type { OpenPdf } from './pdf-page.tsx'
import { usePdfFile } from './use-pdf-file.ts'

interface PdfColumnProps {
  url: string
  pages: ColumnPage[]
  /** 1 fits the page to the width of the column, up to `maxScale`. */
  zoom?: number
  /** Pixels per point at most, at zoom 1. */
  maxScale?: number
  /** The scrolling element; by default the window. */
  scroller?: RefObject<HTMLElement | null>
  /** Adds the text layer: text can be selected and read by screen readers. */
  text?: boolean
  /** An overlay in the size of the page; `scale` is pixels per point. */
  overlay?: (page: ColumnPage, scale: number) => ReactNode
  onCurrentPage?: (page: number) => void
  /** Called when the file is open and its pages are laid out. */
  onReady?: (pdf: OpenPdf) => void
  /** A page that stays drawn outside of the viewport too. */
  keep?: number | null
  /** The point that stays in place when `zoom` changes. */
  zoomPoint?: RefObject<ZoomPoint | null>
}

/** The pages of a file, one below the other. Only pages near the viewport are drawn, for files of up to 2,000 pages. */
export function PdfColumn({ url, pages, zoom = 1, maxScale = 1.5, ...props }: PdfColumnProps) {
  const t = useTranslations('common.viewer')
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [hasDrawn, setHasDrawn] = useState(false)
  const { near, current, register } = useNearPages(props.scroller, hasDrawn)
  const { file, options, failed, attempt, retry } = usePdfFile(url, pages.length)
  const { onCurrentPage } = props

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      const newWidth = Math.floor(entry?.contentRect.width ?? 0)
      // A hidden column has no width: the pages keep their size.
      setWidth((widthBefore) => newWidth || widthBefore)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useEffect(() => onCurrentPage?.(current), [current, onCurrentPage])

  const slots = useMemo(
    () => pages.map((page) => ({ page, scale: Math.min(width / page.width, maxScale) * zoom })),
    [pages, width, maxScale, zoom],
  )
  useScrollAnchor(frame, props.scroller, current, slots, props.zoomPoint)
  const onDrawn = useCallback(() => setHasDrawn(true), [])
  const errorMessage = <ErrorAlert title={t('notOpened')} message={t('notOpenedText')} onRetry={retry} />
  const loading = <Loading pages={slots.slice(0, 2)} />
  return (
    <div ref={frame} className="w-full">
      {failed ? errorMessage : null}
      {width > 0 && !file && !failed ? loading : null}
      {width > 0 && file ? (
        <Document
          key={`${url} ${attempt}`}
          file={file}
          options={options}
          suspense={false}
          onLoadSuccess={(pdf) => props.onReady?.(pdf)}
          loading={loading}
          error={errorMessage}
          className="flex w-fit min-w-full flex-col items-center gap-5"
        >
          {slots.map(({ page, scale }) => {
            const isDrawn = near.has(page.number) || page.number === props.keep
            return (
              <PageSlot
                key={page.number}
                page={page}
                scale={scale}
                total={pages.length}
                isDrawn={isDrawn}
                text={props.text ?? false}
                register={register}
                onDrawn={onDrawn}
                overlay={isDrawn ? props.overlay : undefined}
              />
            )
          })}
        </Document>
      ) : null}
    </div>
  )
}

function Loading({ pages }: { pages: { page: ColumnPage; scale: number }[] }) {
  const t = useTranslations('common.viewer')
  return (
    <div role="status" aria-label={t('opening')} className="flex flex-col items-center gap-5">
      {pages.map(({ page, scale }) => (
        <div
          key={page.number}
          className="loading"
          style={{ width: page.width * scale, height: page.height * scale }}
        />
      ))}
    </div>
  )
}
