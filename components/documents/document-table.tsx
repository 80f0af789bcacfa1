import Link from 'next/link'
import { DocumentStatus } from '#components/documents/document-status'
import { Stamp } from '#components/ui/badge'
import { Time } from '#components/ui/time'
import type { DocumentRecord } from '#lib/documents/schema'

export function pagesOf(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`
}

/** One line a document; the whole line leads to it. */
export function DocumentTable({ documents }: { documents: DocumentRecord[] }) {
  return (
    <ul className="divide-y divide-rule">
      {documents.map((document) => (
        <li
          key={document.id}
          className="group relative grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-0.5 px-4 py-3.5 hover:bg-well/50 sm:grid-cols-[minmax(0,1fr)_8rem_9rem] sm:px-5"
        >
          <div className="min-w-0">
            <Link
              href={`/documents/${document.id}`}
              className="block truncate font-medium after:absolute after:inset-0 group-hover:underline"
              title={document.name}
            >
              {document.name}
            </Link>
          </div>
          <span className="figures col-start-1 row-start-2 text-sm text-ink-soft sm:col-start-2 sm:row-start-1 sm:text-right">
            {pagesOf(document.page_count)} · {document.size_formatted}
            {document.test_mode ? (
              <Stamp tone="warn" className="ml-2">
                TEST
              </Stamp>
            ) : null}
          </span>
          <span className="col-start-2 row-start-1 sm:col-start-3">
            <DocumentStatus status={document.status} />
          </span>
          <span className="col-span-2 row-start-2 hidden text-sm text-ink-soft sm:col-span-1 sm:col-start-1 sm:block">
            <Time at={document.created_at} show="distance" />
            {document.created_by ? `, ${document.created_by.name}` : null}
          </span>
        </li>
      ))}
    </ul>
  )
}
