'use client'

import { useTranslations } from 'use-intl'
import { DocumentMenu } from '#components/documents/document-menu.tsx'
import { DocumentStatus } from '#components/documents/document-status.tsx'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { Thumbnail } from '#components/documents/thumbnail.tsx'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'

/** The columns of the list of documents; `withActions` adds that of users who may change documents. */
export function useDocumentColumns(withActions: boolean): Column<DocumentSummary>[] {
  const formatSize = useFileSize()
  const t = useTranslations('documents')
  const common = useTranslations('common')
  const columns: Column<DocumentSummary>[] = [
    {
      head: common('name'),
      sort: 'name',
      className: 'sm:pl-14!',
      cell: ({ id, name, test_mode }) => (
        <>
          <Thumbnail documentId={id} className="absolute top-0.5 left-3 h-7 w-8 max-sm:hidden" />
          <RowLink href={`/documents/${id}`} name={name}>
            <TestTag show={test_mode} />
          </RowLink>
        </>
      ),
    },
    {
      head: common('size'),
      sort: '-size',
      className: 'figures text-sm text-ink-soft sm:w-40',
      cell: (document) =>
        `${common('pageCount', { count: document.page_count })} · ${formatSize(document.size)}`,
    },
    {
      head: t('columns.uploaded'),
      sort: '-created_at',
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-36 @max-3xl:hidden @4xl:w-52 @5xl:w-64',
      cell: (document) => (
        <span className="block truncate" title={document.created_by?.name}>
          <Time at={document.created_at} show="distance" />
          {document.created_by ? `, ${document.created_by.name}` : null}
        </span>
      ),
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'sm:w-32 @4xl:w-36',
      cell: (document) => <DocumentStatus status={document.status} />,
    },
  ]
  if (!withActions) return columns
  return [
    ...columns,
    {
      head: common('actions'),
      headHidden: true,
      phone: 'corner',
      className: 'sm:w-16',
      cell: (document) => (
        <span className="cell-menu">
          <DocumentMenu document={document} />
        </span>
      ),
    },
  ]
}
