'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import {
  type Preferences,
  type Theme,
  themeCookie,
  timeZoneCookie,
} from '#components/ui/preference-cookies.ts'
import { type Locale, languageCookie } from '#lib/core/locales'

interface PreferencesContextValue extends Preferences {
  setTheme(theme: Theme): void
  /** Remembers the language; it applies from the next page load on. */
  setLanguage(language: Locale): void
}

const PreferencesContext = createContext<PreferencesContextValue | null>(null)

const YEAR_SECONDS = 31_536_000

function setCookie(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of today has cookieStore.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

/** Language, time zone and theme of the reader; the server knows the time zone from the second page on, by a cookie. */
export function PreferencesProvider({ known, children }: { known: Preferences; children: ReactNode }) {
  const [preferences, setPreferences] = useState(known)

  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    if (timeZone === known.timeZone) return
    setCookie(timeZoneCookie, timeZone)
    setPreferences((before) => ({ ...before, timeZone }))
  }, [known.timeZone])

  function setTheme(theme: Theme) {
    document.documentElement.dataset.theme = theme
    setCookie(themeCookie, theme)
    setPreferences((before) => ({ ...before, theme }))
  }

  const setLanguage = (language: Locale) => setCookie(languageCookie, language)

  return <PreferencesContext value={{ ...preferences, setTheme, setLanguage }}>{children}</PreferencesContext>
}

export function usePreferences(): PreferencesContextValue {
  const preferences = useContext(PreferencesContext)
  if (!preferences) throw new Error('usePreferences needs a PreferencesProvider above it')
  return preferences
}
