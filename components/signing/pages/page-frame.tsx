'use client'

import { Fragment, memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { PageSkeleton } from '#components/viewer/page-skeleton.tsx'
import type { OpenPdf } from '#components/viewer/pdf-page.tsx'
import { useSigningSession } from '../session/context.ts'
import { listPageFields } from '../session/steps.ts'
import type { SigningDocument } from '../shapes.ts'
import { Zone } from '../zone/zone.tsx'
import { FieldPlaces } from '../zone/zone-place.tsx'
import type { Viewer } from './use-viewer.ts'

interface PageFrameProps {
  document: SigningDocument
  page: SigningDocument['pages'][number]
  label: string
  /** Whether the signer has fields on the page. */
  hasFields: boolean
  /** Pixels on the screen, settled after zooming; null before it was measured. */
  width: number | null
  /** Null while the document is loading. */
  pdf: OpenPdf | null
  viewer: Viewer | null
  /** What is seen until the viewer has drawn the page; lines by default. */
  placeholder: ReactNode
  /** What is said when the page cannot be drawn. */
  failure: string
  /** Renders the page before it is visible. */
  preload: boolean
  onShown: () => void
}

/**
 * One page: the frame first, its content when near the screen, the signer's fields on top. Memoized, because a document
 * may have 2,000 pages.
 */
export const PageFrame = memo(function PageFrame(props: PageFrameProps) {
  const { document, page, width, pdf, viewer, preload } = props
  const element = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)

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
      data-page={page.number}
      data-count={document.page_count}
      aria-label={props.label}
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
          failure={props.failure}
          placeholder={null}
          onDrawn={props.onShown}
        />
      ) : null}
      {props.hasFields ? <PageFields document={document} page={page} /> : null}
    </article>
  )
})

function PageFields({ document, page }: Pick<PageFrameProps, 'document' | 'page'>) {
  const { signing } = useSigningSession()
  const isHydrated = useHydrated()
  const fields = signing.fields.filter((field) => field.document_id === document.id)
  return (
    // What is typed before the page is hydrated would be lost.
    <div inert={!isHydrated} className="pointer-events-none absolute inset-0 z-[2] *:pointer-events-auto">
      {listPageFields(fields, page.number).map((field) => (
        <Fragment key={field.id}>
          {field.page === page.number ? <Zone field={field} page={page} /> : null}
          <FieldPlaces field={field} page={page} />
        </Fragment>
      ))}
    </div>
  )
}
