'use client'

import { useTranslations } from 'use-intl'
import { FolderSelect } from '#components/folders/folder-select.tsx'
import { useFolders } from '#components/folders/folders-query.ts'
import type { Listing } from '#components/shell/list/use-listing.ts'

/** The filter of a list by folder; nothing where there is no folder. */
export function FolderFilter({ listing: { state, apply } }: { listing: Listing }) {
  const t = useTranslations('shell.list')
  if (useFolders().length === 0) return null
  return (
    <FolderSelect
      name="folder_id"
      aria-label={t('folder')}
      emptyLabel={t('allFolders')}
      className="sm:max-w-56"
      value={state.folder_id ?? ''}
      onChange={(event) => apply({ folder_id: event.target.value })}
    />
  )
}
