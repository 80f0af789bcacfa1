import { Prose } from '#components/developers/prose.tsx'
import { cx } from '#components/ui/cx.ts'
import type { Row } from '#lib/reference/operation-view'

const indentClasses = ['', 'pl-4', 'pl-8', 'pl-12']

/** Longer lists are collapsed: the members of a record are many, and the same in several responses. */
const COLLAPSE_ABOVE_ROWS = 12

interface RowsProps {
  title: string
  description?: string
  rows: Row[]
}

/** Members or parameters, one per line, nested members indented. */
export function Rows({ title, description, rows, fold = false }: RowsProps & { fold?: boolean }) {
  if (rows.length === 0) return null
  const heading = (
    <h3 className="inline-flex items-baseline gap-2 font-serif text-lg italic">
      {title}
      {description ? <span className="font-mono text-xs text-ink-soft not-italic">{description}</span> : null}
    </h3>
  )
  if (!fold || rows.length <= COLLAPSE_ABOVE_ROWS) {
    return (
      <div>
        {heading}
        <List rows={rows} />
      </div>
    )
  }
  return (
    <details>
      <summary>
        {heading} <span className="ml-1 text-sm text-ink-soft">{rows.length} members</span>
      </summary>
      <List rows={rows} />
    </details>
  )
}

function List({ rows }: Pick<RowsProps, 'rows'>) {
  return (
    <dl className="mt-2 divide-y divide-rule border-y border-rule">
      {rows.map((row) => (
        <div key={row.at} className={cx('py-2', indentClasses[row.depth])}>
          <dt className="flex flex-wrap items-baseline gap-x-2.5">
            <span className="font-mono text-sm text-ink">{row.name}</span>
            <span className="text-xs text-ink-soft">{row.type}</span>
            {row.required ? null : <span className="text-xs text-ink-faint">may be absent</span>}
          </dt>
          {row.text ? (
            <dd className="mt-0.5 text-sm text-ink-soft">
              <Prose>{row.text}</Prose>
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  )
}
