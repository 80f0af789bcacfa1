import type { useTranslations } from 'use-intl'
import { parseUserAgent } from '#lib/core/text/user-agent'

type Translate = ReturnType<typeof useTranslations<'settings.browser'>>

/** The browser and the system of a user agent. */
export function describeBrowser(t: Translate, userAgent: string | null): string {
  const browser = parseUserAgent(userAgent)
  if (!browser) return t('unknown')
  const { name, system } = browser
  return system ? t('onSystem', { browser: name, system }) : name
}
