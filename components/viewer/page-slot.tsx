'use client'

import { memo, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PdfPage } from './pdf-page.tsx'

/** A page's number and its size as displayed, in points. */
export interface ColumnPage {
  number: number
  width: number
  height: number
}

interface PageSlotProps {
  page: ColumnPage
  scale: number
  total: number
  /** Only pages near the viewport are drawn; the others are empty boxes of the same size. */
  isDrawn: boolean
  /** Adds the text layer. */
  text: boolean
  register: (slot: HTMLElement | null) => (() => void) | undefined
  onDrawn: () => void
  overlay: ((page: ColumnPage, scale: number) => ReactNode) | undefined
}

/** One page in the column; memoized, because a file may have 2,000 pages. */
export const PageSlot = memo(function PageSlot({ page, scale, total, isDrawn, ...props }: PageSlotProps) {
  const t = useTranslations('common.viewer')
  const [width, height] = [page.width * scale, page.height * scale]
  return (
    <section
      ref={props.register}
      data-page={page.number}
      data-slot={page.number}
      aria-label={t('page', { page: page.number, total })}
      className="relative shrink-0 scroll-mt-4 bg-page shadow-lift outline-1 outline-rule"
      style={{ width, height }}
    >
      {isDrawn ? (
        <>
          <PdfPage
            number={page.number}
            width={width}
            height={height}
            text={props.text}
            onDrawn={props.onDrawn}
          />
          {props.overlay?.(page, scale)}
        </>
      ) : null}
    </section>
  )
})
