import { describe, expect, it, vi } from 'vitest'
import { findBrowserTimeZone, readPreferences } from './preference-cookies.ts'

const read = (cookies: Record<string, string>, acceptLanguage: string | null = null, userLanguage?: string) =>
  readPreferences((name) => cookies[name], acceptLanguage, userLanguage)

describe('readPreferences', () => {
  it('reads the cookies and the first accepted language', () => {
    const cookies = { 'paraph-time-zone': 'Europe/Berlin', 'paraph-theme': 'dark' }
    expect(read(cookies, 'de-AT,de;q=0.9,en;q=0.8')).toEqual({
      language: 'de',
      locale: 'de-AT',
      timeZone: 'Europe/Berlin',
      theme: 'dark',
    })
  })

  it.each([
    [
      'the language of the user rather than that of the cookie',
      { 'paraph-language': 'fr' },
      'de-AT',
      'es',
      { language: 'es', locale: 'es' },
    ],
    [
      'the language of the cookie rather than that of the browser',
      { 'paraph-language': 'fr' },
      'de-AT',
      undefined,
      { language: 'fr', locale: 'fr' },
    ],
    [
      'the region of the browser for the same language',
      { 'paraph-language': 'fr' },
      'fr-CA',
      undefined,
      { language: 'fr', locale: 'fr-CA' },
    ],
    [
      'English instead of an unsupported language',
      { 'paraph-language': 'xx' },
      'ja',
      undefined,
      { language: 'en', locale: 'en' },
    ],
  ])('takes %s', (_, cookies, acceptLanguage, userLanguage, expected) => {
    expect(read(cookies, acceptLanguage, userLanguage)).toMatchObject(expected)
  })

  it.each([
    [{}, null],
    [{ 'paraph-time-zone': 'Mars/Olympus', 'paraph-theme': 'pink' }, 'x_!'],
    [{ 'paraph-time-zone': '' }, '*'],
    [{ 'paraph-time-zone': '<script>' }, ''],
  ])('uses the defaults for missing or invalid values: %j', (cookies, language) => {
    expect(read(cookies, language)).toEqual({
      language: 'en',
      locale: 'en',
      timeZone: 'UTC',
      theme: 'system',
    })
  })
})

describe('findBrowserTimeZone', () => {
  const find = (timeZone: string) => {
    const options = { ...Intl.DateTimeFormat().resolvedOptions(), timeZone }
    const spy = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(options)
    const found = findBrowserTimeZone()
    spy.mockRestore()
    return found
  }

  it('is UTC in a browser that does not know it', () => {
    expect(find('Etc/Unknown')).toBe('UTC')
    expect(find('Asia/Tokyo')).toBe('Asia/Tokyo')
  })
})
