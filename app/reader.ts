import { cookies, headers } from 'next/headers'
import { cache, createElement, type ReactNode } from 'react'
import { createTranslator } from 'use-intl/core'
import { getPartTexts, type Part } from '#app/part-texts'
import { getMessages } from '#components/i18n/messages.ts'
import { TranslationProvider } from '#components/i18n/provider.tsx'
import { readPreferences } from '#components/ui/preference-cookies.ts'
import { languageCookie } from '#lib/core/locales'
import { visitorCtx } from '#lib/http/page'

/** The pages with a language select of their own. */
const pagesWithLanguageSelect = /^\/(login|signup|second-factor|invitation|recovery|confirm-address)\b/

/** Language, time zone and theme of the reader, determined once per request. */
export const readerPreferences = cache(async () => {
  const cookieStore = await cookies()
  const headerList = await headers()
  const cookie = (name: string) => cookieStore.get(name)?.value
  // What a signed-in user chooses there counts on these pages, without a change of their profile.
  const choice = pagesWithLanguageSelect.test(headerList.get('x-paraph-path') ?? '') && cookie(languageCookie)
  // While the database is unavailable, error pages still have a language.
  const userLanguage = (await visitorCtx().catch(() => null))?.locale
  return readPreferences(cookie, headerList.get('accept-language'), choice || userLanguage)
})

/** Pages of a part of the product, in the reader's language. */
export async function Translated({ part, children }: { part: Part; children: ReactNode }) {
  const { language } = await readerPreferences()
  const { url } = await getPartTexts(language, part)
  return createElement(TranslationProvider, { textsUrl: url }, children)
}

/** The texts of the pages for visitors, in the reader's language; for server components. */
export async function authTexts() {
  const { language } = await readerPreferences()
  return createTranslator({ locale: language, messages: await getMessages(language), namespace: 'auth' })
}
