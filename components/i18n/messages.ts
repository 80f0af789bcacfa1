import compile from 'icu-minify/compile'
import type { Locale } from '#lib/core/locales'
import type { en } from './en.ts'

/** The texts of the dashboard in one language; English has all keys, and the types demand them of the others. */
export type Messages = typeof en

/** Loads the texts of a language as they are written. */
export const textsIn: Record<Locale, () => Promise<Messages>> = {
  en: async () => (await import('./en.ts')).en,
  fr: async () => (await import('./fr.ts')).fr,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
}

const compiled = new Map<Locale, Promise<Messages>>()

/**
 * Loads the texts of one language; for the server, which sends them with the page. They are compiled here, because the
 * parser of the message format is not loaded in browsers: see `resolveAlias` in next.config.mjs.
 */
export function messagesOf(locale: Locale): Promise<Messages> {
  const messages = compiled.get(locale) ?? textsIn[locale]().then(compileAll)
  compiled.set(locale, messages)
  return messages
}

interface Texts {
  [key: string]: string | Texts
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
    Locale: Locale
    Messages: Messages
  }
}
