'use client'

import { ChevronRight, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import {
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
import { InPlaceLink } from '#components/ui/in-place-link.tsx'
import { useUtcDay } from '#components/ui/time.tsx'

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
  const [text, setText] = useDebouncedText(value, onChange)
  return (
    <Field label={formatLabel(filter.label)} className={filter.type === 'text' ? 'col-span-2' : undefined}>
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

/** The filters of the disclosure that are set, each with a link that clears it. */
export function ActiveFilters({ listing: { rules, state, getHref } }: { listing: Listing }) {
  const t = useTranslations('shell.list')
  const formatLabel = useLabelText()
  const dayText = useUtcDay()
  const active = (rules.moreFilters ?? []).filter(({ name }) => state[name])
  if (active.length === 0) return null
  const valueText = (filter: Filter) => {
    const value = state[filter.name]!
    if (!('options' in filter)) return filter.type === 'date' ? dayText(value) : value
    const option = filter.options.find((candidate) => candidate.value === value)
    return option ? formatLabel(option.label) : value
  }
  return (
    <ul aria-label={t('activeFilters')} className="mb-4 flex flex-wrap items-center gap-2 text-sm">
      {active.map((filter) => (
        <li key={filter.name} className="min-w-0">
          <InPlaceLink
            href={getHref({ [filter.name]: '' })}
            title={t('clearFilter', { name: formatLabel(filter.label) })}
            className="flex min-h-8 items-center gap-1.5 rounded-full border border-rule-strong bg-card py-0.5 pr-2 pl-3 hover:border-ink"
          >
            <span className="min-w-0 truncate">
              {t('filterValue', { name: formatLabel(filter.label), value: valueText(filter) })}
            </span>
            <X className="size-3.5 shrink-0" aria-hidden="true" />
            <span className="sr-only">{t('clear')}</span>
          </InPlaceLink>
        </li>
      ))}
      {active.length > 1 ? (
        <li>
          <InPlaceLink
            href={getHref(Object.fromEntries(active.map(({ name }) => [name, ''])))}
            className="text-ink-soft hover:text-ink hover:underline"
          >
            {t('clearAll')}
          </InPlaceLink>
        </li>
      ) : null}
    </ul>
  )
}
