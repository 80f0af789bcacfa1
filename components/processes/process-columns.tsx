'use client'

import { useTranslations } from 'use-intl'
import { ProcessStatus, useProgressText } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import { RowLink } from '#components/ui/data-table.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** The columns of the list of processes. */
export function useProcessColumns(): Column<ProcessRecord>[] {
  const t = useTranslations('processes')
  const progressText = useProgressText()
  return [
    {
      head: t('columns.name'),
      sort: 'name',
      cell: (process) => (
        <>
          <RowLink href={`/processes/${process.id}`} name={process.name}>
            <TestTag show={process.test_mode} />
          </RowLink>
          <span className="block truncate text-sm text-ink-soft">{progressText(process)}</span>
        </>
      ),
    },
    {
      head: t('columns.signed'),
      phone: 'hidden',
      className: 'figures text-sm text-ink-soft sm:w-28',
      cell: ({ progress }) => (progress.total > 0 ? t('signedOf', progress) : null),
    },
    {
      head: t('columns.lastChange'),
      sort: '-updated_at',
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-36',
      cell: ({ updated_at }) => <Time at={updated_at} show="distance" />,
    },
    {
      head: t('columns.status'),
      phone: 'beside',
      className: 'sm:w-36',
      cell: ({ status }) => <ProcessStatus status={status} />,
    },
  ]
}
