import compile from 'icu-minify/compile'
import type { DashboardLocale } from '#lib/core/locales'
import { chosenTexts } from '#lib/messages/pseudo'
import type { Texts } from '#lib/messages/texts'
import type dashboard from '#messages/en/dashboard.json'
import type errorPage from '#messages/en/error-page.json'

/** The texts of the dashboard in one language, by folder of `components`; `common` has those of the error page too. */
export type Messages = typeof dashboard & { common: typeof errorPage }

const load: Record<
  DashboardLocale,
  () => [Promise<{ default: typeof dashboard }>, Promise<{ default: typeof errorPage }>]
> = {
  en: () => [import('#messages/en/dashboard.json'), import('#messages/en/error-page.json')],
  fr: () => [import('#messages/fr/dashboard.json'), import('#messages/fr/error-page.json')],
  de: () => [import('#messages/de/dashboard.json'), import('#messages/de/error-page.json')],
  es: () => [import('#messages/es/dashboard.json'), import('#messages/es/error-page.json')],
}

const compiled = new Map<DashboardLocale, Promise<Messages>>()

/**
 * Loads the texts of one language on the server, and compiles them: browsers do not have the parser of the message
 * format (`resolveAlias` in next.config.ts).
 */
export function getMessages(locale: DashboardLocale): Promise<Messages> {
  const messages = compiled.get(locale) ?? loadMessages(locale)
  compiled.set(locale, messages)
  messages.catch(() => compiled.delete(locale))
  return messages
}

async function loadMessages(locale: DashboardLocale): Promise<Messages> {
  const [{ default: dashboard }, { default: errorPage }] = await Promise.all(load[locale]())
  return compileAll(chosenTexts({ ...dashboard, common: { ...dashboard.common, ...errorPage } }))
}

function compileAll<T extends Texts>(texts: T): T {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? compileText(text) : compileAll(text),
    ]),
  ) as T
}

/** As JSON: React sends no objects without a prototype to the browser. */
function compileText(text: string): unknown {
  return JSON.parse(JSON.stringify(compile(text)))
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: DashboardLocale
    Messages: Messages
  }
}
