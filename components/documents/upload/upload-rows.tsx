'use client'

import { RotateCcw, X } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useErrorText } from '#components/api/error-text.ts'
import { DocumentNotices } from '#components/documents/document-notices.tsx'
import { describeUploadError } from '#components/documents/upload/upload-errors.ts'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import {
  countUploads,
  mayRetry,
  mostRelevant,
  type Upload,
} from '#components/documents/upload/upload-state.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Progress } from '#components/ui/charts/progress.tsx'

function StateBadge({ upload }: { upload: Upload }) {
  const t = useTranslations('documents.upload.states')
  if (upload.state === 'waiting') return <Badge hollow>{t('waiting')}</Badge>
  if (upload.state === 'sending')
    return <Badge tone="accent">{t('sending', { percent: Math.round(upload.sent * 100) })}</Badge>
  if (upload.state === 'checking') return <Badge tone="accent">{t('checking')}</Badge>
  if (upload.state === 'failed')
    return <Badge tone="danger">{t(mayRetry(upload) ? 'failed' : 'rejected')}</Badge>
  return upload.document?.repaired ? (
    <Badge tone="warn">{t('repaired')}</Badge>
  ) : (
    <Badge tone="good">{t('done')}</Badge>
  )
}

function UploadRow({ upload }: { upload: Upload }) {
  const t = useTranslations('documents')
  const errorText = useErrorText()
  const { retry, remove } = useUploads()
  const { name } = upload.file
  const isRunning = upload.state === 'sending' || upload.state === 'checking'
  const failure = upload.state === 'failed' ? describeUploadError(upload.error, t, errorText) : null
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-medium" title={name}>
          {upload.document ? (
            <Link href={`/documents/${upload.document.id}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </span>
        <StateBadge upload={upload} />
        {mayRetry(upload) ? (
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={t('upload.retry', { name })}
            onClick={() => retry([upload.id])}
          >
            <RotateCcw className="size-4" aria-hidden="true" />
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={t(isRunning ? 'upload.cancel' : 'upload.remove', { name })}
          onClick={() => remove(upload.id)}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
      {isRunning ? (
        <Progress
          label={t('upload.progress', { name })}
          {...(upload.state === 'sending' ? { value: upload.sent } : {})}
        />
      ) : null}
      {failure ? <FailureMessage {...failure} /> : null}
      {upload.document ? <DocumentNotices document={upload.document} /> : null}
    </li>
  )
}

function FailureMessage({ message, requestId }: { message: string; requestId: string | null }) {
  const t = useTranslations('common')
  return (
    <p role="alert" className="text-sm text-danger">
      {message}
      {requestId ? (
        <span className="text-xs">
          {' '}
          {t('request')} {requestId}
        </span>
      ) : null}
    </p>
  )
}

/** How many uploads are shown until the user asks for all. */
const SHORT_LIST_ROWS = 4

/** The uploads and their state: how many are done, and those that matter most. */
export function UploadRows({ uploads }: { uploads: Upload[] }) {
  const t = useTranslations('documents.upload')
  const { retry, clear, isConnectionLost } = useUploads()
  const [showsAll, setShowsAll] = useState(false)
  const { done, total } = countUploads(uploads)
  const retryableIds = uploads.filter(mayRetry).map(({ id }) => id)
  const isLong = total > SHORT_LIST_ROWS
  return (
    <Card className="mb-6">
      <div className="flex flex-wrap items-center gap-x-3 border-b border-rule py-2 pr-2 pl-4">
        <h2 className="font-medium">{t('title')}</h2>
        <p role="status" className="figures mr-auto text-sm text-ink-soft">
          {t('count', { done, total })}
        </p>
        {retryableIds.length > 1 ? (
          <Button variant="quiet" size="sm" onClick={() => retry(retryableIds)}>
            {t('retryAll')}
          </Button>
        ) : null}
        <Button variant="quiet" size="sm" onClick={clear}>
          {t('clear')}
        </Button>
      </div>
      {isLong ? <Progress label={t('allProgress')} value={done / total} className="rounded-none" /> : null}
      {isConnectionLost ? (
        <p role="status" className="border-b border-rule bg-well px-4 py-2 text-sm">
          {t('connectionLost')}
        </p>
      ) : null}
      <ul aria-live="polite" className="divide-y divide-rule">
        {(isLong && !showsAll ? mostRelevant(uploads, SHORT_LIST_ROWS) : uploads).map((upload) => (
          <UploadRow key={upload.id} upload={upload} />
        ))}
      </ul>
      {isLong ? (
        <div className="border-t border-rule p-1 text-center">
          <Button variant="quiet" size="sm" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('showFewer') : t('showAll', { total })}
          </Button>
        </div>
      ) : null}
    </Card>
  )
}
