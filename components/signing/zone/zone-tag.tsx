'use client'

import { CircleAlert } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { hasLines } from '#lib/pdf/zones'
import { useSigningSession } from '../session/context.ts'
import type { SigningField } from '../shapes.ts'
import { alignsRight, getLabel, type PageSize } from './use-zone.ts'
import { growsWhileUsed } from './used-size.ts'
import { isGroup } from './zone-buttons.tsx'

interface TagProps {
  field: SigningField
  page: PageSize
  error: boolean
  children: ReactNode
}

/** Whether the tag is placed around a control that is larger than the field while it is used. */
const hasUsedPlace = (field: SigningField) => growsWhileUsed(field) && !isGroup(field)

/** How far the tag of a used field is from the edge of what it is placed in, above and below it. */
function getUsedOffsets(field: SigningField): Record<'above' | 'below', string> {
  if (!hasUsedPlace(field)) return { above: '100%', below: '100%' }
  return { above: '100% - var(--used-top)', below: 'var(--used-top) + var(--used-height)' }
}

/**
 * An error, or the label of a focused field, in readable size above it, or below it at the top of a page. On a narrow
 * page an error is a sign until its field is used: the texts of fields beside each other would cover each other. It has
 * more lines then, and needs more room above.
 */
export function Tag({ field, page, error, children }: TagProps) {
  const { t } = useSigningSession()
  const isBelow = field.y < page.height * (hasLines(field) ? 0.15 : 0.1)
  const isBelowOnNarrowPage = error && field.y < Math.min(page.width * 0.45, page.height / 2)
  const { above, below } = getUsedOffsets(field)
  const offsets = {
    '--offset': 'calc(100% + 4px)',
    '--focused-offset': `calc(${isBelow ? below : above} + 4px)`,
    '--below': `calc(${below} + 4px)`,
  } as CSSProperties
  return (
    <span
      id={`zone-${field.id}-tag`}
      dir="auto"
      style={offsets}
      className={cx(
        isBelow
          ? 'top-(--offset) group-focus-within/zone:top-(--focused-offset)'
          : 'bottom-(--offset) group-focus-within/zone:bottom-(--focused-offset)',
        isBelowOnNarrowPage &&
          '@max-2xl:group-focus-within/zone:top-(--below) @max-2xl:group-focus-within/zone:bottom-auto',
        'pointer-events-none absolute z-30 w-max rounded-sm px-1.5 py-0.5 text-xs font-medium text-on-accent',
        error
          ? 'max-w-[60cqw] bg-danger folded:rounded-full folded:p-0.5'
          : 'hidden max-w-[60cqw] bg-accent group-focus-within/zone:block',
        // The sign is at a corner of its field.
        error && (isBelow ? 'folded:-translate-y-3/4' : 'folded:translate-y-3/4'),
        // In line with the control while that is larger. The sign is at the end of the field, beside its text.
        alignsRight(field, page)
          ? cx('right-0', hasUsedPlace(field) && 'group-focus-within/zone:right-(--used-right,0px)')
          : cx('left-0', hasUsedPlace(field) && 'group-focus-within/zone:left-(--used-left,0px)'),
        error && 'folded:right-0 folded:left-auto folded:translate-x-1/2',
      )}
    >
      {error ? (
        <>
          <CircleAlert className="hidden size-3.5 folded:block" aria-hidden="true" />
          <span role="alert" className="folded:sr-only">
            {/* The focus may be in another field already. */}
            <span className="sr-only">{getLabel(field, t)}: </span>
            {children}
          </span>
        </>
      ) : (
        <span className="line-clamp-3">{children}</span>
      )}
    </span>
  )
}
