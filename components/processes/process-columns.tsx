import { ProcessStatus, progressText } from '#components/processes/process-texts.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import { RowLink } from '#components/ui/data-table.tsx'
import type { Column } from '#components/ui/table-head.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

/** The columns of the list of processes. */
export const processColumns: Column<ProcessRecord>[] = [
  {
    head: 'Name',
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
    head: 'Signed',
    phone: 'hidden',
    className: 'figures text-sm text-ink-soft sm:w-20',
    cell: ({ progress: { signed, total } }) => (total > 0 ? `${signed} of ${total}` : null),
  },
  {
    head: 'Last change',
    sort: '-updated_at',
    phone: 'hidden',
    className: 'text-sm text-ink-soft sm:w-36',
    cell: ({ updated_at }) => <Time at={updated_at} show="distance" />,
  },
  {
    head: 'Status',
    phone: 'beside',
    className: 'sm:w-36',
    cell: ({ status }) => <ProcessStatus status={status} />,
  },
]
