import './handwriting.css'
import Image from 'next/image'
import type { SubmittedMark } from './shapes.ts'

/**
 * Typed: in the handwriting font, as large as the box allows; drawn or uploaded: the picture itself. `ratio` is width
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
  // A letter of the handwriting is about 0.42 of its size wide.
  const widest = (ratio * 100) / Math.max(2, [...mark.text].length * 0.42)
  return (
    <span
      className="handwriting leading-none whitespace-nowrap text-ink"
      style={{ fontSize: `${Math.min(72, widest)}cqh` }}
    >
      {mark.text}
    </span>
  )
}
