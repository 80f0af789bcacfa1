'use client'

import { useTranslations } from 'use-intl'
import { ListNote } from '#components/overview/process-rows.tsx'
import { awaited, SignerStatus } from '#components/processes/process-texts.tsx'
import type { ProcessSummary, SignerSummary } from '#components/processes/summary.ts'
import { Card } from '#components/ui/card.tsx'
import { Empty } from '#components/ui/states.tsx'
import { DataTable, RowLink } from '#components/ui/table/data-table.tsx'
import type { Column } from '#components/ui/table/table-head.tsx'
import { Time } from '#components/ui/time.tsx'

const MAX_ROWS = 12

/** A signer whose turn it is in a process. */
interface Turn {
  id: number
  process: ProcessSummary
  signer: SignerSummary
}

function useWaitingColumns(): Column<Turn>[] {
  const t = useTranslations('overview.waiting.columns')
  const common = useTranslations('common')
  return [
    {
      head: t('process'),
      cell: ({ process }) => <RowLink href={`/processes/${process.id}`} name={process.name} />,
    },
    {
      head: t('signer'),
      className: 'sm:w-40',
      cell: ({ signer }) => (
        <span className="block truncate" title={signer.name}>
          {signer.name}
        </span>
      ),
    },
    {
      head: t('since'),
      phone: 'hidden',
      className: 'text-sm text-ink-soft sm:w-32',
      cell: ({ signer }) => (signer.invited_at ? <Time at={signer.invited_at} show="distance" /> : null),
    },
    {
      head: common('status'),
      phone: 'beside',
      className: 'sm:w-32',
      cell: ({ signer }) => <SignerStatus signer={signer} />,
    },
  ]
}

interface WaitingListProps {
  /** The oldest ones in progress. */
  processes: ProcessSummary[]
  /** How many processes are in progress. */
  total: number
}

/** The signers whose turn it is, the longest wait first. */
export function WaitingList({ processes, total }: WaitingListProps) {
  const t = useTranslations('overview.waiting')
  const columns = useWaitingColumns()
  const turns = processes
    .flatMap((process) => awaited(process).map((signer) => ({ id: signer.id, process, signer })))
    .toSorted((a, b) => (a.signer.invited_at ?? '').localeCompare(b.signer.invited_at ?? ''))
  const rows = turns.slice(0, MAX_ROWS)
  const ofOldest = total > processes.length ? t('ofOldest', { shown: processes.length, total }) : null
  const note =
    ofOldest ?? (turns.length > rows.length ? t('first', { shown: rows.length, total: turns.length }) : null)
  if (rows.length === 0)
    return (
      <Card>
        <Empty title={t('empty')} className="py-8">
          {ofOldest ?? t('emptyText')}
        </Empty>
      </Card>
    )
  return (
    <>
      <Card>
        <DataTable label={t('title')} columns={columns} rows={rows} />
      </Card>
      {note ? <ListNote>{note}</ListNote> : null}
    </>
  )
}
