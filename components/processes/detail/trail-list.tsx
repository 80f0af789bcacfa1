'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import {
  formatFieldChanges,
  getReason,
  getSigningSession,
  isFailure,
  type People,
  toTrailLines,
} from '#components/processes/detail/trail-texts.ts'
import { useTrail } from '#components/processes/queries.ts'
import { Pager } from '#components/shell/list/pager.tsx'
import { useRowsOfPage } from '#components/shell/list/use-rows-of-page.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Time } from '#components/ui/time.tsx'
import type { ProcessRecord } from '#lib/processes/schema'

const LINES_PER_PAGE = 100

interface TrailListProps {
  process: ProcessRecord
  people: People
}

/** The audit trail, latest event first. */
export function TrailList({ process, people }: TrailListProps) {
  const t = useTranslations('processes')
  const trail = useTrail(process)
  const translateError = useErrorTranslator(trail.data?.events.some(isFailure) ?? false)
  const { rows: lines, pager } = useRowsOfPage(
    trail.data ? toTrailLines(t, trail.data.events, people) : [],
    LINES_PER_PAGE,
    'trail',
  )
  if (!trail.data) return <QueryErrorMessage error={trail.error} onRetry={() => trail.refetch()} />
  return (
    <>
      <ol aria-label={t('trail.label')} className="flex flex-col gap-3.5">
        {lines.map(({ event, sentence }) => (
          <li key={event.seq}>
            <p className="break-words">{sentence}</p>
            <Reason text={getReason(event, translateError)} />
            <p className="text-sm text-ink-faint">
              <Time at={event.occurred_at} />
              {formatFieldChanges(t, event) ? ` · ${formatFieldChanges(t, event)}` : null}
              {event.address ? <span className="figures"> · {event.address}</span> : null}
              {getSigningSession(event)
                ? ` · ${t('trail.session', { id: String(getSigningSession(event)) })}`
                : null}
            </p>
          </li>
        ))}
      </ol>
      {pager.lastPage > 1 ? <Pager label={t('page.trail')} {...pager} /> : null}
      <div className="mt-5 border-t border-rule pt-3">
        {trail.data.chain_valid ? (
          <Badge tone="good">{t('trail.intact')}</Badge>
        ) : (
          <Badge tone="danger">{t('trail.damaged')}</Badge>
        )}
        {trail.data.chain_head ? (
          <p className="mt-1 font-mono text-xs break-all text-ink-faint">{trail.data.chain_head}</p>
        ) : null}
      </div>
    </>
  )
}

function Reason({ text }: { text: string | null }) {
  return text ? <p className="font-serif text-ink-soft italic">{text}</p> : null
}
