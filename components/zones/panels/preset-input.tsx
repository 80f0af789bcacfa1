'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'
import { findPresetError } from '#components/zones/model/presets.ts'
import { type DraftZone, hasOptions, listOptions } from '#components/zones/model/zone-model.ts'
import { CheckedInput } from '#components/zones/panels/checked-input.tsx'
import { NumberInput } from '#components/zones/panels/number-input.tsx'
import { hasLines } from '#lib/pdf/zones'
import { normalizeValue } from '#lib/processes/fields/field-rules'

interface PresetInputProps {
  zone: DraftZone
  /** The language of the process. */
  locale: string
  /** @param refused the typed text, while the field does not accept it */
  onChange: (value: string, refused?: string) => void
}

/** What the signer finds in a field, and may change unless it is read-only. */
export function PresetInput({ zone, locale, onChange }: PresetInputProps) {
  const t = useTranslations('zones.details')
  const { type, value, readOnly } = zone
  const label = t(readOnly ? 'text' : 'presetValue')
  const findError = (text: string) => findPresetError({ ...zone, value: text })
  if (type === 'checkbox')
    return (
      <Checkbox
        label={t('presetTick')}
        checked={normalizeValue(type, value) === 'true'}
        // A read-only field has a value.
        onChange={(isTicked) => onChange(isTicked ? 'true' : readOnly ? 'false' : '')}
      />
    )
  if (type === 'number')
    return (
      <NumberInput
        label={label}
        optional={!readOnly}
        value={value}
        locale={locale}
        comb={zone.layout.comb}
        refused={zone.refusedPreset}
        findError={findError}
        onChange={onChange}
      />
    )
  const isChosenOption = hasOptions(type) && !zone.editable
  if (type !== 'date' && !isChosenOption)
    return (
      <CheckedInput
        label={label}
        optional={!readOnly}
        value={value}
        shown={value}
        refused={zone.refusedPreset}
        multiline={hasLines(zone)}
        read={(text) => findError(text) ?? text}
        onChange={onChange}
      />
    )
  return (
    <Field label={label} optional={!readOnly}>
      {isChosenOption ? (
        <Select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="" disabled={readOnly}>
            {t('noPreset')}
          </option>
          {[...new Set([...listOptions(zone), value])].filter(Boolean).map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </Select>
      ) : (
        <DateInput
          value={value}
          min={zone.validation.min_date}
          max={zone.validation.max_date}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

interface DateInputProps {
  value: string
  min: unknown
  max: unknown
  onChange: (value: string) => void
}

/** A date that is not taken while its year is typed: it would be out of bounds. */
function DateInput({ value, min, max, onChange, ...field }: DateInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      {...field}
      type="date"
      value={typed ?? value}
      min={typeof min === 'string' ? min : undefined}
      max={typeof max === 'string' ? max : undefined}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.validity.valid) onChange(target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
