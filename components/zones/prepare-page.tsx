'use client'

import { useQueries } from '@tanstack/react-query'
import Link from 'next/link'
import { api } from '#components/api/client'
import { QueryFault } from '#components/api/query-fault'
import type { One } from '#components/api/records'
import { useProcess } from '#components/processes/queries'
import { PageBody, PageHead } from '#components/shell/page-head'
import { Button } from '#components/ui/button'
import { Empty, Skeleton } from '#components/ui/states'
import { ZoneEditor } from '#components/zones/zone-editor'
import type { DocumentRecord } from '#lib/documents/schema'
import { processCan } from '#lib/processes/rules'

/** Brings what the zone editor needs, or says why it cannot open. */
export function PreparePage({ id }: { id: number }) {
  const process = useProcess(id)
  const ordered = process.data?.documents.toSorted((a, b) => a.order - b.order) ?? []
  const papers = useQueries({
    queries: ordered.map((one) => ({
      queryKey: ['documents', one.id],
      queryFn: () => api<One<DocumentRecord>>('GET', `/documents/${one.id}`),
      staleTime: 60_000,
    })),
    combine: (answers) => ({
      error: answers.find((answer) => answer.error)?.error,
      loaded: answers.flatMap((answer) => (answer.data ? [answer.data.data] : [])),
      retry: () => {
        for (const answer of answers) if (answer.error) void answer.refetch()
      },
    }),
  })
  const error = process.error ?? papers.error

  if (error)
    return (
      <PageBody>
        <PageHead title="The zones" up={{ href: '/processes', label: 'Processes' }} />
        <QueryFault error={error} onRetry={() => (process.error ? void process.refetch() : papers.retry())} />
      </PageBody>
    )
  if (!process.data || papers.loaded.length < ordered.length) return <Waiting />
  const verdict = processCan.edit(process.data)
  if (!verdict.allowed)
    return (
      <Empty
        title="The zones are settled"
        action={
          <Button asChild>
            <Link href={`/processes/${id}`}>To the process</Link>
          </Button>
        }
        className="min-h-dvh justify-center"
      >
        {verdict.reason}
      </Empty>
    )
  return <ZoneEditor process={process.data} papers={papers.loaded} />
}

function Waiting() {
  return (
    <div role="status" aria-label="Opening the papers" className="flex h-dvh flex-col">
      <div className="flex h-14 items-center border-b border-rule px-6">
        <Skeleton className="h-5 w-56" />
      </div>
      <div className="flex flex-1 justify-center overflow-hidden bg-well p-8">
        <div className="rising aspect-[1/1.414] w-full max-w-3xl bg-sheet shadow-lift" />
      </div>
    </div>
  )
}
