'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import { privacyListRules, usePrivacyRequests } from '#components/privacy/queries.ts'
import { Report } from '#components/privacy/report.tsx'
import { RequestButton } from '#components/privacy/request-dialogs.tsx'
import { ListTable } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Empty } from '#components/ui/states.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'

const badges: Record<PrivacyRequestRecord['status'], { tone: Tone; hollow?: boolean }> = {
  pending: { tone: 'plain', hollow: true },
  running: { tone: 'accent' },
  completed: { tone: 'good' },
  blocked: { tone: 'danger' },
  expired: { tone: 'plain', hollow: true },
}

function useRequestColumns(): Column<PrivacyRequestRecord>[] {
  const t = useTranslations('privacy')
  const common = useTranslations('common')
  const onFailure = useDownloadFailure()
  return [
    {
      head: t('columns.person'),
      cell: ({ email, type }) => (
        <>
          <span className="block truncate font-medium" title={email}>
            {email}
          </span>
          <span className="block text-sm text-ink-soft">{t(`type.${type}`)}</span>
        </>
      ),
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'sm:w-32',
      cell: ({ status }) => <Badge {...badges[status]}>{t(`status.${status}`)}</Badge>,
    },
    {
      head: t('columns.requested'),
      className: 'text-sm text-ink-soft sm:w-32 @2xl:w-52',
      cell: ({ created_at, requested_by }) => (
        <>
          <Time at={created_at} show="day" />
          {requested_by ? `, ${requested_by.name}` : null}
        </>
      ),
    },
    {
      head: t('columns.file'),
      headHidden: true,
      className: 'sm:w-32 sm:text-right @2xl:w-36',
      cell: ({ id, email, download_url, expires_at }) =>
        download_url && expires_at ? (
          <span className="flex flex-col items-start gap-1 sm:items-end">
            <Button asChild size="sm">
              <DownloadLink
                href={`/api/v1/privacy/requests/${id}/download`}
                icon={<Download className="size-4" aria-hidden="true" />}
                onFailure={onFailure}
                aria-label={t('dataOf', { email })}
              >
                {t('zip')}
              </DownloadLink>
            </Button>
            <span className="text-xs text-ink-faint">
              {t.rich('until', { time: () => <Time at={expires_at} show="day" /> })}
            </span>
          </span>
        ) : null,
    },
  ]
}

/** The requests to export or erase the data of people. */
export function PrivacyPage() {
  const t = useTranslations('privacy')
  const listing = useListing(privacyListRules)
  const requests = usePrivacyRequests(listing.state)
  return (
    <PageBody>
      <PageHead
        title={t('title')}
        tabTitle={`${t('title')} · ${t('settings')}`}
        intro={t('intro')}
        actions={
          <>
            <RequestButton kind="export" />
            <RequestButton kind="erase" />
          </>
        }
      />
      <ListTable
        listing={listing}
        query={requests}
        label={t('requests')}
        columns={useRequestColumns()}
        details={(request) => <Report request={request} />}
        detailsLabel={t('report.title')}
        empty={<Empty title={t('empty')}>{t('emptyText')}</Empty>}
      />
    </PageBody>
  )
}
