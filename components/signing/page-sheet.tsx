'use client'

import { useEffect, useRef, useState } from 'react'
import { Page } from 'react-pdf'
import { cx } from '#components/ui/cx'
import { useCeremony } from './context.tsx'
import type { OpenPdf } from './pdf.ts'
import type { SigningDocument } from './shapes.ts'
import { fill } from './strings/languages.tsx'
import { Zone } from './zone.tsx'

/** Pixels of one canvas at most: phones refuse larger ones. */
const mostPixels = 9_000_000

interface PageSheetProps {
  document: SigningDocument
  page: SigningDocument['pages'][number]
  /** Pixels on the screen, settled after zooming. */
  width: number
  /** Null while the document's bytes are on their way. */
  pdf: OpenPdf | null
  /** Draws it before it comes into view. */
  ahead: boolean
  onShown: () => void
}

/** One page: the paper at once, its print when it comes near the screen, the signer's zones on top. */
export function PageSheet({ document, page, width, pdf, ahead, onShown }: PageSheetProps) {
  const { signing, t } = useCeremony()
  const sheet = useRef<HTMLElement>(null)
  const [near, setNear] = useState(false)
  const [drawn, setDrawn] = useState<number | null>(null)

  useEffect(() => {
    if (!sheet.current) return
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: ahead ? '120% 0px' : '0px',
    })
    watch.observe(sheet.current)
    return () => watch.disconnect()
  }, [ahead])

  const height = (width * page.height) / page.width
  const density = Math.min(window.devicePixelRatio || 1, Math.sqrt(mostPixels / (width * height)))
  // While a new size is drawn, the old one stays visible below it.
  const sizes = drawn !== null && drawn !== width ? [drawn, width] : [width]
  return (
    <article
      ref={sheet}
      aria-label={fill(t.pageOf, { page: page.number, count: document.page_count })}
      className="on-page relative isolate overflow-clip bg-page shadow-lift outline outline-rule [container-type:inline-size]"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      {near && pdf
        ? sizes.map((size) => (
            <div key={size} className={cx('absolute inset-0', size === width && 'z-[1]')}>
              <Page
                pdf={pdf}
                pageNumber={page.number}
                width={size}
                devicePixelRatio={density}
                suspense={false}
                renderAnnotationLayer={false}
                renderTextLayer={size === width}
                loading={null}
                onRenderSuccess={() => {
                  setDrawn(size)
                  onShown()
                }}
                className="[&_canvas]:!h-auto [&_canvas]:!w-full"
              />
            </div>
          ))
        : null}
      {drawn === null ? <span className="drying absolute inset-0 opacity-60" aria-hidden="true" /> : null}
      <div className="pointer-events-none absolute inset-0 z-[2] *:pointer-events-auto">
        {signing.fields
          .filter((field) => field.document_id === document.id && field.page === page.number)
          .map((field) => (
            <Zone key={field.id} field={field} page={page} />
          ))}
      </div>
    </article>
  )
}
