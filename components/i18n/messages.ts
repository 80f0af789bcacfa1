import type { Locale } from '#lib/core/locales'
import type { en } from './en.ts'

/** The texts of the dashboard in one language; English has all keys, and the types demand them of the others. */
export type Messages = typeof en

const loaders: Record<Locale, () => Promise<Messages>> = {
  en: async () => (await import('./en.ts')).en,
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
}

/** Loads the texts of one language; for the server, which sends them with the page. */
export function messagesOf(locale: Locale): Promise<Messages> {
  return loaders[locale]()
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}
