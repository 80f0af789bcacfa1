'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import {
  findBrowserTimeZone,
  type Preferences,
  type Theme,
  themeCookie,
  timeZoneCookie,
} from '#components/ui/preference-cookies.ts'
import { type DashboardLocale, languageCookie } from '#lib/core/locales'

interface PreferencesContextValue extends Preferences {
  /** The time by the service's clock: that of the device may be wrong. */
  now(): Date
  setTheme(theme: Theme): void
  /** Remembers the language; the page is in it once the server has rendered it again. */
  setLanguage(language: DashboardLocale): void
}

const PreferencesContext = createContext<PreferencesContextValue | null>(null)

const YEAR_SECONDS = 31_536_000

function setCookie(name: string, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser of today has cookieStore.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
}

interface PreferencesProviderProps {
  known: Preferences
  /** The time by the service's clock when the page was rendered, as milliseconds since 1970. */
  serverTime: number
  children: ReactNode
}

/** Language, time zone and theme of the reader; the server knows the time zone from the second page on, by a cookie. */
export function PreferencesProvider({ known, serverTime, children }: PreferencesProviderProps) {
  const [clockOffset] = useState(() => serverTime - Date.now())
  const [timeZone, setTimeZone] = useState(known.timeZone)
  const [theme, setShownTheme] = useState(known.theme)

  useEffect(() => {
    const browserTimeZone = findBrowserTimeZone()
    if (browserTimeZone === known.timeZone) return
    setCookie(timeZoneCookie, browserTimeZone)
    setTimeZone(browserTimeZone)
  }, [known.timeZone])

  function setTheme(chosen: Theme) {
    document.documentElement.dataset.theme = chosen
    setCookie(themeCookie, chosen)
    setShownTheme(chosen)
  }

  const setLanguage = (language: DashboardLocale) => setCookie(languageCookie, language)

  const now = () => new Date(Date.now() + clockOffset)

  const preferences = { ...known, timeZone, theme, now, setTheme, setLanguage }
  return <PreferencesContext value={preferences}>{children}</PreferencesContext>
}

export function usePreferences(): PreferencesContextValue {
  const preferences = useContext(PreferencesContext)
  if (!preferences) throw new Error('usePreferences needs a PreferencesProvider above it')
  return preferences
}
