'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Direction } from 'radix-ui'
import { useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { takeLanguageForms } from '#components/i18n/language-forms.ts'
import { useTexts } from '#components/i18n/texts.ts'
import { isRightToLeftLocale, type SignerLocale } from '#lib/core/locales'
import type { LanguageForms } from '#lib/core/text/language-forms'
import type { SigningRecord } from '#lib/signing/schema'
import { type EndedLink, parseEndedLink } from './endings/ended-link.ts'
import { Ending, getEnding } from './endings/endings.tsx'
import { LinkEnding, type Place } from './endings/link-ending.tsx'
import { Frame } from './frame.tsx'
import { useFrameEvents } from './frame-events.ts'
import { HandBack } from './in-person/hand-back.tsx'
import { latestTextsUrl, type SigningPageTexts, useSigningLanguage } from './language.tsx'
import { LoadFailure } from './load-failure.tsx'
import { useSigningQuery } from './session/use-signing-query.ts'
import { SigningView } from './signing-view.tsx'

interface SigningPageProps {
  token: string
  /** The signer's language; the browser's when that is unknown. */
  language: SignerLocale
  /** The URL of the script with the texts in this language. */
  textsUrl: string
  /** The data loaded by the server; null with the status of an error. */
  signing: SigningRecord | null
  /** How the language of the process writes numbers and days. */
  processForms?: LanguageForms | undefined
  status: number
  /** Set if the link was replaced by another, or handed over. */
  endedLink: EndedLink | null
  /** The origins whose pages show this one in a frame, and receive what happens. */
  embedOrigins?: string[]
  /** Where a link was opened that is not one of an email. */
  place?: Place
  /** Where the device of a host goes back to once this signer is done. */
  handBackUrl?: string | undefined
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

const NO_ORIGINS: string[] = []

function SigningStates({
  token,
  language,
  textsUrl,
  signing: initialSigning,
  processForms,
  status: initialStatus,
  endedLink: initiallyEnded,
  embedOrigins = NO_ORIGINS,
  place = null,
  handBackUrl,
  retryUrl,
  onLanguage,
}: SigningPageProps & { onLanguage: (language: SignerLocale) => void }) {
  const t = useTexts<SigningPageTexts>(textsUrl)
  takeLanguageForms(language, t.forms)
  if (initialSigning) takeLanguageForms(initialSigning.process.locale, processForms)
  const isKnown = initialSigning !== null
  const { query, clockOffset } = useSigningQuery(token, language, initialSigning)
  const [isSubmitted, setSubmitted] = useState(false)
  const [isDelegated, setDelegated] = useState(false)
  const [wasOpen] = useState(initialSigning !== null && getEnding(initialSigning) === null)
  const error = query.error instanceof ApiError ? query.error : null
  // A link that ended while the page was open: what it showed is no longer the signer's.
  const signing = error?.status === 404 ? undefined : query.data
  const ended = error ? parseEndedLink(error.details) : initiallyEnded
  const status = error?.status ?? initialStatus
  const tellOpened = useFrameEvents(embedOrigins, { signing, ended, isDelegated, status, t })

  if (signing)
    return (
      <Frame t={t} onLanguage={onLanguage} tenant={signing.tenant} test={signing.process.test_mode}>
        {getEnding(signing) ? (
          <>
            <Ending
              token={token}
              signing={signing}
              t={t}
              isDoneElsewhere={wasOpen && !isSubmitted}
              onChanged={() => query.refetch()}
            />
            {handBackUrl ? <HandBack url={handBackUrl} t={t} /> : null}
          </>
        ) : (
          <LoadFailure t={t}>
            <SigningView
              token={token}
              signing={signing}
              clockOffset={clockOffset}
              t={t}
              onOpened={tellOpened}
              onSubmitted={setSubmitted}
              onDelegated={() => setDelegated(true)}
              onChanged={() => query.refetch()}
            />
          </LoadFailure>
        )}
      </Frame>
    )
  /** The language of the signer is only known once the link could be read: the page is then loaded in it. */
  const retry = () => (isKnown ? void query.refetch() : location.assign(retryUrl ?? location.href))
  return (
    <Frame t={t} onLanguage={onLanguage} tenant={ended?.tenant}>
      <LinkEnding
        token={token}
        place={place}
        ended={ended}
        status={status}
        isRetrying={query.isFetching}
        onRetry={retry}
        t={t}
      />
      {handBackUrl ? <HandBack url={handBackUrl} t={t} /> : null}
    </Frame>
  )
}
