'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { DocumentMenu } from '#components/documents/document-menu.tsx'
import { DocumentStatus } from '#components/documents/document-status.tsx'
import { Thumbnail } from '#components/documents/thumbnail.tsx'
import { TestTag } from '#components/shell/test-banner.tsx'
import { cx } from '#components/ui/cx.ts'
import { RowCheckbox, type RowSelection } from '#components/ui/row-selection.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

interface DocumentGridProps {
  documents: DocumentRecord[]
  /** Absent for users who may not change documents. */
  selection: RowSelection<DocumentRecord> | undefined
}

/** The documents as cards with a picture of page 1. */
export function DocumentGrid({ documents, selection }: DocumentGridProps) {
  const t = useTranslations('documents')
  return (
    <ul
      aria-label={t('title')}
      className="grid grid-cols-2 gap-3 p-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-4 sm:p-4"
    >
      {documents.map((document) => (
        <li
          key={document.id}
          className={cx(
            'group relative flex min-w-0 flex-col overflow-hidden rounded-md border border-rule hover:border-rule-strong',
            selection?.isSelected(document) && 'border-accent bg-well/60',
          )}
        >
          {selection ? (
            <span className="absolute top-2.5 left-2.5 z-10">
              <RowCheckbox
                label={selection.labelOf(document)}
                checked={selection.isSelected(document)}
                onChange={() => selection.toggle(document)}
              />
            </span>
          ) : null}
          <Thumbnail documentId={document.id} className="h-44 bg-well p-3" />
          <span className="flex min-w-0 flex-1 items-start gap-1 border-t border-rule p-3 pr-1">
            <span className="min-w-0 flex-1">
              <Link
                href={`/documents/${document.id}`}
                prefetch={false}
                title={document.name}
                className="block truncate font-medium after:absolute after:inset-0 group-hover:underline"
              >
                {document.name}
              </Link>
              <span className="figures mb-1.5 block truncate text-sm text-ink-soft">
                {t('pages', { count: document.page_count })} · {document.size_formatted}
              </span>
              <span className="flex flex-wrap gap-1.5">
                <DocumentStatus status={document.status} />
                <TestTag show={document.test_mode} />
              </span>
            </span>
            {selection ? (
              <span className="relative z-10 -mt-1.5">
                <DocumentMenu document={document} />
              </span>
            ) : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
