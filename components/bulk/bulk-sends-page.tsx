'use client'

import { useTranslations } from 'use-intl'
import { BulkStatus } from '#components/bulk/bulk-status.tsx'
import { bulkSendListRules, useBulkSends } from '#components/bulk/queries.ts'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { ListTable } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Empty } from '#components/ui/states.tsx'
import { RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { BulkSendRecord } from '#lib/bulk/schema'

function useColumns(): Column<BulkSendRecord>[] {
  const t = useTranslations('bulk.lists')
  const common = useTranslations('common')
  return [
    {
      head: common('name'),
      cell: ({ id, name, test_mode }) => (
        <RowLink href={`/templates/lists/${id}`} name={name}>
          <TestTag show={test_mode} />
        </RowLink>
      ),
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'sm:w-36',
      cell: ({ status }) => <BulkStatus status={status} />,
    },
    {
      head: t('sent'),
      className: 'figures text-sm text-ink-soft sm:w-36',
      cell: ({ progress: { sent, total } }) => t('sentOf', { sent, total }),
    },
    {
      head: t('started'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-32',
      cell: ({ created_at }) => <Time at={created_at} show="day" />,
    },
  ]
}

/** The lists that templates were sent to. */
export function BulkSendsPage() {
  const t = useTranslations('bulk.lists')
  const listing = useListing(bulkSendListRules)
  const bulkSends = useBulkSends(listing.state)
  return (
    <PageBody wide>
      <PageHead
        compact
        title={t('title')}
        intro={t('intro')}
        up={{ href: '/templates', label: t('templates') }}
      />
      <ListTable
        listing={listing}
        query={bulkSends}
        label={t('title')}
        columns={useColumns()}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </PageBody>
  )
}
