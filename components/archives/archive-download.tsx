'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { download } from '#components/api/download.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { Button } from '#components/ui/button.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { Progress } from '#components/ui/progress.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { ArchiveRecord } from '#lib/vault/schema'

/** The evidence files come on top of the size of the documents, so that the end is not known exactly. */
const MAX_SHOWN_PROGRESS = 0.95

/** Downloads the ZIP of an archive with progress; without scripts an ordinary link. */
export function ArchiveDownload({ archive }: { archive: ArchiveRecord }) {
  const t = useTranslations('archives')
  const [receivedBytes, setReceivedBytes] = useState(0)
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(`/archives/${archive.id}/download`, setReceivedBytes),
    onMutate: () => setReceivedBytes(0),
  })
  const errorText = useErrorText()
  const formatSize = useFileSize()
  const showToast = useToast()
  return (
    <span className="inline-flex flex-col gap-1.5 sm:flex-row-reverse sm:items-center">
      <Button asChild size="sm">
        <a
          href={`/api/v1/archives/${archive.id}/download`}
          download
          aria-label={t('downloadOf', { name: archive.name })}
          aria-disabled={isPending || undefined}
          onClick={(event) => {
            event.preventDefault()
            if (isPending) return
            mutate(undefined, {
              onSuccess: () => showToast(t('downloaded', { name: archive.name })),
              onError: (error) => showToast(errorText(error), 'danger'),
            })
          }}
        >
          <Download className="size-4" aria-hidden="true" />
          {isPending ? formatSize(receivedBytes) : t('zip')}
        </a>
      </Button>
      {isPending ? (
        <Progress
          label={t('downloading', { name: archive.name })}
          value={Math.min(receivedBytes / Math.max(archive.size, 1), MAX_SHOWN_PROGRESS)}
        />
      ) : null}
    </span>
  )
}
