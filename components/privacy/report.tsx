'use client'

import Link from 'next/link'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { asError } from '#components/i18n/error-translator.ts'
import type { Messages } from '#components/i18n/messages.ts'
import { Time, useNumbers } from '#components/ui/time.tsx'
import type { PrivacyRequestRecord } from '#lib/privacy/schema'

type KeptRecords = NonNullable<PrivacyRequestRecord['kept']>
type Kind = keyof Messages['privacy']['counts']

/** The result of a request: the counts of exported or erased records, its blockers, and the records that are kept. */
export function Report({ request }: { request: PrivacyRequestRecord }) {
  const t = useTranslations('privacy')
  const formatNumber = useNumbers()
  const counts = Object.entries(request.counts)
  const { kept, blocked_by: blockers, stop_reason: stopReason, type, status } = request
  const translateError = useErrorTranslator(stopReason !== null)
  // A newer version of the service may count kinds that have no text here.
  const kindText = (kind: Kind) => (t.has(`counts.${kind}`) ? t(`counts.${kind}`) : kind)
  if (status === 'pending' || status === 'running') return <p>{t('report.notYet')}</p>
  // A stopped request did not search to the end: it cannot say that nothing was found.
  const isCounted = stopReason === null || counts.length > 0
  return (
    <div className="flex flex-col gap-4">
      {stopReason ? (
        <p className="text-danger">
          {t('report.stopped', { reason: translateError(asError(stopReason, request.stop_reason_detail)) })}
        </p>
      ) : null}
      {blockers.length > 0 ? (
        <ReportSection title={t('report.blocked')}>
          {blockers.map(({ type: blockerType, id, name }) => (
            <li key={`${blockerType}${id}`}>
              {blockerType === 'process' ? (
                <Link href={`/processes/${id}`} className="underline">
                  {name}
                </Link>
              ) : (
                <Link href="/users" className="underline">
                  {t('report.user', { name })}
                </Link>
              )}
            </li>
          ))}
        </ReportSection>
      ) : isCounted ? (
        <ReportSection title={t(type === 'export' ? 'report.exported' : 'report.erased')}>
          {counts.length === 0 ? <li>{t('report.nothing')}</li> : null}
          {counts.map(([kind, count]) => (
            <li key={kind}>
              {t('report.count', { kind: kindText(kind as Kind), count: formatNumber(count) })}
            </li>
          ))}
        </ReportSection>
      ) : null}
      {kept && kept.processes_total + kept.events > 0 ? <KeptList kept={kept} /> : null}
    </div>
  )
}

function KeptList({ kept }: { kept: KeptRecords }) {
  const t = useTranslations('privacy')
  const formatNumber = useNumbers()
  const soft = (text: ReactNode) => <span className="text-ink-soft">{text}</span>
  const unlistedCount = kept.processes_total - kept.processes.length
  return (
    <ReportSection title={t('report.kept')}>
      {kept.processes.map(({ process_id, name, reason, law, until, data }) => (
        <li key={process_id}>
          <Link href={`/processes/${process_id}`} className="underline">
            {name}
          </Link>
          : {t(`reasons.${reason}`)} {until ? <Time at={until} show="day" /> : null}
          {law ? <span className="text-ink-soft"> ({law})</span> : null}
          {data.includes('attachments') ? <> · {t('report.keptAttachments')}</> : null}
          {data.includes('hand_overs') ? <> · {t('report.keptHandovers')}</> : null}
        </li>
      ))}
      {kept.processes_total > 0 ? <li className="text-ink-soft">{t('report.keptData')}</li> : null}
      {unlistedCount > 0 ? <li>{t('report.more', { count: unlistedCount })}</li> : null}
      <li>
        {t.rich('report.events', {
          count: formatNumber(kept.events),
          soft,
        })}
      </li>
      {kept.certificates ? (
        <li>{t.rich('report.certificates', { count: formatNumber(kept.certificates), soft })}</li>
      ) : null}
    </ReportSection>
  )
}

function ReportSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="text-sm font-medium">{title}</h3>
      <ul className="mt-1 flex flex-col gap-0.5 text-sm">{children}</ul>
    </div>
  )
}
