'use client'

import { useTranslations } from 'use-intl'
import { ActionButton } from '#components/operator/action-button.tsx'
import { OperatorHead } from '#components/operator/operator-frame.tsx'
import { PageBody } from '#components/shell/page-head.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Card, Section } from '#components/ui/card.tsx'
import { DataTable } from '#components/ui/table/data-table.tsx'
import { Time, useNumbers } from '#components/ui/time.tsx'
import type { Queues } from '#lib/operator/dashboard/queues'

/** The workers, the queues, and the jobs that failed. */
export function JobsPage({ workers, queues, failedJobs, hasMore }: Queues) {
  const t = useTranslations('operator.jobs')
  const formatNumber = useNumbers()
  return (
    <PageBody>
      <OperatorHead page="jobs" />
      <p className="mb-6 flex flex-wrap items-baseline gap-x-4">
        <Badge tone={workers.alive ? 'good' : 'danger'}>{t('workers', { count: workers.count })}</Badge>
        {workers.lastJobAt ? (
          <span className="text-ink-soft">
            {t('lastJob')} <Time at={workers.lastJobAt.toISOString()} show="distance" />
          </span>
        ) : null}
      </p>
      <Section title={t('queues')}>
        {queues.length === 0 ? (
          <p className="text-ink-soft">{t('noneWaits')}</p>
        ) : (
          <Card>
            <DataTable
              label={t('queues')}
              rows={queues.map((queue) => ({ id: queue.queue, ...queue }))}
              columns={[
                { head: t('queue'), cell: ({ queue }) => <code className="font-mono text-sm">{queue}</code> },
                ...(['waiting', 'running', 'later'] as const).map((count) => ({
                  head: t(count),
                  className: 'sm:w-28',
                  cell: (queue: (typeof queues)[number]) => (
                    <>
                      <span className="text-sm text-ink-soft sm:hidden">{t(count)} </span>
                      <span className="figures">{formatNumber(queue[count])}</span>
                    </>
                  ),
                })),
                {
                  head: t('oldest'),
                  phone: 'beside',
                  className: 'sm:w-36',
                  cell: ({ oldestAt }) =>
                    oldestAt ? <Time at={oldestAt.toISOString()} show="distance" /> : null,
                },
              ]}
            />
          </Card>
        )}
      </Section>
      <Section title={t('failed')} className="mt-10">
        {failedJobs.length === 0 ? (
          <p className="text-ink-soft">{t('noneFailed')}</p>
        ) : (
          <ul className="divide-y divide-rule">
            {failedJobs.map((job) => (
              <li key={job.id} className="py-4">
                <FailedJob job={job} />
              </li>
            ))}
          </ul>
        )}
        {hasMore ? <p className="mt-3 text-ink-soft">{t('more', { count: failedJobs.length })}</p> : null}
      </Section>
    </PageBody>
  )
}

function FailedJob({ job }: { job: Queues['failedJobs'][number] }) {
  const t = useTranslations('operator.jobs')
  const tOperator = useTranslations('operator')
  const { id, queue, state, attempts, reason, tenantId, organisation, processId, startAfter } = job
  const subject = [
    ...(tenantId !== null && organisation
      ? [tOperator('organisation', { name: organisation, id: tenantId })]
      : []),
    ...(processId === null ? [] : [t('process', { id: processId })]),
  ]
  const change = (action: 'retry_job' | 'discard_job') => ({
    action: { action, job: id },
    label: t(`${action}.label`),
    name: t(`${action}.name`, { queue }),
    title: t(`${action}.title`),
    text: t(`${action}.text`),
    subject: [queue, ...subject].join(' · '),
    done: t(`${action}.done`),
  })
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:items-start sm:justify-between">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <code className="font-mono text-sm font-medium">{queue}</code>
          <Badge tone={state === 'failed' ? 'danger' : 'warn'} hollow={state !== 'failed'}>
            {t(`states.${state}`)}
          </Badge>
          {state === 'delayed' ? <Time at={startAfter.toISOString()} show="distance" /> : null}
        </p>
        {reason ? (
          <p lang="en" className="mt-1 break-words">
            {reason}
          </p>
        ) : null}
        <p className="mt-1 text-sm text-ink-soft">
          {[t('attempts', { count: attempts }), ...subject].join(' · ')}
        </p>
      </div>
      {state === 'running' ? null : (
        <div className="flex shrink-0 gap-2">
          <ActionButton {...change('retry_job')} />
          <ActionButton {...change('discard_job')} danger />
        </div>
      )}
    </div>
  )
}
