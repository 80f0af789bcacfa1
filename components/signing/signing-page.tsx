'use client'

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiFault } from '#components/api/client'
import { Button } from '#components/ui/button'
import { Skeleton } from '#components/ui/states'
import { nearestLocale } from '#lib/core/locales'
import { readSigning } from './calls.ts'
import { Desk } from './desk.tsx'
import { Ending, endingOf, Words } from './endings.tsx'
import { Frame } from './frame.tsx'
import { stringsOf } from './strings/languages.tsx'

interface SigningPageProps {
  token: string
  /** What the browser prefers, until the signer's own language is known. */
  language: string
}

/** The page behind the link in a signer's mail. */
export function SigningPage(props: SigningPageProps) {
  // Requests are tried even where the browser believes to be offline: the answer decides what is said.
  const [client] = useState(() => {
    const networkMode = 'always' as const
    return new QueryClient({
      defaultOptions: { queries: { networkMode, refetchOnReconnect: true }, mutations: { networkMode } },
    })
  })
  return (
    <QueryClientProvider client={client}>
      <Ceremony {...props} />
    </QueryClientProvider>
  )
}

const secondsBetweenLooks = 3

function Ceremony({ token, language: preferred }: SigningPageProps) {
  const state = useQuery({
    queryKey: ['signing', token],
    queryFn: ({ signal }) => readSigning(token, signal),
    retry: (count, error) =>
      count < 2 && !(error instanceof ApiFault && error.status >= 400 && error.status < 500),
    refetchOnWindowFocus: (query) => query.state.data !== undefined && endingOf(query.state.data) !== null,
    refetchInterval: ({ state: { data } }) =>
      data && waitsForSeal(data.process.status, endingOf(data)) ? secondsBetweenLooks * 1000 : false,
  })
  const signing = state.data
  const language = nearestLocale(signing?.signer.locale ?? preferred)
  const t = stringsOf(language)

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    if (signing) document.title = signing.process.name
  }, [signing])

  if (signing)
    return (
      <Frame t={t} language={language} tenant={signing.tenant} test={signing.process.test_mode}>
        {endingOf(signing) ? (
          <Ending token={token} signing={signing} t={t} />
        ) : (
          <Desk token={token} signing={signing} t={t} language={language} onChanged={() => state.refetch()} />
        )}
      </Frame>
    )
  const { error } = state
  return (
    <Frame t={t} language={language}>
      {error instanceof ApiFault && error.status === 404 ? (
        <Words title={t.unknownTitle}>{t.unknownWhy}</Words>
      ) : error ? (
        <Words
          title={t.faultTitle}
          below={
            <Button look="primary" size="lg" busy={state.isFetching} onClick={() => void state.refetch()}>
              {t.retry}
            </Button>
          }
        >
          {error instanceof ApiFault && error.status === 429 ? t.slowDown : t.faultWhy}
        </Words>
      ) : (
        <main aria-busy="true" className="mx-auto w-full max-w-[82rem] px-4 pt-8 sm:px-6">
          <p role="status" className="sr-only">
            {t.loading}
          </p>
          <Skeleton className="h-5 w-56" />
          <Skeleton className="mt-3 h-9 w-80 max-w-full" />
          <Skeleton className="mt-8 aspect-[1/1.2] w-full max-w-3xl" />
        </main>
      )}
    </Frame>
  )
}

/** Whoever has signed waits for the sealed file, and is shown it without asking. */
function waitsForSeal(status: string, ending: ReturnType<typeof endingOf>): boolean {
  return ending === 'done' && status !== 'completed'
}
