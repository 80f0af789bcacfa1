/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark'

/** The preferences that the first HTML needs. */
export interface Preferences {
  /** BCP 47: how dates and numbers are written. */
  locale: string
  /** IANA; UTC until the browser has set its cookie. */
  timeZone: string
  theme: Theme
}

export const themeCookie = 'paraph-theme'
export const timeZoneCookie = 'paraph-time-zone'

/** Reads the preferences from cookies and `Accept-Language`; invalid values count as absent. */
export function preferencesOf(
  cookie: (name: string) => string | undefined,
  acceptLanguage: string | null,
): Preferences {
  return {
    locale: localeOf(acceptLanguage),
    timeZone: timeZoneOf(cookie(timeZoneCookie)),
    theme: asTheme(cookie(themeCookie)),
  }
}

export function asTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system'
}

function localeOf(acceptLanguage: string | null): string {
  const first = acceptLanguage?.split(/[,;]/)[0]?.trim() ?? ''
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(first)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

function timeZoneOf(value: string | undefined): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value || 'UTC'
  } catch {
    return 'UTC'
  }
}
