'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { BarList } from '#components/ui/charts/bar-list.tsx'
import { MonthChart } from '#components/ui/charts/month-chart.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { SkeletonRows } from '#components/ui/states.tsx'
import { useNumbers } from '#components/ui/time.tsx'
import { shownStatuses, useVaultStatistics } from '#components/vault/queries.ts'
import type { VaultStatistics } from '#lib/vault/schema'

const TAGS_SHOWN = 10

/** The vault in numbers: documents and bytes by month, documents by status and tag. */
export function VaultStatisticsPage() {
  const t = useTranslations('vault')
  const statistics = useVaultStatistics()
  return (
    <PageBody>
      <PageHead
        up={{ href: '/vault', label: t('title') }}
        title={t('statistics.title')}
        intro={statistics.data ? <Totals statistics={statistics.data} /> : null}
      />
      <QueryErrorMessage
        error={statistics.error}
        className="mb-6"
        onRetry={() => void statistics.refetch()}
      />
      {statistics.data ? <Charts statistics={statistics.data} /> : <SkeletonRows />}
    </PageBody>
  )
}

function Totals({ statistics }: { statistics: VaultStatistics }) {
  const t = useTranslations('vault.statistics')
  const formatNumber = useNumbers()
  const formatSize = useFileSize()
  const { total_documents, total_size } = statistics
  return t('totals', {
    count: total_documents,
    number: formatNumber(total_documents),
    size: formatSize(total_size),
  })
}

function Charts({ statistics }: { statistics: VaultStatistics }) {
  const t = useTranslations('vault')
  const common = useTranslations('common')
  const formatSize = useFileSize()
  const { documents_by_month: months } = statistics
  const topTags = statistics.top_tags.slice(0, TAGS_SHOWN)
  const countsByStatus = {
    active: statistics.active_documents,
    expiring: statistics.expiring_soon,
    expired: statistics.expired_documents,
    voided: statistics.voided_documents,
    archived: statistics.archived_documents,
  }
  return (
    <div className="grid gap-10 lg:grid-cols-2">
      <Section title={t('statistics.documentsByMonth')} className="min-w-0">
        <Card className="p-4 sm:p-5">
          <MonthChart
            label={t('statistics.documentsByMonth')}
            months={months.map(({ month, count }) => ({ month, values: [count] }))}
            series={[{ name: t('statistics.documents'), bar: 'accent' }]}
          />
        </Card>
      </Section>
      <Section title={t('statistics.sizeByMonth')} className="min-w-0">
        <Card className="p-4 sm:p-5">
          <MonthChart
            label={t('statistics.sizeByMonth')}
            months={months.map(({ month, size }) => ({ month, values: [size] }))}
            series={[{ name: common('size'), bar: 'good' }]}
            format={formatSize}
          />
        </Card>
      </Section>
      <Section title={common('status')} className="min-w-0">
        <BarList
          label={common('status')}
          rows={shownStatuses.map((status) => ({
            name: t(`status.${status}`),
            value: countsByStatus[status],
            href: `/vault?status=${status}`,
          }))}
        />
      </Section>
      <Section title={t('tags.title')} className="min-w-0">
        {topTags.length === 0 ? (
          <p className="text-ink-soft">{t('tags.none')}</p>
        ) : (
          <>
            <BarList
              label={t('tags.title')}
              rows={topTags.map(({ tag, count }) => ({ name: tag, value: count, href: tagHref(tag) }))}
            />
            {statistics.archived_documents > 0 ? (
              <p className="mt-2 text-sm text-ink-soft">{t('statistics.tagsOfArchived')}</p>
            ) : null}
          </>
        )}
      </Section>
    </div>
  )
}

/** The vault filtered by a tag, in which a comma and a backslash are escaped. */
function tagHref(tag: string): string {
  return `/vault?${new URLSearchParams({ tags: tag.replace(/[\\,]/g, '\\$&') })}`
}
