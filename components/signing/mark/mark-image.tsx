import './handwriting.css'
import Image from 'next/image'
import type { SubmittedMark } from '../shapes.ts'

/**
 * A typed signature in the handwriting font, as large as the box allows, or the picture. `ratio` is width
 * by height.
 */
export function MarkImage({ mark, ratio, alt = '' }: { mark: SubmittedMark; ratio: number; alt?: string }) {
  if (mark.method !== 'typed')
    return (
      <Image
        unoptimized
        fill
        src={mark.image}
        alt={alt}
        draggable={false}
        className="object-contain p-[2%]"
      />
    )
  // A letter is about 0.42 of the font size wide.
  const fittingSize = (ratio * 100) / Math.max(2, [...mark.text].length * 0.42)
  return (
    <span
      className="handwriting leading-none whitespace-nowrap text-ink"
      style={{ fontSize: `${Math.min(72, fittingSize)}cqh` }}
    >
      {mark.text}
    </span>
  )
}
