'use client'

import { FileText } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#components/ui/cx.ts'
import { PlainImage } from '#components/ui/plain-image.tsx'

/** A picture of page 1 in a box whose size `className` sets; an icon where there is none. */
export function Thumbnail({ documentId, className }: { documentId: number; className: string }) {
  const [hasFailed, setFailed] = useState(false)
  return (
    <span className={cx('flex items-center justify-center overflow-hidden', className)}>
      {hasFailed ? (
        <FileText className="size-5 text-ink-faint" aria-hidden="true" />
      ) : (
        <PlainImage
          // It may have failed before the page was hydrated.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0) setFailed(true)
          }}
          src={`/api/v1/documents/${documentId}/thumbnail`}
          alt=""
          loading="lazy"
          decoding="async"
          className="max-h-full max-w-full border border-rule bg-white"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  )
}
