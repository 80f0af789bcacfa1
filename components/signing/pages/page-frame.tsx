'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PageSkeleton } from '#components/viewer/page-skeleton.tsx'
import type { OpenPdf } from '#components/viewer/pdf-page.tsx'
import { fill } from '../fill.ts'
import { useSigningSession } from '../session/context.ts'
import type { SigningDocument } from '../shapes.ts'
import { Zone } from '../zone/zone.tsx'
import { FieldPlaces } from '../zone/zone-place.tsx'
import { useHydrated } from './use-hydrated.ts'
import type { Viewer } from './use-viewer.ts'

interface PageFrameProps {
  document: SigningDocument
  page: SigningDocument['pages'][number]
  /** Pixels on the screen, settled after zooming; null before it was measured. */
  width: number | null
  /** Null while the document is loading. */
  pdf: OpenPdf | null
  viewer: Viewer | null
  /** What is seen until the viewer has drawn the page; lines by default. */
  placeholder: ReactNode
  /** Renders the page before it is visible. */
  preload: boolean
  onShown: () => void
}

/** One page: the frame first, its content when near the screen, the signer's fields on top. */
export function PageFrame({ document, page, width, pdf, viewer, preload, ...props }: PageFrameProps) {
  const { signing, t } = useSigningSession()
  const element = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const isHydrated = useHydrated()

  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      rootMargin: preload ? '120% 0px' : '0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [preload])

  return (
    <article
      ref={element}
      aria-label={fill(t.pageOf, { page: page.number, count: document.page_count })}
      className="on-page relative isolate overflow-clip bg-page shadow-lift outline outline-rule [container-type:inline-size]"
      style={{ aspectRatio: `${page.width} / ${page.height}` }}
    >
      {props.placeholder ?? <PageSkeleton />}
      {isNear && pdf && viewer && width ? (
        <viewer.PdfPage
          pdf={pdf}
          number={page.number}
          width={width}
          height={(width * page.height) / page.width}
          text
          placeholder={null}
          onDrawn={props.onShown}
        />
      ) : null}
      {/* What is typed before the page is hydrated would be lost. */}
      <div inert={!isHydrated} className="pointer-events-none absolute inset-0 z-[2] *:pointer-events-auto">
        {signing.fields
          .filter((field) => field.document_id === document.id && field.page === page.number)
          .map((field) => (
            <Zone key={field.id} field={field} page={page} />
          ))}
        {signing.fields
          .filter((field) => field.document_id === document.id)
          .map((field) => (
            <FieldPlaces key={field.id} field={field} page={page} />
          ))}
      </div>
    </article>
  )
}
