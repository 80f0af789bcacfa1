'use client'

import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { useSigningSession } from '../session/context.ts'
import { isSignatureOrInitials } from '../session/steps.ts'
import type { SigningField } from '../shapes.ts'
import { Turned } from './turned.tsx'
import { getLabel, type PageSize } from './use-zone.ts'
import { getUsedStyle, growsWhileUsed } from './used-size.ts'
import { ZoneAttachment } from './zone-attachment.tsx'
import { hasButtons, isGroup, ZoneButtons } from './zone-buttons.tsx'
import { ZoneCheckbox, ZoneDropdown } from './zone-choice.tsx'
import { ZoneMark } from './zone-mark.tsx'
import { ZoneRadio } from './zone-radio.tsx'
import { Tag } from './zone-tag.tsx'
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
  const isUsed = current === field.id
  const tag =
    isUsed || error ? (
      <Tag field={field} page={page} error={error !== undefined}>
        {error ?? getLabel(field, t)}
      </Tag>
    ) : null
  // Only the group knows how high its lines are, which wrap while it is used. One that is turned would turn the tag.
  const hasTagInside = isUsed && isGroup(field) && field.layout.rotation === undefined
  return (
    <div
      id={`zone-${field.id}`}
      data-current={isUsed || undefined}
      className={cx(
        'group/zone absolute',
        isUsed && 'z-20',
        // Between the buttons are the form’s own texts, and other fields.
        hasButtons(field) && '!pointer-events-none',
      )}
      style={{
        left: percent(field.x, page.width),
        top: percent(field.y, page.height),
        width: percent(field.width, page.width),
        height: percent(field.height, page.height),
        ...(isUsed && growsWhileUsed(field) && getUsedStyle(field, signing.fields, page)),
      }}
    >
      <Turned
        // Buttons have places of their own, and are not turned.
        rotation={hasButtons(field) ? undefined : field.layout.rotation}
        width={field.width}
        height={field.height}
        page={page}
      >
        {(size) => <ZoneBody field={{ ...field, ...size }} page={page} tag={hasTagInside ? tag : null} />}
      </Turned>
      {hasTagInside ? null : tag}
    </div>
  )
}

function ZoneBody({ field, page, tag }: ZoneProps & { tag: ReactNode }) {
  if (isSignatureOrInitials(field)) return <ZoneMark field={field} />
  if (field.type === 'attachment') return <ZoneAttachment field={field} page={page} />
  if (field.type === 'checkbox') return <ZoneCheckbox field={field} />
  if (hasButtons(field)) return <ZoneButtons field={field} />
  if (isGroup(field)) return <ZoneRadio field={field} page={page} tag={tag} />
  if (field.type === 'dropdown' && !field.editable) return <ZoneDropdown field={field} page={page} />
  return <ZoneText field={field} page={page} />
}
