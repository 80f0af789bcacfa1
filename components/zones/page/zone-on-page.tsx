'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { type DraftZone, type Edge, getAccessibleName } from '#components/zones/model/zone-model.ts'
import type { ZoneDrag } from '#components/zones/page/use-zone-drag.ts'
import { ZoneFace } from '#components/zones/page/zone-face.tsx'
import { signerColor } from '#components/zones/signer-colors.tsx'
import { formatFieldValue } from '#lib/processes/fields/format-value'

const handles: { edge: Edge; position: string }[] = [
  { edge: 'nw', position: 'left-0 top-0 cursor-nwse-resize' },
  { edge: 'n', position: 'left-1/2 top-0 cursor-ns-resize' },
  { edge: 'ne', position: 'left-full top-0 cursor-nesw-resize' },
  { edge: 'e', position: 'left-full top-1/2 cursor-ew-resize' },
  { edge: 'se', position: 'left-full top-full cursor-nwse-resize' },
  { edge: 's', position: 'left-1/2 top-full cursor-ns-resize' },
  { edge: 'sw', position: 'left-0 top-full cursor-nesw-resize' },
  { edge: 'w', position: 'left-0 top-1/2 cursor-ew-resize' },
]

interface ZoneOnPageProps {
  editor: Editor
  drag: ZoneDrag
  zone: DraftZone
  scale: number
}

/** One zone on its page, moved and resized by pointer or keyboard. */
export function ZoneOnPage({ editor, drag, zone, scale }: ZoneOnPageProps) {
  const t = useTranslations('zones')
  const element = useRef<HTMLButtonElement>(null)
  const index = editor.signers.findIndex((signer) => signer.id === zone.signerId)
  const name = editor.signers[index]?.name ?? ''
  const isSelected = editor.selection.has(zone.key)
  const shownZone = drag.preview?.zones.get(zone.key) ?? zone
  const isDragging = shownZone !== zone
  const printed = { ...shownZone, value: formatFieldValue(zone, zone.value, editor.locale) }
  // The eight handles would cover each other.
  const isSmall = zone.width * scale < 44 || zone.height * scale < 30

  useEffect(() => {
    if (editor.focusNext.current !== zone.key) return
    editor.focusNext.current = null
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'nearest' })
  })

  return (
    <button
      ref={element}
      type="button"
      data-zone={zone.key}
      data-dragging={isDragging || undefined}
      aria-pressed={isSelected}
      aria-label={getAccessibleName(printed, name, t)}
      aria-describedby="zone-keys"
      onFocus={() => {
        if (!isSelected && !editor.isMultiSelect) editor.select(zone.key)
      }}
      onBlur={editor.endRun}
      onClick={(event) => {
        // `detail` is 0 for Enter and Space; a pointer selects when it goes down.
        if (event.detail === 0 && editor.isMultiSelect) editor.toggle(zone.key)
      }}
      // A shift-click must not move the focus, which selects.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      {...drag.makeHandlers(zone, scale)}
      className={cx(
        'signer-tint absolute flex touch-none rounded-[1px] border select-none focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-(--signer)',
        isDragging ? 'z-20 cursor-grabbing shadow-float' : 'cursor-grab',
        isSelected ? 'z-10 ring-2 ring-(--signer)' : null,
        zone.required ? 'border-solid' : 'border-dashed',
      )}
      style={{
        ...signerColor(index),
        left: shownZone.x * scale,
        top: shownZone.y * scale,
        width: shownZone.width * scale,
        height: shownZone.height * scale,
      }}
    >
      <ZoneFace zone={printed} name={name} scale={scale} />
      {isSelected
        ? handles
            .filter(({ edge }) => !isSmall || edge === 'se')
            .map(({ edge, position }) => (
              <span
                key={edge}
                data-edge={edge}
                className={cx(
                  'absolute -m-1 size-2 rounded-[1px] border border-(--signer) bg-page before:absolute before:-inset-2 before:content-[""]',
                  position,
                )}
              />
            ))
        : null}
    </button>
  )
}
