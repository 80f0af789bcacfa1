'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { PlainImage } from '#components/ui/plain-image.tsx'
import type { PictureState } from './use-viewer.ts'

interface FirstPageProps {
  url: string
  onSettled: (state: PictureState) => void
}

/** The picture of page 1, which the service draws: it is there with the HTML, before any code of the page. */
export function FirstPage({ url, onSettled }: FirstPageProps) {
  const image = useRef<HTMLImageElement>(null)
  const settle = useEffectEvent(() => {
    if (image.current?.complete) onSettled(image.current.naturalWidth > 0 ? 'shown' : 'missing')
  })
  // It may have been loaded before the page was hydrated.
  useEffect(() => settle(), [])
  return (
    <PlainImage
      ref={image}
      src={url}
      alt=""
      fetchPriority="high"
      decoding="async"
      draggable={false}
      onLoad={() => onSettled('shown')}
      onError={() => onSettled('missing')}
      className="absolute inset-0 size-full"
    />
  )
}
