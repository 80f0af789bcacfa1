'use client'

import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFolder, useFolderSearch } from '#components/folders/folders-query.ts'
import { SearchedSelect } from '#components/shell/list/searched-select.tsx'
import type { Select } from '#components/ui/form/input.tsx'

interface FolderSelectProps extends Omit<ComponentProps<typeof Select>, 'children' | 'value'> {
  /** `none`, the id of a folder, or empty. */
  value: string
  /** The label of the empty value; without a label there is no empty value. */
  emptyLabel?: string | undefined
}

/** A choice among the folders: the value is `none` or the id of a folder. */
export function FolderSelect({ emptyLabel, value, ...select }: FolderSelectProps) {
  const t = useTranslations('folders')
  const [search, setSearch] = useState('')
  const { folders, hasMore } = useFolderSearch(search)
  const chosen = useFolder(parseFolderId(value))
  const isListed = folders.some(({ id }) => id === chosen?.id)
  return (
    <SearchedSelect
      searchLabel={t('search')}
      search={search}
      onSearch={setSearch}
      hasMore={hasMore}
      value={value}
      {...select}
    >
      {emptyLabel ? <option value="">{emptyLabel}</option> : null}
      <option value="none">{t('noFolder')}</option>
      {(chosen && !isListed ? [chosen, ...folders] : folders).map((folder) => (
        <option key={folder.id} value={folder.id}>
          {folder.name}
        </option>
      ))}
    </SearchedSelect>
  )
}

/** The value of the choice as `folder_id` of the API; undefined for the empty value. */
export function parseFolderId(value: string): number | null | undefined {
  if (value === '') return undefined
  return value === 'none' ? null : Number(value)
}
