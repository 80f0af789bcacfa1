'use client'

import { FileText } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Time } from '#components/ui/time.tsx'

interface AttachedDocument {
  id: number
  name: string
  page_count: number
  deleted_at?: string | null
}

/** The documents of a process or of a template. */
export function AttachedDocuments({ documents }: { documents: AttachedDocument[] }) {
  const t = useTranslations('documents')
  if (documents.length === 0) return <p className="text-ink-soft">{t('attached.none')}</p>
  return (
    <ul className="divide-y divide-rule">
      {documents.map((document) => (
        <li key={document.id} className="flex items-center gap-3 py-2">
          <FileText className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          {document.deleted_at ? (
            <span className="min-w-0 flex-1 truncate text-ink-soft" title={document.name}>
              {document.name}
            </span>
          ) : (
            <Link
              href={`/documents/${document.id}`}
              className="min-w-0 flex-1 truncate hover:underline"
              title={document.name}
            >
              {document.name}
            </Link>
          )}
          <span className="shrink-0 text-sm text-ink-soft">
            <PageCountOrDeletion {...document} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function PageCountOrDeletion({ page_count, deleted_at }: AttachedDocument) {
  const t = useTranslations('documents')
  const common = useTranslations('common')
  if (!deleted_at) return common('pageCount', { count: page_count })
  return t.rich('attached.deleted', { time: () => <Time at={deleted_at} show="day" /> })
}
