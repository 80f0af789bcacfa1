'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { isTurnOf, ResendOwnButton } from '#components/processes/detail/resend.tsx'
import { awaited, useNameList } from '#components/processes/process-texts.tsx'
import type { ProcessSummary } from '#components/processes/summary.ts'
import { Card, Section } from '#components/ui/card.tsx'
import { DataTable, RowLink } from '#components/ui/table/data-table.tsx'
import { Time } from '#components/ui/time.tsx'

interface WaitingForUserProps {
  /** Those that expire first. */
  processes: ProcessSummary[]
  /** How many there are. */
  total: number
  email: string
}

/** The processes in which it is the user's turn; nothing if there are none. */
export function WaitingForUser({ processes, total, email }: WaitingForUserProps) {
  const t = useTranslations('overview')
  const rows = processes.filter((process) => isTurnOf(process, email))
  if (rows.length === 0) return null
  return (
    <Section title={t('forYou.title')}>
      <p className="mb-3 text-ink-soft">{t('forYou.text', { email })}</p>
      <Card>
        <DataTable
          label={t('forYou.title')}
          rows={rows}
          columns={[
            {
              head: t('waiting.columns.process'),
              cell: ({ id, name }) => <RowLink href={`/processes/${id}`} name={name} />,
            },
            {
              head: t('forYou.from'),
              className: 'sm:w-40 sm:@max-2xl:hidden',
              cell: ({ sent_by }) => sent_by?.name,
            },
            {
              head: t('forYou.until'),
              phone: 'beside',
              className: 'text-sm text-ink-soft sm:w-28',
              cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} show="day" /> : null),
            },
            {
              head: t('forYou.link'),
              className: 'relative z-10 sm:w-48',
              cell: (process) => <ResendOwnButton process={process} />,
            },
          ]}
        />
      </Card>
      {total > processes.length ? (
        <ListNote>{t('forYou.first', { shown: processes.length, total })}</ListNote>
      ) : null}
    </Section>
  )
}

/** What a list on the overview leaves out. */
export function ListNote({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-sm text-ink-soft">{children}</p>
}

/** The processes that expire soon, in their order; nothing if there are none. */
export function ExpiringProcesses({ processes }: { processes: ProcessSummary[] }) {
  const t = useTranslations('overview')
  const formatNames = useNameList()
  if (processes.length === 0) return null
  return (
    <Section title={t('expiring.title')}>
      <Card>
        <DataTable
          label={t('expiring.title')}
          rows={processes}
          columns={[
            {
              head: t('waiting.columns.process'),
              cell: ({ id, name }) => <RowLink href={`/processes/${id}`} name={name} />,
            },
            {
              head: t('waiting.columns.signer'),
              className: 'sm:w-48',
              cell: (process) => formatNames(awaited(process)),
            },
            {
              head: t('expiring.expires'),
              phone: 'beside',
              className: 'text-sm text-ink-soft sm:w-36',
              cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} show="distance" /> : null),
            },
          ]}
        />
      </Card>
    </Section>
  )
}
