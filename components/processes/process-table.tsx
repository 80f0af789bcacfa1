import Link from 'next/link'
import { ProcessStatus, standing } from '#components/processes/process-words'
import { Stamp } from '#components/ui/badge'
import { Time } from '#components/ui/time'
import type { ProcessRecord } from '#lib/processes/schema'

/** One line a process: what it is, whom it waits for, how far it is. */
export function ProcessTable({ processes }: { processes: ProcessRecord[] }) {
  return (
    <ul className="divide-y divide-rule">
      {processes.map((process) => (
        <li
          key={process.id}
          className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-0.5 px-4 py-3.5 hover:bg-well/50 sm:grid-cols-[minmax(0,1fr)_4rem_9rem] sm:px-5"
        >
          <span className="flex min-w-0 items-baseline gap-2.5">
            <Link
              href={`/processes/${process.id}`}
              title={process.name}
              className="truncate font-medium after:absolute after:inset-0 group-hover:underline"
            >
              {process.name}
            </Link>
            {process.test_mode ? <Stamp tone="warn">TEST</Stamp> : null}
          </span>
          <span className="figures hidden text-right text-sm text-ink-soft sm:block">
            {process.progress.total > 0 ? (
              <>
                {process.progress.signed}/{process.progress.total}
                <span className="sr-only"> signed</span>
              </>
            ) : null}
          </span>
          <ProcessStatus status={process.status} />
          <span className="col-span-2 truncate text-sm text-ink-soft sm:col-span-1">{standing(process)}</span>
          <span className="hidden text-right text-sm text-ink-faint sm:col-span-2 sm:block sm:text-left sm:pl-22">
            <Time at={process.updated_at} show="distance" />
          </span>
        </li>
      ))}
    </ul>
  )
}
