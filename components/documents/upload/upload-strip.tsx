'use client'

import { Upload } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { countUploads } from '#components/documents/upload/upload-state.ts'

/** The pages that show the uploads themselves. */
const pagesWithUploads = /^\/(overview|documents)$|\/(new|edit)$/

/** A banner on all other pages while files are uploaded, or when some could not be. */
export function UploadStrip() {
  const t = useTranslations('documents.upload.strip')
  const { uploads, isConnectionLost } = useUploads()
  const { unfinished, failed } = countUploads(uploads)
  const path = usePathname()
  if (unfinished + failed === 0 || pagesWithUploads.test(path)) return null
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-2.5 border-b border-rule-strong bg-well px-4 py-1.5 text-sm"
    >
      <Upload className="size-4" aria-hidden="true" />
      {unfinished > 0 ? (
        <span>{t(isConnectionLost ? 'connectionLost' : 'uploading', { count: unfinished })}</span>
      ) : null}
      {failed > 0 ? <span className="text-danger">{t('failed', { count: failed })}</span> : null}
      <Link href="/documents" prefetch={false} className="underline underline-offset-2">
        {t('show')}
      </Link>
    </p>
  )
}
