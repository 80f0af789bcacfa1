'use client'

import { Page } from 'react-pdf'
import { Skeleton } from '#components/ui/states'

interface PdfSheetProps {
  number: number
  width: number
  text: boolean
  onDrawn: () => void
}

/** One page of the file around it, drawn. */
export function PdfSheet({ number, width, text, onDrawn }: PdfSheetProps) {
  return (
    <Page
      pageNumber={number}
      width={width}
      devicePixelRatio={Math.min(window.devicePixelRatio, 2)}
      renderAnnotationLayer={false}
      renderTextLayer={text}
      onRenderSuccess={onDrawn}
      loading={<Skeleton className="absolute inset-0" />}
      error={<p className="on-page p-6 text-sm text-danger">This page could not be drawn.</p>}
    />
  )
}
