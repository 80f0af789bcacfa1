'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { SearchBox } from '#components/shell/list/search-box.tsx'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { SkeletonRows } from '#components/ui/states.tsx'
import { useUsers } from '#components/users/queries.ts'

/** Checkboxes for the users who have access, with a search. Administrators always have access. */
export function UserChoice({ value, onChange }: { value: number[]; onChange: (ids: number[]) => void }) {
  const t = useTranslations('folders.users')
  const [search, setSearch] = useState('')
  const users = useUsers({ sort: 'name', search })
  const list = users.data
  // An administrator who was chosen as a user before can be taken out.
  const [chosenBefore] = useState(value)
  const choices =
    list?.data.filter(({ id, role }) => role !== 'tenant_admin' || chosenBefore.includes(id)) ?? []
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">
        {t.rich('label', {
          count: value.length,
          selected: (text) => <span className="figures font-normal text-ink-soft">{text}</span>,
        })}
      </legend>
      <SearchBox label={t('search')} value={search} onChange={setSearch} />
      {users.error ? <QueryErrorMessage error={users.error} onRetry={() => users.refetch()} /> : null}
      {list ? (
        <div className="flex max-h-56 flex-col gap-3 overflow-y-auto py-1">
          {choices.length === 0 && !list.links.next ? (
            <p className="text-sm text-ink-soft">{t(search ? 'noMatch' : 'none')}</p>
          ) : null}
          {choices.map((user) => (
            <Checkbox
              key={user.id}
              label={<span className="block truncate">{user.name}</span>}
              hint={<span className="block truncate">{user.email}</span>}
              checked={value.includes(user.id)}
              onChange={(isChecked) =>
                onChange(isChecked ? [...value, user.id] : value.filter((id) => id !== user.id))
              }
            />
          ))}
          {list.links.next ? <p className="text-sm text-ink-soft">{t('more')}</p> : null}
        </div>
      ) : users.error ? null : (
        <SkeletonRows rows={3} />
      )}
    </fieldset>
  )
}
