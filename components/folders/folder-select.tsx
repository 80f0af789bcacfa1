'use client'

import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { useFolders } from '#components/folders/folders-query.ts'
import { Select } from '#components/ui/input.tsx'

interface FolderSelectProps extends Omit<ComponentProps<typeof Select>, 'children'> {
  /** The label of the empty value; without a label there is no empty value. */
  emptyLabel?: string | undefined
}

/** A choice among the folders: the value is `none` or the id of a folder. */
export function FolderSelect({ emptyLabel, ...select }: FolderSelectProps) {
  const t = useTranslations('folders')
  const folders = useFolders()
  return (
    <Select {...select}>
      {emptyLabel ? <option value="">{emptyLabel}</option> : null}
      <option value="none">{t('noFolder')}</option>
      {folders.map((folder) => (
        <option key={folder.id} value={folder.id}>
          {folder.name}
        </option>
      ))}
    </Select>
  )
}

/** The value of the choice as `folder_id` of the API; undefined for the empty value. */
export function folderIdOf(value: string): number | null | undefined {
  if (value === '') return undefined
  return value === 'none' ? null : Number(value)
}
