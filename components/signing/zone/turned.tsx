'use client'

import type { CSSProperties, ReactNode } from 'react'
import type { SigningField } from '../shapes.ts'
import type { PageSize } from './use-zone.ts'

interface TurnedProps extends PageSize {
  rotation: SigningField['layout']['rotation']
  page: PageSize
  /** The content, for its size before it is turned. */
  children: (size: PageSize) => ReactNode
}

/** Content that is turned in a box of `width` and `height`, and upright while it is used. */
export function Turned({ rotation, width, height, page, children }: TurnedProps) {
  if (rotation === undefined) return children({ width, height })
  const size = rotation === 180 ? { width, height } : { width: height, height: width }
  const length = (points: number) => `calc(100cqw * ${points / page.width})`
  const style = { width: length(size.width), height: length(size.height), '--turn': `${-rotation}deg` }
  return (
    <div
      style={style as CSSProperties}
      className="-translate-1/2 absolute top-1/2 left-1/2 rotate-(--turn) focus-within:rotate-0"
    >
      {children(size)}
    </div>
  )
}
