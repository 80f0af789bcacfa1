'use client'

import { useTranslations } from 'use-intl'
import { ProcessStatus, useNameList, useProgressText } from '#components/processes/process-texts.tsx'
import type { ProcessSummary } from '#components/processes/summary.ts'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { hasExpiry } from '#lib/processes/facts'

/** The columns of the list of processes, without what matters only while they run if they have ended. */
export function useProcessColumns({ ended = false } = {}): Column<ProcessSummary>[] {
  const t = useTranslations('processes')
  const common = useTranslations('common')
  const progressText = useProgressText()
  const formatNames = useNameList()
  const sent: Column<ProcessSummary> = {
    head: t('facts.sent'),
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-28 @max-4xl:hidden',
    cell: ({ sent_at }) => (sent_at ? <Time at={sent_at} show="day" /> : null),
  }
  const expiry: Column<ProcessSummary> = {
    head: t('facts.expires'),
    sort: 'expires_at',
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-28 @max-3xl:hidden',
    cell: (process) =>
      process.expires_at && hasExpiry(process) ? <Time at={process.expires_at} show="day" /> : null,
  }
  return [
    {
      head: common('name'),
      sort: 'name',
      cell: (process) => (
        <>
          <RowLink href={`/processes/${process.id}`} name={process.name}>
            <TestTag show={process.test_mode} />
          </RowLink>
          <span className="block truncate text-sm text-ink-soft sm:hidden">{progressText(process)}</span>
        </>
      ),
    },
    {
      head: t('columns.people'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-44 @max-2xl:hidden @4xl:w-52 @6xl:w-64',
      cell: ({ signers }) => (
        <span className="line-clamp-2 break-words" title={signers.map(({ name }) => name).join(', ')}>
          {signers.length > 0 ? formatNames(signers) : null}
        </span>
      ),
    },
    ...(ended ? [] : [sent, expiry]),
    {
      head: t('columns.signed'),
      phone: 'hidden',
      className: 'figures text-sm text-ink-soft sm:w-30',
      cell: ({ progress }) => (progress.total > 0 ? t('signedOf', progress) : null),
    },
    {
      head: t('columns.lastChange'),
      sort: '-updated_at',
      phone: 'hidden',
      className: 'truncate text-sm text-ink-soft sm:w-44 @max-6xl:hidden',
      cell: ({ updated_at }) => <Time at={updated_at} show="distance" />,
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'sm:w-36',
      cell: (process) => (
        <span title={progressText(process)}>
          <ProcessStatus status={process.status} />
        </span>
      ),
    },
  ]
}
