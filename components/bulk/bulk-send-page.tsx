'use client'

import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { DownloadLink } from '#components/api/download-link.tsx'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useDownloadFailure } from '#components/api/use-download-failure.ts'
import { useErrorTranslator } from '#components/api/use-error-translator.ts'
import { BulkStatus } from '#components/bulk/bulk-status.tsx'
import { CancelListButton } from '#components/bulk/cancel-list.tsx'
import { RowWarnings } from '#components/bulk/list-errors.tsx'
import { goesOnByItself, useBulkSend, useBulkSendAction } from '#components/bulk/queries.ts'
import { asError } from '#components/i18n/error-translator.ts'
import { useCan } from '#components/shell/account.ts'
import { TestBanner } from '#components/shell/frame/test-banner.tsx'
import { PageError } from '#components/shell/page-error.tsx'
import { PageBody, PageHead, type ParentPage } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { Facts, Section } from '#components/ui/card.tsx'
import { Time } from '#components/ui/time.tsx'
import type { BulkSendRecord } from '#lib/bulk/schema'

/** The page of a list that is being sent. */
export function BulkSendPage({ id }: { id: number }) {
  const t = useTranslations('bulk')
  const bulkSend = useBulkSend(id)
  const parentLinks = [
    { href: '/templates', label: t('lists.templates') },
    { href: '/templates/lists', label: t('lists.title') },
  ]
  if (!bulkSend.data) return <PageError query={bulkSend} title={t('list.title')} up={parentLinks} />
  return <BulkSendDetails bulkSend={bulkSend.data} up={parentLinks} />
}

interface BulkSendDetailsProps {
  bulkSend: BulkSendRecord
  up: ParentPage[]
}

function BulkSendDetails({ bulkSend, up }: BulkSendDetailsProps) {
  const t = useTranslations('bulk.list')
  const common = useTranslations('common')
  const onFailure = useDownloadFailure()
  const {
    id,
    name,
    status,
    progress,
    pause_reason: pauseReason,
    pause_reason_detail: pauseDetail,
    warnings,
  } = bulkSend
  const translateError = useErrorTranslator(pauseReason !== null || warnings.length > 0)
  const doneRows = progress.sent + progress.failed
  return (
    <PageBody narrow>
      <PageHead title={name} up={up} actions={<Actions bulkSend={bulkSend} />} />
      <TestBanner show={bulkSend.test_mode} />
      <div className="flex flex-col gap-8">
        <div>
          <progress
            aria-label={t('progress')}
            max={progress.total}
            value={doneRows}
            className="h-2 w-full appearance-none bg-well [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-accent"
          />
          <p role="status" className="mt-2">
            {t('done', { done: doneRows, total: progress.total })}
            {pauseReason
              ? ` ${t('paused', { reason: translateError(asError(pauseReason, pauseDetail)) })}`
              : ''}
          </p>
        </div>
        <Section title={t('details')}>
          <Facts
            rows={[
              { name: common('status'), value: <BulkStatus status={status} /> },
              { name: t('sent'), value: String(progress.sent) },
              { name: t('failed'), value: String(progress.failed) },
              {
                name: t(status === 'cancelled' ? 'notSent' : 'remaining'),
                value: String(progress.remaining),
              },
              { name: t('started'), value: <Time at={bulkSend.created_at} /> },
              ...(bulkSend.ended_at ? [{ name: t('ended'), value: <Time at={bulkSend.ended_at} /> }] : []),
              { name: t('startedBy'), value: bulkSend.created_by },
            ]}
          />
        </Section>
        {warnings.length > 0 ? (
          <Section title={t('warnings')}>
            <RowWarnings
              warnings={warnings.map((warning, index) =>
                translateError(asError(warning, bulkSend.warning_details[index])),
              )}
            />
          </Section>
        ) : null}
        <div>
          <Button asChild>
            <DownloadLink
              href={`/api/v1/bulk-sends/${id}/result`}
              icon={<Download className="size-4" aria-hidden="true" />}
              onFailure={onFailure}
            >
              {t('result')}
            </DownloadLink>
          </Button>
        </div>
      </div>
    </PageBody>
  )
}

function Actions({ bulkSend }: { bulkSend: BulkSendRecord }) {
  const { id, status, template_id: templateId } = bulkSend
  const t = useTranslations('bulk.list')
  const action = useBulkSendAction(id)
  const maySend = useCan('process.send')
  if (!maySend || status === 'completed' || status === 'cancelled') return null
  return (
    <>
      <QueryErrorMessage error={action.error} />
      <CancelListButton id={id} />
      {status === 'running' || goesOnByItself(bulkSend) ? (
        <Button busy={action.isPending} onClick={() => action.mutate('pause')}>
          {t('pause')}
        </Button>
      ) : null}
      {status === 'running' || templateId === null ? null : (
        <Button variant="primary" busy={action.isPending} onClick={() => action.mutate('resume')}>
          {t('resume')}
        </Button>
      )}
    </>
  )
}
