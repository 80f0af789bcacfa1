'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import type { DraftZone } from '#components/zones/model/zone-model.ts'

const measureNames = ['x', 'y', 'width', 'height'] as const

/** Where a zone is on its page, and its size, in points. */
export function PositionFields({
  zone,
  change,
}: {
  zone: DraftZone
  change: (part: Partial<DraftZone>, undoGroup?: string) => void
}) {
  const t = useTranslations('zones.details')
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-ink-soft">{t('position')}</legend>
      <div className="grid grid-cols-2 gap-2">
        {measureNames.map((name) => (
          <PointsField
            key={name}
            label={t(name)}
            points={zone[name]}
            onChange={(points) => change({ [name]: points }, name)}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface PointsFieldProps {
  label: string
  points: number
  onChange: (points: number) => void
}

/** A length in points. What is typed stays as it is: its first digit alone may be too small for the zone. */
function PointsField({ label, points, onChange }: PointsFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Field label={label} className="gap-0.5">
      <Input
        type="number"
        step={1}
        className="figures h-9 px-2"
        value={typed ?? Math.round(points * 10) / 10}
        onChange={(event) => {
          const { value, valueAsNumber } = event.target
          setTyped(value)
          if (Number.isFinite(valueAsNumber)) onChange(valueAsNumber)
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  )
}
