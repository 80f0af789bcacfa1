'use client'

import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { DocumentMenu } from '#components/documents/document-menu.tsx'
import { DocumentStatus } from '#components/documents/document-status.tsx'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { Thumbnail } from '#components/documents/thumbnail.tsx'
import { TestTag } from '#components/shell/frame/test-tag.tsx'
import { cx } from '#components/ui/cx.ts'
import { useFileSize } from '#components/ui/file-size.ts'
import { RowCheckbox, type RowSelection } from '#components/ui/table/row-selection.tsx'

interface DocumentGridProps {
  documents: DocumentSummary[]
  /** Absent for users who may not change documents. */
  selection: RowSelection<DocumentSummary> | undefined
}

/** The documents as cards with a picture of page 1. */
export function DocumentGrid({ documents, selection }: DocumentGridProps) {
  const t = useTranslations('documents')
  const common = useTranslations('common')
  const formatSize = useFileSize()
  return (
    <ul
      aria-label={t('title')}
      className="grid grid-cols-2 gap-3 p-3 sm:grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] sm:gap-4 sm:p-4"
    >
      {documents.map((document) => (
        <li
          key={document.id}
          data-row
          className={cx(
            'group relative flex min-w-0 flex-col overflow-hidden rounded-md border border-rule hover:border-rule-strong',
            selection?.isSelected(document) && 'border-accent bg-well/60',
          )}
        >
          {selection ? (
            <span className="absolute top-2.5 left-2.5 z-10">
              <RowCheckbox
                label={selection.getLabel(document)}
                checked={selection.isSelected(document)}
                onChange={(withShift) => selection.toggle(document, withShift)}
              />
            </span>
          ) : null}
          <Thumbnail documentId={document.id} className="h-44 bg-well p-3" />
          <div className="min-w-0 flex-1 border-t border-rule px-3 py-2.5">
            <span className="flex items-center justify-between gap-1">
              <Link
                href={`/documents/${document.id}`}
                prefetch={false}
                title={document.name}
                className="row-link"
              >
                {document.name}
              </Link>
              {selection ? (
                <span className="relative z-10 -my-1 -mr-2">
                  <DocumentMenu document={document} />
                </span>
              ) : null}
            </span>
            <span className="figures mb-1.5 block text-sm text-ink-soft">
              {common('pageCount', { count: document.page_count })} · {formatSize(document.size)}
            </span>
            <span className="flex flex-wrap gap-1.5">
              <DocumentStatus status={document.status} />
              <TestTag show={document.test_mode} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
