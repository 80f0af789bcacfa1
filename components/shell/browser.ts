import type { useTranslations } from 'use-intl'

type Translate = ReturnType<typeof useTranslations<'settings.browser'>>

/** In this order, because the user agents of the first ones name Chrome and Safari too. */
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari']
const browserNames: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
const systems = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac OS', 'Linux']

/** The browser and the system of a user agent. */
export function describeBrowser(t: Translate, userAgent: string | null): string {
  const token = browsers.find((name) => userAgent?.includes(name))
  if (!token) return t('unknown')
  const browser = browserNames[token] ?? token
  const system = systems.find((name) => userAgent?.includes(name))
  return system ? t('onSystem', { browser, system }) : browser
}
