'use client'

import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchedSelect } from '#components/shell/list/searched-select.tsx'
import type { Select } from '#components/ui/form/input.tsx'
import { useUsers } from '#components/users/queries.ts'

interface SuccessorSelectProps extends Omit<ComponentProps<typeof Select>, 'children'> {
  /** The user who is removed. */
  userId: number
}

/** A choice of who takes over a user's processes: the administrators (empty) or the id of a user. */
export function SuccessorSelect({ userId, ...select }: SuccessorSelectProps) {
  const t = useTranslations('users.removal')
  const [search, setSearch] = useState('')
  const users = useUsers({ sort: 'name', search }, 100).data
  const choices = users?.data.filter(({ id, role }) => id !== userId && role !== 'viewer') ?? []
  return (
    <SearchedSelect
      searchLabel={t('search')}
      search={search}
      onSearch={setSearch}
      hasMore={Boolean(users?.links.next)}
      {...select}
    >
      <option value="">{t('administrators')}</option>
      {choices.map(({ id, name, email }) => (
        <option key={id} value={id}>
          {`${name} · ${email}`}
        </option>
      ))}
    </SearchedSelect>
  )
}
