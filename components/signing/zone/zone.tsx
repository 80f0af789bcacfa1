'use client'

import { CircleAlert } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { hasLines } from '#lib/pdf/zones'
import { useSigningSession } from '../session/context.ts'
import { isSignatureOrInitials, isTyped } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'
import { Turned } from './turned.tsx'
import { alignsRight, getLabel, type PageSize } from './use-zone.ts'
import { getUsedStyle } from './used-size.ts'
import { ZoneAttachment } from './zone-attachment.tsx'
import { hasButtons, ZoneButtons } from './zone-buttons.tsx'
import { ZoneCheckbox, ZoneDropdown } from './zone-choice.tsx'
import { ZoneMark } from './zone-mark.tsx'
import { ZoneRadio } from './zone-radio.tsx'
import { ZoneText } from './zone-text.tsx'

interface ZoneProps {
  field: SigningField
  page: PageSize
}

/** One field at its position on the page. */
export function Zone({ field, page }: ZoneProps) {
  const { signing, current, errors, t } = useSigningSession()
  const error = errors.get(field.id)
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
  return (
    <div
      id={`zone-${field.id}`}
      data-current={current === field.id || undefined}
      className={cx(
        'group/zone absolute',
        current === field.id && 'z-20',
        // Between the buttons are the form’s own texts, and other fields.
        hasButtons(field) && '!pointer-events-none',
      )}
      style={{
        left: percent(field.x, page.width),
        top: percent(field.y, page.height),
        width: percent(field.width, page.width),
        height: percent(field.height, page.height),
        ...(current === field.id && grows(field) && getUsedStyle(field, signing.fields, page)),
      }}
    >
      <Turned
        // Buttons have places of their own, and are not turned.
        rotation={hasButtons(field) ? undefined : field.layout.rotation}
        width={field.width}
        height={field.height}
        page={page}
      >
        {(size) => <ZoneBody field={{ ...field, ...size }} page={page} />}
      </Turned>
      {current === field.id || error ? (
        <Tag field={field} page={page} error={error !== undefined}>
          {error ?? getLabel(field, t)}
        </Tag>
      ) : null}
    </div>
  )
}

function ZoneBody({ field, page }: ZoneProps) {
  if (isSignatureOrInitials(field)) return <ZoneMark field={field} />
  if (field.type === 'attachment') return <ZoneAttachment field={field} page={page} />
  if (field.type === 'checkbox') return <ZoneCheckbox field={field} />
  if (hasButtons(field)) return <ZoneButtons field={field} />
  if (field.type === 'radio') return <ZoneRadio field={field} page={page} />
  if (field.type === 'dropdown' && !field.editable) return <ZoneDropdown field={field} page={page} />
  return <ZoneText field={field} page={page} />
}

/** Whether the control of a field is larger while it is used. */
const grows = (field: SigningField) => isTyped(field) && field.type !== 'checkbox' && !hasButtons(field)

/** How far the tag of a used field is from the field's edge, above and below it. */
function getUsedOffsets(field: SigningField): Record<'above' | 'below', string> {
  if (!grows(field)) return { above: '100%', below: '100%' }
  if (field.type === 'radio') {
    // Each line has 2.75 rem, the size of a touch target.
    const offset = `50% + max(50%, ${field.options.length * 1.375}rem)`
    return { above: offset, below: offset }
  }
  return { above: '100% - var(--used-top)', below: 'var(--used-top) + var(--used-height)' }
}

/**
 * An error, or the label of a focused field, in readable size above it, or below it at the top of a page. On a narrow
 * page an error is a sign until its field is used: the texts of fields beside each other would cover each other.
 */
function Tag({ field, page, error, children }: ZoneProps & { error: boolean; children: ReactNode }) {
  const { t } = useSigningSession()
  const isBelow = field.y < page.height * (hasLines(field) ? 0.15 : 0.1)
  const offset = getUsedOffsets(field)[isBelow ? 'below' : 'above']
  const offsets = {
    '--offset': 'calc(100% + 4px)',
    '--focused-offset': `calc(${offset} + 4px)`,
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
        'pointer-events-none absolute z-30 w-max rounded-sm px-1.5 py-0.5 text-xs font-medium text-on-accent',
        error
          ? 'max-w-[60cqw] bg-danger folded:rounded-full folded:p-0.5'
          : 'hidden max-w-[60cqw] bg-accent group-focus-within/zone:block',
        // The sign is at a corner of its field.
        error && (isBelow ? 'folded:-translate-y-3/4' : 'folded:translate-y-3/4'),
        // In line with the control while that is larger. The sign is at the end of the field, beside its text.
        alignsRight(field, page)
          ? 'right-0 group-focus-within/zone:right-(--used-right,0px)'
          : 'left-0 group-focus-within/zone:left-(--used-left,0px)',
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
