'use client'

import { memo, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { type OpenPdf, PdfPage } from '#components/viewer/pdf-page.tsx'
import { useNearPages } from '#components/viewer/use-near.ts'
import type { Editor, EditorDocument } from '#components/zones/model/editor-state.ts'
import type { DraftZone, EditorSigner } from '#components/zones/model/zone-model.ts'
import { signerColor } from '#components/zones/signer-colors.tsx'

const WIDTH_PIXELS = 84
/** The same array at every render, so that unchanged thumbnails are not rendered again. */
const noZones: DraftZone[] = []

interface PageThumbnailsProps {
  editor: Editor
  /** The open file; null while it is loading. */
  pdf: OpenPdf | null
  current: number
  onGo: (page: number) => void
}

/** Small pages with their zones, which scroll to a page; on wide screens, for documents of several pages. */
export function PageThumbnails({ editor, pdf, current, onGo }: PageThumbnailsProps) {
  const t = useTranslations('zones.thumbnails')
  const { document } = editor
  const strip = useRef<HTMLElement>(null)
  // Only what is visible: each page must be read from the file.
  const { near, register } = useNearPages(strip, false)
  const zonesByPage = useMemo(
    () =>
      Map.groupBy(
        editor.zones.filter((zone) => zone.documentId === document?.id),
        (zone) => zone.page,
      ),
    [editor.zones, document],
  )

  useEffect(() => {
    strip.current?.querySelector(`[data-slot="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])

  if (!document || document.pages.length < 2) return null
  return (
    <nav
      ref={strip}
      aria-label={t('label')}
      className="hidden w-29 shrink-0 flex-col items-center gap-3 overflow-y-auto border-r border-rule bg-canvas py-4 select-none xl:flex"
    >
      {document.pages.map((page) => (
        <Thumbnail
          key={page.number}
          page={page}
          pdf={near.has(page.number) ? pdf : null}
          isCurrent={page.number === current}
          zones={zonesByPage.get(page.number) ?? noZones}
          signers={editor.signers}
          register={register}
          onGo={onGo}
        />
      ))}
    </nav>
  )
}

interface ThumbnailProps {
  page: EditorDocument['pages'][number]
  /** Null far from the viewport: the page is not drawn. */
  pdf: OpenPdf | null
  isCurrent: boolean
  zones: DraftZone[]
  signers: EditorSigner[]
  register: (slot: HTMLElement | null) => (() => void) | undefined
  onGo: (page: number) => void
}

const Thumbnail = memo(function Thumbnail({ page, pdf, isCurrent, zones, ...props }: ThumbnailProps) {
  const t = useTranslations('zones.thumbnails')
  const height = (WIDTH_PIXELS * page.height) / page.width
  return (
    <button
      ref={props.register}
      type="button"
      data-slot={page.number}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={t('page', { page: page.number, count: zones.length })}
      onClick={() => props.onGo(page.number)}
      className="flex flex-col items-center gap-1 text-xs text-ink-soft"
    >
      <span
        className={cx(
          'relative block overflow-hidden bg-page',
          isCurrent ? 'outline-2 outline-accent' : 'outline-1 outline-rule-strong',
        )}
        style={{ width: WIDTH_PIXELS, height }}
      >
        {pdf ? (
          <PdfPage pdf={pdf} number={page.number} width={WIDTH_PIXELS} height={height} text={false} />
        ) : null}
        {zones.map((zone) => (
          <span
            key={zone.key}
            className="signer-tint absolute border"
            style={{
              ...signerColor(props.signers.findIndex((signer) => signer.id === zone.signerId)),
              left: `${(zone.x / page.width) * 100}%`,
              top: `${(zone.y / page.height) * 100}%`,
              width: `${(zone.width / page.width) * 100}%`,
              height: `${(zone.height / page.height) * 100}%`,
            }}
          />
        ))}
      </span>
      <span className="figures">{page.number}</span>
    </button>
  )
})
