'use client'

import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import { EventDetails, useEventColumns } from '#components/settings/audit/audit-columns.tsx'
import { auditListRules, toFilter, useAuditEvents } from '#components/settings/audit/audit-queries.ts'
import { SettingsHead } from '#components/settings/settings-head.tsx'
import { ListTools } from '#components/shell/list/listing.tsx'
import { useListing } from '#components/shell/list/use-listing.ts'
import { PageBody } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { usePreferences } from '#components/ui/preferences.tsx'
import { Empty, SkeletonRows } from '#components/ui/states.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'

/** The audit log of the organisation; for administrators. */
export function AuditPage() {
  const t = useTranslations('settings.audit')
  const onFailure = useDownloadFailure()
  const listing = useListing(auditListRules)
  const { timeZone } = usePreferences()
  const filter = toFilter(listing.state, timeZone)
  const query = new URLSearchParams(filter).toString()
  return (
    <PageBody>
      <SettingsHead page="auditLog" />
      <ListTools
        listing={listing}
        extra={
          <Button asChild className="lg:h-9 lg:min-h-9">
            <DownloadLink
              href={`/api/v1/audit-events?${query ? `${query}&` : ''}format=csv`}
              icon={<Download className="size-4" aria-hidden="true" />}
              onFailure={onFailure}
            >
              {t('export')}
            </DownloadLink>
          </Button>
        }
      />
      {/* Another filter begins with the newest events. */}
      <EventPages key={query} filter={filter} />
    </PageBody>
  )
}

function EventPages({ filter }: { filter: Record<string, string> }) {
  const t = useTranslations('settings.audit')
  const tList = useTranslations('shell.list')
  const columns = useEventColumns()
  /** The cursors of the pages after the first, up to the one that is shown. */
  const [cursors, setCursors] = useState<string[]>([])
  const list = useAuditEvents(filter, cursors.at(-1) ?? null)
  const next = list.data?.meta.next_cursor ?? null
  return (
    <>
      <Card role="group" aria-label={t('label')} aria-busy={list.isPlaceholderData}>
        {list.error ? (
          <QueryErrorMessage error={list.error} onRetry={() => list.refetch()} className="m-4" />
        ) : !list.data ? (
          <div className="px-5">
            <SkeletonRows label={tList('loading', { label: t('label') })} />
          </div>
        ) : list.data.data.length === 0 ? (
          <Empty title={t('empty')}>{t('emptyText')}</Empty>
        ) : (
          <DataTable
            label={t('label')}
            columns={columns}
            rows={list.data.data}
            details={(event) => <EventDetails event={event} />}
          />
        )}
      </Card>
      {cursors.length > 0 || next ? (
        <nav aria-label={t('pages')} className="mt-3 flex justify-end gap-2 print:hidden">
          <Button
            size="sm"
            unavailable={cursors.length === 0}
            onClick={() => setCursors((shown) => shown.slice(0, -1))}
          >
            {t('newer')}
          </Button>
          <Button
            size="sm"
            unavailable={next === null || list.isPlaceholderData}
            onClick={() => next && setCursors((shown) => [...shown, next])}
          >
            {t('older')}
          </Button>
        </nav>
      ) : null}
    </>
  )
}
