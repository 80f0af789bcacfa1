'use client'

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { useTexts } from '#components/i18n/texts.ts'
import { Button } from '#components/ui/button.tsx'
import type { SignerLocale } from '#lib/core/locales'
import type { SigningTexts } from '#lib/messages/signing'
import { Ending, EndingMessage, getEnding } from './endings.tsx'
import { fill } from './fill.ts'
import { Frame } from './frame.tsx'
import { parseReplacedLink, type ReplacedLink } from './replaced-link.ts'
import { readSigning } from './session/calls.ts'
import type { Signing } from './shapes.ts'
import { SigningView } from './signing-view.tsx'

interface SigningPageProps {
  token: string
  /** The signer's language; the browser's when that is unknown. */
  language: SignerLocale
  /** The URL of the script with the texts in this language. */
  textsUrl: string
  /** The data loaded by the server; null with the status of an error. */
  signing: Signing | null
  status: number
  /** Set if the link was replaced by another. */
  replacedLink: ReplacedLink | null
}

/** The signing page. */
export function SigningPage(props: SigningPageProps) {
  // Requests are sent even if the browser reports to be offline: that report may be wrong.
  const [client] = useState(() => {
    const networkMode = 'always' as const
    return new QueryClient({
      defaultOptions: { queries: { networkMode, refetchOnReconnect: true }, mutations: { networkMode } },
    })
  })
  return (
    <QueryClientProvider client={client}>
      <SigningStates {...props} />
    </QueryClientProvider>
  )
}

const REFETCH_SECONDS = 3
/** The data loaded by the server is fresh for this time, so that hydration does not fetch it again. */
const STALE_AFTER_MILLISECONDS = 2000

function SigningStates({
  token,
  language,
  textsUrl,
  signing: initialSigning,
  status,
  replacedLink: initiallyReplaced,
}: SigningPageProps) {
  const t = useTexts<SigningTexts>(textsUrl)
  const query = useQuery({
    queryKey: ['signing', token],
    queryFn: ({ signal }) => readSigning(token, signal),
    initialData: initialSigning ?? undefined,
    staleTime: STALE_AFTER_MILLISECONDS,
    enabled: initialSigning !== null,
    retry: (count, error) =>
      count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    refetchOnWindowFocus: (query) => query.state.data !== undefined && getEnding(query.state.data) !== null,
    refetchInterval: ({ state: { data } }) =>
      data && isSealPending(data.process.status, getEnding(data)) ? REFETCH_SECONDS * 1000 : false,
  })
  const signing = query.data

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  if (signing)
    return (
      <Frame t={t} language={language} tenant={signing.tenant} test={signing.process.test_mode}>
        {getEnding(signing) ? (
          <Ending token={token} signing={signing} t={t} />
        ) : (
          <SigningView
            token={token}
            signing={signing}
            t={t}
            language={language}
            onChanged={() => query.refetch()}
          />
        )}
      </Frame>
    )
  /** The language of the signer is only known once the link could be read: the page is then loaded in it. */
  const retry = () => (initialSigning ? void query.refetch() : location.reload())
  const error = query.error instanceof ApiError ? query.error : null
  const errorStatus = error?.status ?? status
  const replaced = error ? parseReplacedLink(error.details) : initiallyReplaced
  return (
    <Frame t={t} language={language}>
      {replaced ? (
        <EndingMessage title={t.replacedTitle}>
          {fill(t.replacedWhy, {
            ...replaced.sender,
            sender: replaced.sender.name,
            tenant: replaced.tenant.name,
          })}
        </EndingMessage>
      ) : errorStatus === 404 ? (
        <EndingMessage title={t.unknownTitle}>{t.unknownWhy}</EndingMessage>
      ) : (
        <EndingMessage
          title={t.errorTitle}
          below={
            <Button variant="primary" size="lg" busy={query.isFetching} onClick={retry}>
              {t.retry}
            </Button>
          }
        >
          {errorStatus === 429 ? t.slowDown : t.errorDetail}
        </EndingMessage>
      )}
    </Frame>
  )
}

/** After signing, the page waits for the sealed file and shows it. */
function isSealPending(status: string, ending: ReturnType<typeof getEnding>): boolean {
  return ending === 'done' && status !== 'completed'
}
