'use client'

import { RotateCcw, X } from 'lucide-react'
import Link from 'next/link'
import { type Upload, useUploads } from '#components/documents/upload-queue.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { Progress } from '#components/ui/progress.tsx'

function State({ upload }: { upload: Upload }) {
  if (upload.state === 'waiting') return <Badge hollow>waiting</Badge>
  if (upload.state === 'sending')
    return <Badge tone="accent">{`sending, ${Math.round(upload.sent * 100)} %`}</Badge>
  if (upload.state === 'checking') return <Badge tone="accent">checking</Badge>
  if (upload.state === 'refused') return <Badge tone="danger">rejected</Badge>
  return upload.document?.repaired ? (
    <Badge tone="warn">taken, repaired</Badge>
  ) : (
    <Badge tone="good">taken</Badge>
  )
}

function Row({ upload }: { upload: Upload }) {
  const { retry, remove } = useUploads()
  const { name } = upload.file
  const moving = upload.state === 'sending' || upload.state === 'checking'
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
        <State upload={upload} />
        {upload.refusal?.canRetry ? (
          <Button
            variant="quiet"
            size="icon-sm"
            aria-label={`Send ${name} again`}
            onClick={() => retry(upload.id)}
          >
            <RotateCcw className="size-4" aria-hidden="true" />
          </Button>
        ) : null}
        <Button
          variant="quiet"
          size="icon-sm"
          aria-label={moving ? `Cancel the upload of ${name}` : `Remove ${name} from this list`}
          onClick={() => remove(upload.id)}
        >
          <X className="size-4" aria-hidden="true" />
        </Button>
      </div>
      {moving ? (
        <Progress
          label={`Upload of ${name}`}
          {...(upload.state === 'sending' ? { value: upload.sent } : {})}
        />
      ) : null}
      {upload.refusal && upload.state === 'refused' ? (
        <p role="alert" className="text-sm text-danger">
          {upload.refusal.message}
          {upload.refusal.requestId ? (
            <span className="text-xs"> Request {upload.refusal.requestId}</span>
          ) : null}
        </p>
      ) : null}
      {upload.state === 'done' && upload.document?.repaired ? (
        <p className="text-sm text-warn">
          The file was damaged and has been repaired. Check it before you send it.
        </p>
      ) : null}
    </li>
  )
}

/** The uploads since the page was loaded; `hides` selects those that are shown elsewhere. */
export function UploadList({ hides = () => false }: { hides?: (upload: Upload) => boolean }) {
  const { uploads: all, clear } = useUploads()
  const uploads = all.filter((upload) => !hides(upload))
  if (uploads.length === 0) return null
  return (
    <Card className="mb-6">
      <div className="flex items-center justify-between border-b border-rule py-2 pr-2 pl-4">
        <h2 className="font-medium">Uploads</h2>
        <Button variant="quiet" size="sm" onClick={clear}>
          Clear completed
        </Button>
      </div>
      <ul aria-live="polite" className="divide-y divide-rule">
        {uploads.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </Card>
  )
}
