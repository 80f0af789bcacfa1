'use client'

import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { FieldTypeIcon } from '#components/zones/field-type-icon.tsx'
import { type DraftZone, getLabel, listOptions } from '#components/zones/model/zone-model.ts'

/** The text shown in an empty zone; parts that do not fit are left out. Numbers are pixels. */
export function ZoneFace({ zone, name, scale }: { zone: DraftZone; name: string; scale: number }) {
  const t = useTranslations('zones')
  const width = zone.width * scale
  const height = zone.height * scale
  const label = getLabel(zone, t)
  const options = listOptions(zone)
  const fontSize = Math.min(Math.max(height * 0.52, 8), 13)

  if (zone.type === 'checkbox')
    return height > 9 ? <FieldTypeIcon type="checkbox" className="m-auto size-[80%]" /> : null
  if (zone.layout.widgets && zone.type === 'radio')
    return zone.layout.widgets
      .filter(({ page }) => page === zone.page)
      .map(({ dx, dy, width: side, height: high }) => (
        <span
          key={`${dx} ${dy}`}
          className={cx('absolute border border-current', !zone.layout.squares && 'rounded-full')}
          style={{ left: dx * scale, top: dy * scale, width: side * scale, height: high * scale }}
        />
      ))
  if (zone.type === 'radio' && options.length > 0 && width > 40) {
    const lineHeight = height / options.length
    return (
      <span
        className="size-full overflow-hidden px-1 text-left whitespace-pre"
        style={{ fontSize: Math.min(Math.max(lineHeight * 0.55, 6), 12), lineHeight: `${lineHeight}px` }}
      >
        {options.map((option) => `\u25cb ${option}`).join('\n')}
      </span>
    )
  }
  if (zone.type === 'signature' || zone.type === 'initials')
    return (
      <span className="flex size-full flex-col-reverse items-start justify-start overflow-hidden px-1.5 pb-0.5 text-left">
        <span
          className="flex max-w-full items-center gap-1 border-t border-current/40 pt-px leading-tight"
          style={{ fontSize: 10 }}
        >
          {/* The space separates the texts for screen readers. */}
          <span className="truncate">{`${label} `}</span>
        </span>
        {height > 34 && width > 70 ? (
          <span
            className="max-w-full truncate font-serif leading-tight italic"
            style={{ fontSize: Math.min(height * 0.34, 19) }}
          >
            {name}
          </span>
        ) : null}
      </span>
    )
  if (width < 26 || height < 9) return null
  return (
    <span
      className="flex size-full items-center gap-1 overflow-hidden px-1 leading-none"
      style={{ fontSize }}
    >
      {width > 52 ? <FieldTypeIcon type={zone.type} className="size-[1.05em] shrink-0" /> : null}
      <span className="truncate">{zone.value.trim() || label}</span>
    </span>
  )
}
