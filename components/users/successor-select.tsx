'use client'

import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchedSelect } from '#components/shell/list/searched-select.tsx'
import type { Select } from '#components/ui/form/input.tsx'
import { useUser, useUsers } from '#components/users/queries.ts'

interface SuccessorSelectProps extends Omit<ComponentProps<typeof Select>, 'children' | 'value'> {
  /** The id of a user, or empty. */
  value: string
  /** The user who is removed. */
  userId: number
}

/** A choice of who takes over a user's processes: the administrators (empty) or the id of a user. */
export function SuccessorSelect({ userId, value, ...select }: SuccessorSelectProps) {
  const t = useTranslations('users.removal')
  const [search, setSearch] = useState('')
  const users = useUsers({ sort: 'name', search }, 100).data
  const choices = users?.data.filter(({ id, role }) => id !== userId && role !== 'viewer') ?? []
  // The search may leave out the chosen user, whom the select could then not show.
  const chosen = useUser(value ? Number(value) : null)
  const isListed = choices.some(({ id }) => id === chosen?.id)
  return (
    <SearchedSelect
      searchLabel={t('search')}
      search={search}
      onSearch={setSearch}
      hasMore={Boolean(users?.links.next)}
      value={value}
      {...select}
    >
      <option value="">{t('administrators')}</option>
      {(chosen && !isListed ? [chosen, ...choices] : choices).map(({ id, name, email }) => (
        <option key={id} value={id}>
          {`${name} · ${email}`}
        </option>
      ))}
    </SearchedSelect>
  )
}
