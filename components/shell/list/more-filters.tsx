'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  accepts,
  type Filter,
  type FilterOption,
  type InputFilter,
  type Label,
  MAX_TEXT_CHARACTERS,
} from '#components/shell/list/list-state.ts'
import { useDebouncedText } from '#components/shell/list/use-debounced-text.ts'
import type { Listing } from '#components/shell/list/use-listing.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select } from '#components/ui/form/input.tsx'

/** A label in the reader's language. */
export function useLabelText(): (label: Label) => string {
  const t = useTranslations()
  return (label) => (typeof label === 'string' ? label : label(t))
}

/** The other filters of a list, in a disclosure that also opens without scripts. */
export function MoreFilters({ listing }: { listing: Listing }) {
  const t = useTranslations('shell.list')
  const filters = listing.rules.moreFilters ?? []
  if (filters.length === 0) return null
  return (
    <details className="group/filters self-center max-sm:open:col-span-full sm:open:basis-full">
      <summary className="inline-flex min-h-8 list-none lg:min-h-9 items-center gap-1 text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-3.5 transition-transform group-open/filters:rotate-90"
          aria-hidden="true"
        />
        {t('moreFilters')}
      </summary>
      <div className="mt-2 grid grid-cols-2 items-end gap-x-3 gap-y-4 rounded-lg border border-rule bg-well/40 p-4 md:grid-cols-4">
        {filters.map((filter) => (
          <FilterField
            key={filter.name}
            filter={filter}
            value={listing.state[filter.name] ?? ''}
            onChange={(value) => listing.apply({ [filter.name]: value })}
          />
        ))}
      </div>
    </details>
  )
}

/** The options of a filter; those of a group are listed below its name. */
export function FilterOptions({ options }: { options: FilterOption[] }) {
  const formatLabel = useLabelText()
  const groups = Map.groupBy(options, ({ group }) => (group === undefined ? '' : formatLabel(group)))
  return [...groups].map(([name, listed]) => {
    const shown = listed.map(({ value, label }) => (
      <option key={value} value={value}>
        {formatLabel(label)}
      </option>
    ))
    return name ? (
      <optgroup key={name} label={name}>
        {shown}
      </optgroup>
    ) : (
      shown
    )
  })
}

interface FilterFieldProps<F extends Filter> {
  filter: F
  value: string
  onChange: (value: string) => void
}

function FilterField({ filter, value, onChange }: FilterFieldProps<Filter>) {
  const formatLabel = useLabelText()
  if (!('options' in filter)) return <FilterInput filter={filter} value={value} onChange={onChange} />
  return (
    <Field label={formatLabel(filter.label)}>
      <Select name={filter.name} value={value} onChange={(event) => onChange(event.target.value)}>
        <FilterOptions options={filter.options} />
      </Select>
    </Field>
  )
}

function FilterInput({ filter, value, onChange }: FilterFieldProps<InputFilter>) {
  const formatLabel = useLabelText()
  const [refused, setRefused] = useState('')
  const [text, setText] = useDebouncedText(value, (typed) => {
    if (typed === '' || accepts(filter, typed)) onChange(typed)
    else setRefused(typed)
  })
  const hint = filter.hint && formatLabel(filter.hint)
  return (
    <Field
      label={formatLabel(filter.label)}
      hint={hint}
      error={text !== '' && text === refused ? hint : undefined}
      className={filter.type === 'text' ? 'col-span-2' : undefined}
    >
      <Input
        type={filter.type}
        maxLength={MAX_TEXT_CHARACTERS}
        placeholder={filter.placeholder}
        name={filter.name}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  )
}
