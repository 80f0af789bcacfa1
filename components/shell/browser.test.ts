import { createTranslator } from 'use-intl'
import { expect, it } from 'vitest'
import en from '#messages/en/dashboard.json'
import { describeBrowser } from './browser.ts'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'settings.browser' })

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

it.each([
  [chrome, 'Chrome on Windows'],
  [`${chrome} Edg/140.0.0.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari/604.1', 'Chrome on iPhone'],
  ['curl/8.5.0', 'A browser'],
  [null, 'A browser'],
])('names the browser of %s: %s', (userAgent, name) => {
  expect(describeBrowser(t, userAgent)).toBe(name)
})
