import { Download, Package } from 'lucide-react'
import Link from 'next/link'
import { namesOf } from '#components/processes/process-words'
import { Badge, Stamp, type Tone } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Time } from '#components/ui/time'
import type { VaultRecord } from '#lib/vault/schema'

const states: Record<VaultRecord['status'], { words: string; tone: Tone; hollow?: boolean }> = {
  active: { words: 'kept', tone: 'good' },
  archived: { words: 'archived', tone: 'plain', hollow: true },
  expiring: { words: 'ends soon', tone: 'warn' },
  expired: { words: 'past its time', tone: 'warn', hollow: true },
}

/** One line a sealed paper: what, by whom, since when, and the way to have it. */
export function VaultTable({ papers }: { papers: VaultRecord[] }) {
  return (
    <ul className="divide-y divide-rule">
      {papers.map((paper) => {
        const { words, ...look } = states[paper.status]
        const path = `/api/v1/vault/documents/${paper.id}`
        return (
          <li
            key={paper.id}
            className="flex flex-col gap-x-6 gap-y-3 px-4 py-4 sm:flex-row sm:items-center sm:justify-between sm:px-5"
          >
            <div className="min-w-0">
              <p className="flex min-w-0 items-baseline gap-2.5">
                <Link
                  href={`/processes/${paper.process_id}`}
                  className="truncate font-medium hover:underline"
                  title={paper.name}
                >
                  {paper.name}
                </Link>
                {paper.test_mode ? <Stamp tone="warn">TEST</Stamp> : null}
              </p>
              <p className="text-sm text-ink-soft">
                Signed by {namesOf(paper.signers)}, <Time at={paper.signed_at} show="day" /> ·{' '}
                {paper.size_formatted}
              </p>
              <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
                <Badge {...look}>{words}</Badge>
                {paper.tags.map((tag) => (
                  <Stamp key={tag} className="max-w-48 truncate">
                    {tag}
                  </Stamp>
                ))}
              </p>
            </div>
            <div className="flex shrink-0 gap-2">
              <Button asChild size="sm">
                <a href={`${path}/package`} download aria-label={`Package of ${paper.name}`}>
                  <Package className="size-4" aria-hidden="true" />
                  Package
                </a>
              </Button>
              <Button asChild size="sm">
                <a href={`${path}/download`} download aria-label={`Signed PDF of ${paper.name}`}>
                  <Download className="size-4" aria-hidden="true" />
                  PDF
                </a>
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
