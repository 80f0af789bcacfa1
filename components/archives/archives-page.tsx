'use client'

import { useTranslations } from 'use-intl'
import { archiveListRules, useArchives } from '#components/archives/queries.ts'
import { ZipDownload } from '#components/archives/zip-download.tsx'
import { FolderFilter } from '#components/folders/folder-filter.tsx'
import { ProcessStatus } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { ListTable, ListTools } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { Empty } from '#components/ui/states.tsx'
import { RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ArchiveRecord } from '#lib/vault/schema'

/** The list of archives: all files of each completed process. */
export function ArchivesPage() {
  const t = useTranslations('archives')
  const listing = useListing(archiveListRules)
  const archives = useArchives(listing.state)
  return (
    <PageBody wide>
      <PageHead compact title={t('title')} intro={t('intro')} />
      <ListTools listing={listing} searchLabel={t('search')} extra={<FolderFilter listing={listing} />} />
      <ListTable
        listing={listing}
        query={archives}
        label={t('title')}
        columns={useArchiveColumns()}
        noMatch={t('noMatch')}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </PageBody>
  )
}

function useArchiveColumns(): Column<ArchiveRecord>[] {
  const t = useTranslations('archives')
  const common = useTranslations('common')
  const formatSize = useFileSize()
  const describeContents = (archive: ArchiveRecord) =>
    hasFiles(archive)
      ? t('contents', { documents: archive.documents_count, signers: archive.signers_count })
      : t('filesDeleted')
  return [
    {
      head: common('name'),
      sort: 'name',
      cell: (archive) => (
        <>
          <RowLink href={`/processes/${archive.process_id}`} name={archive.name}>
            <TestTag show={archive.test_mode} />
            {archive.status === 'voided' ? <ProcessStatus status="voided" /> : null}
          </RowLink>
          <span className="block truncate text-sm text-ink-soft @4xl:hidden">
            {describeContents(archive)}
          </span>
        </>
      ),
    },
    {
      head: t('columns.contents'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-60 @max-4xl:hidden',
      cell: describeContents,
    },
    {
      head: t('columns.completed'),
      sort: '-completed_at',
      className: 'text-sm text-ink-soft sm:w-36',
      cell: ({ completed_at }) => <Time at={completed_at} show="day" />,
    },
    {
      head: common('size'),
      phone: 'hidden',
      className: 'figures text-sm text-ink-soft sm:w-28',
      cell: (archive) => (hasFiles(archive) ? formatSize(archive.size) : null),
    },
    {
      head: t('columns.download'),
      phone: 'beside',
      headHidden: true,
      className: 'sm:w-40',
      cell: (archive) =>
        hasFiles(archive) ? (
          <span className="relative z-10 block sm:-my-1 sm:text-right">
            <ArchiveDownload archive={archive} />
          </span>
        ) : null,
    },
  ]
}

/** Whether the signed documents are still stored; after their retention they can be deleted. */
function hasFiles({ documents_count }: ArchiveRecord): boolean {
  return documents_count > 0
}

/** Downloads the ZIP of an archive. */
function ArchiveDownload({ archive }: { archive: ArchiveRecord }) {
  const t = useTranslations('archives')
  const { id, name, size } = archive
  return (
    <ZipDownload
      path={`/archives/${id}/download`}
      size={size}
      label={t('zip')}
      fullLabel={t('downloadOf', { name })}
      progressLabel={t('downloading', { name })}
      message={t('downloaded', { name })}
      className="sm:min-h-7"
    />
  )
}
