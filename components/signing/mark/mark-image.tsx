'use client'

import { PlainImage } from '#components/ui/plain-image.tsx'
import type { SubmittedMark } from '../shapes.ts'
import { findFace, useHandwriting } from './use-handwriting.ts'

/** A signature or initials, as large as the box allows. `ratio` is width by height. */
export function MarkImage({ mark, ratio }: { mark: SubmittedMark; ratio: number }) {
  if (mark.method === 'typed') return <TypedMark mark={mark} ratio={ratio} />
  return (
    <PlainImage
      src={mark.image}
      alt=""
      draggable={false}
      className="absolute inset-0 size-full object-contain p-[2%]"
    />
  )
}

type TypedMarkProps = { mark: Extract<SubmittedMark, { method: 'typed' }>; ratio: number }

/** The outlines that the sealed document will have; until they are loaded, the system's handwriting. */
function TypedMark({ mark: { text, font }, ratio }: TypedMarkProps) {
  const face = findFace(useHandwriting(text).data?.faces, font)
  if (face) return <FaceImage face={face} />
  // A letter is about 0.42 of the font size wide.
  const fittingSize = (ratio * 100) / Math.max(2, [...text].length * 0.42)
  return (
    <span
      className="leading-none whitespace-nowrap text-(--mark) [font-family:cursive]"
      style={{ fontSize: `${Math.min(72, fittingSize)}cqh` }}
    >
      {text}
    </span>
  )
}

/** A typed signature in one handwriting. */
export function FaceImage({ face }: { face: { width: number; height: number; path: string } }) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${face.width} ${face.height}`}
      className="size-full overflow-visible text-(--mark)"
    >
      <path d={face.path} fill="currentColor" />
    </svg>
  )
}
