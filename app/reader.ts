import { cookies, headers } from 'next/headers'
import { cache, createElement, type ReactNode } from 'react'
import { createTranslator } from 'use-intl/core'
import { messagesOf } from '#components/i18n/messages.ts'
import { TranslationProvider } from '#components/i18n/provider.tsx'
import { preferencesOf } from '#components/ui/preference-cookies.ts'
import { visitorCtx } from '#lib/http/page'

/** Language, time zone and theme of the reader, determined once per request. */
export const readerPreferences = cache(async () => {
  const cookieStore = await cookies()
  return preferencesOf(
    (name) => cookieStore.get(name)?.value,
    (await headers()).get('accept-language'),
    // While the database is unavailable, error pages still have a language.
    (await visitorCtx().catch(() => null))?.locale,
  )
})

/** Pages in the reader's language: their texts are sent with the first HTML. */
export async function Translated({ children }: { children: ReactNode }) {
  const { language } = await readerPreferences()
  return createElement(TranslationProvider, { messages: await messagesOf(language) }, children)
}

/** The texts of the pages for visitors, in the reader's language; for server components. */
export async function authTexts() {
  const { language } = await readerPreferences()
  return createTranslator({ locale: language, messages: await messagesOf(language), namespace: 'auth' })
}
