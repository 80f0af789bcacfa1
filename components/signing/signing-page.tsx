'use client'

import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Direction } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { useTexts } from '#components/i18n/texts.ts'
import { isRightToLeftLocale, type SignerLocale } from '#lib/core/locales'
import type { SigningTexts } from '#lib/messages/signing'
import { type EndedLink, parseEndedLink } from './endings/ended-link.ts'
import { Ending, getEnding } from './endings/endings.tsx'
import { LinkEnding } from './endings/link-ending.tsx'
import { Frame } from './frame.tsx'
import { latestTextsUrl, useSigningLanguage } from './language.tsx'
import { LoadFailure } from './load-failure.tsx'
import { readSigning } from './session/calls.ts'
import { isWithoutPictures } from './session/draft.ts'
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
  /** Set if the link was replaced by another, or handed over. */
  endedLink: EndedLink | null
  /** What is opened to try again, if it is not this page. */
  retryUrl?: string
}

/** The signing page. */
export function SigningPage({ language: initialLanguage, textsUrl, ...props }: SigningPageProps) {
  const { language, setLanguage } = useSigningLanguage(initialLanguage, 'signing')
  // Requests are sent even if the browser reports to be offline: that report may be wrong.
  const [client] = useState(() => {
    const networkMode = 'always' as const
    return new QueryClient({
      defaultOptions: { queries: { networkMode, refetchOnReconnect: true }, mutations: { networkMode } },
    })
  })
  return (
    <QueryClientProvider client={client}>
      <Direction.Provider dir={isRightToLeftLocale(language) ? 'rtl' : 'ltr'}>
        <SigningStates
          {...props}
          language={language}
          textsUrl={language === initialLanguage ? textsUrl : latestTextsUrl(language, 'signing')}
          onLanguage={setLanguage}
        />
      </Direction.Provider>
    </QueryClientProvider>
  )
}

const SEALING_REFETCH_SECONDS = 3
/** While the access code is locked, until the sender gives another one. */
const LOCKED_REFETCH_SECONDS = 10
/** While others have to sign, which takes people hours. */
const OTHERS_REFETCH_SECONDS = 20
/** The data loaded by the server is fresh for this time, so that hydration does not fetch it again. */
const STALE_AFTER_MILLISECONDS = 2000

function SigningStates({
  token,
  language,
  textsUrl,
  signing: initialSigning,
  status,
  endedLink: initiallyEnded,
  retryUrl,
  onLanguage,
}: SigningPageProps & { onLanguage: (language: SignerLocale) => void }) {
  const t = useTexts<SigningTexts>(textsUrl)
  const isKnown = initialSigning !== null
  const query = useQuery({
    queryKey: ['signing', token],
    queryFn: ({ signal }) => readSigning(token, language, signal),
    initialData: initialSigning ?? undefined,
    // The first HTML has no pictures: they are loaded at once.
    ...(isWithoutPictures(initialSigning?.draft ?? null) && { initialDataUpdatedAt: 0 }),
    staleTime: STALE_AFTER_MILLISECONDS,
    enabled: isKnown,
    retry: (count, error) =>
      count < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    // Another device may have filled in or signed meanwhile.
    refetchOnWindowFocus: (query) => query.state.data !== undefined,
    refetchInterval: ({ state: { data } }) => {
      const seconds = data ? getRefetchSeconds(data) : false
      return seconds && seconds * 1000
    },
  })
  const { refetch } = query
  const readLanguage = useRef(language)
  // In another language only the consent text differs: the state and the open files stay, also without a connection.
  useEffect(() => {
    if (readLanguage.current === language || !isKnown) return
    readLanguage.current = language
    void refetch()
  }, [language, isKnown, refetch])
  const [isSubmitted, setSubmitted] = useState(false)
  const [wasOpen] = useState(initialSigning !== null && getEnding(initialSigning) === null)
  const error = query.error instanceof ApiError ? query.error : null
  // A link that ended while the page was open: what it showed is no longer the signer's.
  const signing = error?.status === 404 ? undefined : query.data

  if (signing)
    return (
      <Frame t={t} onLanguage={onLanguage} tenant={signing.tenant} test={signing.process.test_mode}>
        {getEnding(signing) ? (
          <Ending token={token} signing={signing} t={t} isDoneElsewhere={wasOpen && !isSubmitted} />
        ) : (
          <LoadFailure t={t}>
            <SigningView
              token={token}
              signing={signing}
              t={t}
              onSubmitted={() => setSubmitted(true)}
              onChanged={() => query.refetch()}
            />
          </LoadFailure>
        )}
      </Frame>
    )
  /** The language of the signer is only known once the link could be read: the page is then loaded in it. */
  const retry = () => (isKnown ? void query.refetch() : location.assign(retryUrl ?? location.href))
  const ended = error ? parseEndedLink(error.details) : initiallyEnded
  return (
    <Frame t={t} onLanguage={onLanguage} tenant={ended?.tenant}>
      <LinkEnding
        token={token}
        ended={ended}
        status={error?.status ?? status}
        isRetrying={query.isFetching}
        onRetry={retry}
        t={t}
      />
    </Frame>
  )
}

/**
 * After signing, the page waits for the sealed file and shows it, and with a locked access code for another one; false
 * when there is nothing to wait for.
 */
function getRefetchSeconds(signing: Signing): number | false {
  if (signing.otp.locked && getEnding(signing) === null) return LOCKED_REFETCH_SECONDS
  if (getEnding(signing) !== 'done' || signing.process.status === 'completed') return false
  return signing.process.sealing ? SEALING_REFETCH_SECONDS : OTHERS_REFETCH_SECONDS
}
