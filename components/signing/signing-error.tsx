'use client'

import { Suspense, useState } from 'react'
import { useTexts } from '#components/i18n/texts.ts'
import { findNearestSignerLocale, type SignerLocale, signingLanguageCookie } from '#lib/core/locales'
import type { SigningTexts } from '#lib/messages/signing'
import { LinkEnding } from './endings/link-ending.tsx'
import { Frame } from './frame.tsx'
import { latestTextsUrl, useSigningLanguage } from './language.tsx'

/** Shown when the signing page fails, in its language; if its texts cannot be loaded, the error page of all is shown. */
export function SigningError() {
  return (
    <Suspense>
      <TranslatedError />
    </Suspense>
  )
}

function TranslatedError() {
  const { language, setLanguage } = useSigningLanguage(findPageLanguage(), 'signing')
  const t = useTexts<SigningTexts>(latestTextsUrl(language, 'signing'))
  const [isReloading, setReloading] = useState(false)
  function reload() {
    setReloading(true)
    location.reload()
  }
  return (
    <Frame t={t} onLanguage={setLanguage}>
      <LinkEnding
        token=""
        place={null}
        ended={null}
        status={500}
        isRetrying={isReloading}
        onRetry={reload}
        t={t}
      />
    </Frame>
  )
}

/** The chosen language, else that of the page before it failed. */
function findPageLanguage(): SignerLocale {
  if (!globalThis.document) return 'en'
  const chosen = new RegExp(`${signingLanguageCookie}=(\\w+)`).exec(document.cookie)?.[1]
  return findNearestSignerLocale(`${chosen},${document.documentElement.lang}`)
}
