import {
  type DashboardLocale,
  dashboardLocales,
  findNearestDashboardLocale,
  languageCookie,
} from '#lib/core/locales'

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** The preferences that the first HTML needs. */
export interface Preferences {
  /** The language of the texts. */
  language: DashboardLocale
  /** The format of dates and numbers, BCP 47: the language, with the region that the browser prefers. */
  locale: string
  /** IANA; UTC until the browser has set its cookie. */
  timeZone: string
  theme: Theme
}

export const themeCookie = 'paraph-theme'
export const timeZoneCookie = 'paraph-time-zone'

/**
 * Reads the preferences from cookies and `Accept-Language`; invalid values count as absent.
 * @param userLanguage that of the signed-in user, which counts before the cookie
 */
export function readPreferences(
  cookie: (name: string) => string | undefined,
  acceptLanguage: string | null,
  userLanguage?: string | null,
): Preferences {
  const language =
    asLocale(userLanguage) ?? asLocale(cookie(languageCookie)) ?? findNearestDashboardLocale(acceptLanguage)
  return {
    language,
    locale: chooseLocale(acceptLanguage, language),
    timeZone: parseTimeZone(cookie(timeZoneCookie)),
    theme: asTheme(cookie(themeCookie)),
  }
}

function asTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

function asLocale(value: string | null | undefined): DashboardLocale | undefined {
  return dashboardLocales.find((locale) => locale === value)
}

function chooseLocale(acceptLanguage: string | null, language: DashboardLocale): string {
  const first = acceptLanguage?.split(/[,;]/)[0]?.trim() ?? ''
  try {
    const [supported] = Intl.DateTimeFormat.supportedLocalesOf(first)
    return supported?.split('-')[0] === language ? supported : language
  } catch {
    return language
  }
}

/** The time zone of the browser; UTC where it does not know it, as it then names one that it does not take itself. */
export const findBrowserTimeZone = () => parseTimeZone(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** How far the clocks of the browser are ahead of UTC at this time, such as `+05:30`. */
export function findBrowserOffset(time: Date): string {
  const minutes = -time.getTimezoneOffset()
  const digits = (number: number) => String(Math.trunc(number)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${digits(size / 60)}:${digits(size % 60)}`
}

function parseTimeZone(value: string | undefined): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value || 'UTC'
  } catch {
    return 'UTC'
  }
}
