'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { FolderMenu } from '#components/folders/folder-menu.tsx'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { FolderRecord } from '#lib/folders/schema'

type FolderTexts = ReturnType<typeof useTranslations<'folders'>>

/** The columns of the list of folders; `withActions` adds those of administrators. */
export function useFolderColumns(withActions: boolean): Column<FolderRecord>[] {
  const t = useTranslations('folders')
  const common = useTranslations('common')
  const columns: Column<FolderRecord>[] = [
    {
      head: common('name'),
      sort: 'name',
      cell: (folder) => (
        <>
          <span className="flex min-w-0 items-baseline gap-2.5">
            <span className="truncate font-medium" title={folder.name}>
              {folder.name}
            </span>
            <TestTag show={folder.test_mode} />
          </span>
          <RecordCounts folder={folder} />
        </>
      ),
    },
    {
      head: t('columns.access'),
      className: 'text-sm sm:w-32 @3xl:w-44',
      cell: ({ access }) => accessText(access, t),
    },
    {
      head: t('columns.created'),
      sort: '-created_at',
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-32',
      cell: ({ created_at }) => <Time at={created_at} show="day" />,
    },
  ]
  if (!withActions) return columns
  return [
    ...columns,
    {
      head: common('actions'),
      headHidden: true,
      phone: 'beside',
      className: 'sm:w-16 sm:text-right',
      cell: (folder) => <FolderMenu folder={folder} />,
    },
  ]
}

function accessText(access: FolderRecord['access'], t: FolderTexts): string {
  if (access === 'everyone') return t('access.everyone')
  if (access.length === 0) return t('access.administrators')
  return t('access.count', { count: access.length })
}

/** The numbers of records in a folder, which link to the lists of them. */
function RecordCounts({ folder }: { folder: FolderRecord }) {
  const t = useTranslations('folders.counts')
  const counts = [
    { path: '/documents', text: t('documents', { count: folder.documents_count }) },
    { path: '/processes', text: t('processes', { count: folder.processes_count }) },
    { path: '/templates', text: t('templates', { count: folder.templates_count }) },
  ]
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
      {counts.map(({ path, text }) => (
        <Link
          key={path}
          href={`${path}?folder_id=${folder.id}`}
          prefetch={false}
          className="hover:text-ink hover:underline"
        >
          {text}
        </Link>
      ))}
    </span>
  )
}
