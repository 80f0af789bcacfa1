'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { download } from '#components/api/download.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { Button } from '#components/ui/button.tsx'
import { Progress } from '#components/ui/charts/progress.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** The evidence files come on top of the size of the documents, so that the end is not known exactly. */
const MAX_SHOWN_PROGRESS = 0.95

interface ZipDownloadProps {
  /** The path below `/api/v1`. */
  path: string
  /** The bytes of the documents in it. */
  size: number
  label: string
  /** The accessible name, where the label says too little. */
  fullLabel?: string
  /** The name of the progress bar. */
  progressLabel: string
  /** The message at the end. */
  message: string
  className?: string
}

/** Downloads a ZIP with progress; without scripts an ordinary link. */
export function ZipDownload({
  path,
  size,
  label,
  fullLabel,
  progressLabel,
  message,
  className,
}: ZipDownloadProps) {
  const [receivedBytes, setReceivedBytes] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(`/api/v1${path}`, setReceivedBytes),
    onMutate: () => setReceivedBytes(0),
  })
  const errorText = useErrorText()
  const formatSize = useFileSize()
  const showToast = useToast()
  return (
    <span className="inline-flex flex-col gap-1.5 sm:flex-row-reverse sm:items-center">
      <Button asChild size="sm" className={className}>
        <a
          href={`/api/v1${path}`}
          download
          aria-label={fullLabel}
          aria-disabled={isPending || undefined}
          onClick={(event) => {
            event.preventDefault()
            if (isPending) return
            mutate(undefined, {
              onSuccess: () => showToast(message),
              onError: (error) => showToast(errorText(error), 'danger'),
            })
          }}
        >
          <Download className="size-4" aria-hidden="true" />
          {isPending ? formatSize(receivedBytes) : label}
        </a>
      </Button>
      {isPending ? (
        <Progress
          label={progressLabel}
          className="min-w-12"
          value={Math.min(receivedBytes / Math.max(size, 1), MAX_SHOWN_PROGRESS)}
        />
      ) : null}
    </span>
  )
}
