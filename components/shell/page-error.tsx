import type { ReactNode } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { PageBody, PageHead } from '#components/shell/page-head.tsx'

interface PageFaultProps {
  answer: { error: Error | null; refetch: () => unknown }
  title: ReactNode
  up: { href: string; label: string }
}

/** A page in the browser whose record cannot be read any more. */
export function PageError({ answer, title, up }: PageFaultProps) {
  return (
    <PageBody>
      <PageHead title={title} up={up} />
      <QueryErrorMessage error={answer.error} onRetry={() => void answer.refetch()} />
    </PageBody>
  )
}

/** Above a record that could be read before, and not again. */
export function Outdated({ answer }: Pick<PageFaultProps, 'answer'>) {
  return (
    <QueryErrorMessage
      error={answer.error}
      onRetry={() => void answer.refetch()}
      title="This may be out of date."
      className="mb-6"
    />
  )
}
