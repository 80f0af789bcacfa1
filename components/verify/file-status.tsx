import { CircleCheck, CircleSlash, FileQuestionMark } from 'lucide-react'
import { fill } from '#components/signing/fill.ts'
import { Tag } from '#components/ui/badge.tsx'
import type { VerifyTexts } from '#lib/messages/verify'
import type { FileStatusRecord } from '#lib/signing/verify/schema'
import { formatMoment } from './format.ts'

const icons = { completed: CircleCheck, voided: CircleSlash, unknown: FileQuestionMark }

/** What is known of the document of the link; or why that cannot be shown. */
export type LinkStatus = FileStatusRecord | 'incomplete' | 'unavailable'

/** Says what is known of the document of the link. */
export function LinkedDocument({
  status,
  ...rest
}: Omit<FileStatusProps, 'status'> & { status: LinkStatus }) {
  if (typeof status === 'object') return <FileStatus status={status} {...rest} />
  return (
    <p
      role="alert"
      className="mt-8 rounded-md border border-warn/40 bg-warn-wash px-4 py-3 text-pretty text-ink"
    >
      {rest.t.status[status]}
    </p>
  )
}

interface FileStatusProps {
  status: FileStatusRecord
  /** The hash of the chosen file, once it is known. */
  sha256: string | null | undefined
  t: VerifyTexts
}

/** What is known of the hash that the visitor came with, and whether the chosen file has it. */
function FileStatus({ status: record, sha256, t }: FileStatusProps) {
  const Icon = icons[record.status]
  const { completed_at: completedAt, voided_at: voidedAt, organisation } = record
  return (
    <section aria-label={t.facts.hash} className="mt-8 rounded-lg border border-rule bg-card p-5 shadow-lift">
      <div className="flex gap-3">
        <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
        <div className="min-w-0">
          {record.test_mode ? <Tag tone="warn">{t.test}</Tag> : null}
          {/* suppressHydrationWarning: server and browser may write a date with other spaces. */}
          <p suppressHydrationWarning>
            {completedAt
              ? fill(t.status.completed, {
                  date: formatMoment(completedAt, t),
                  organisation: organisation ?? '',
                })
              : t.status.unknown}
          </p>
          {voidedAt ? (
            <p className="mt-1 font-medium text-danger" suppressHydrationWarning>
              {fill(t.voided, { date: formatMoment(voidedAt, t) })}
            </p>
          ) : null}
          <p className="mt-2 font-mono text-xs break-all text-ink-soft">{record.sha256}</p>
          <p className="mt-2 text-ink-soft">{describeMatch(record.sha256, sha256, t)}</p>
        </div>
      </div>
    </section>
  )
}

function describeMatch(expected: string, sha256: string | null | undefined, t: VerifyTexts): string {
  if (!sha256) return t.status.choose
  return sha256 === expected ? t.status.same : t.status.other
}
