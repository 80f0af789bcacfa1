import Link from 'next/link'
import { FolderMenu } from '#components/folders/folder-menu.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { FolderRecord } from '#lib/folders/schema'

/** The columns of the list of folders. */
export const folderColumns: Column<FolderRecord>[] = [
  {
    head: 'Name',
    sort: 'name',
    cell: (folder) => (
      <>
        <span className="flex min-w-0 items-baseline gap-2.5">
          <span className="truncate font-medium" title={folder.name}>
            {folder.name}
          </span>
          <TestTag show={folder.test_mode} />
        </span>
        <span className="mt-0.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <Count path="/documents" folder={folder} count={folder.documents_count} noun="document" />
          <Count path="/processes" folder={folder} count={folder.processes_count} noun="process" />
          <Count path="/templates" folder={folder} count={folder.templates_count} noun="template" />
        </span>
      </>
    ),
  },
  {
    head: 'Access',
    className: 'text-sm sm:w-44',
    cell: ({ access }) => accessText(access),
  },
  {
    head: 'Created',
    sort: '-created_at',
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-32',
    cell: ({ created_at }) => <Time at={created_at} show="day" />,
  },
]

/** For administrators. */
export const folderActions: Column<FolderRecord> = {
  head: 'Actions',
  quiet: true,
  phone: 'beside',
  className: 'sm:w-20 sm:text-right',
  cell: (folder) => <FolderMenu folder={folder} />,
}

function accessText(access: FolderRecord['access']): string {
  if (access === 'everyone') return 'Everyone'
  if (access.length === 0) return 'Administrators'
  return access.length === 1 ? '1 user' : `${access.length} users`
}

interface CountProps {
  path: string
  folder: FolderRecord
  count: number
  noun: string
}

/** The number of records, which links to their list. */
function Count({ path, folder, count, noun }: CountProps) {
  const plural = noun.endsWith('s') ? `${noun}es` : `${noun}s`
  return (
    <Link href={`${path}?folder_id=${folder.id}`} prefetch={false} className="hover:text-ink hover:underline">
      {count.toLocaleString('en')} {count === 1 ? noun : plural}
    </Link>
  )
}
