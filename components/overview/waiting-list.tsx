import Link from 'next/link'
import { awaited, SignerStatus } from '#components/processes/process-words'
import { Sheet } from '#components/ui/sheet'
import { Empty } from '#components/ui/states'
import { Time } from '#components/ui/time'
import type { ProcessRecord } from '#lib/processes/schema'

/** Whoever has the pen, the longest wait first. */
export function WaitingList({ processes }: { processes: ProcessRecord[] }) {
  const turns = processes
    .flatMap((process) => awaited(process).map((signer) => ({ process, signer })))
    .toSorted((a, b) => (a.signer.invited_at ?? '').localeCompare(b.signer.invited_at ?? ''))
    .slice(0, 12)
  return (
    <Sheet>
      {turns.length === 0 ? (
        <Empty title="Nobody has the pen" className="py-8">
          What you send for signature shows here until it is signed.
        </Empty>
      ) : (
        <ul className="divide-y divide-rule">
          {turns.map(({ process, signer }) => (
            <li
              key={signer.id}
              className="group relative flex flex-wrap items-baseline justify-between gap-x-6 px-4 py-3.5 hover:bg-well/50 sm:px-5"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-serif text-lg" title={signer.name}>
                  {signer.name}
                </span>
                <Link
                  href={`/processes/${process.id}`}
                  title={process.name}
                  className="block truncate text-sm text-ink-soft after:absolute after:inset-0 group-hover:underline"
                >
                  {process.name}
                </Link>
              </span>
              <span className="flex flex-col items-end">
                <SignerStatus signer={signer} />
                {signer.invited_at ? (
                  <span className="text-sm text-ink-faint">
                    <Time at={signer.viewed_at ?? signer.invited_at} show="distance" />
                  </span>
                ) : null}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  )
}
