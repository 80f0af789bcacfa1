import { describe, expect, it } from 'vitest'
import { preferencesOf } from './preference-cookies.ts'

const input = (
  cookies: Record<string, string>,
  acceptLanguage: string | null = null,
  userLanguage?: string,
) => preferencesOf((name) => cookies[name], acceptLanguage, userLanguage)

describe('the preferences of the first HTML', () => {
  it('come from cookies and the first language', () => {
    const cookies = { 'paraph-time-zone': 'Europe/Berlin', 'paraph-theme': 'dark' }
    expect(input(cookies, 'de-AT,de;q=0.9,en;q=0.8')).toEqual({
      language: 'de',
      locale: 'de-AT',
      timeZone: 'Europe/Berlin',
      theme: 'dark',
    })
  })

  it.each([
    [
      'the user’s before the cookie’s',
      { 'paraph-language': 'fr' },
      'de-AT',
      'es',
      { language: 'es', locale: 'es' },
    ],
    [
      'the cookie’s before the browser’s',
      { 'paraph-language': 'fr' },
      'de-AT',
      undefined,
      { language: 'fr', locale: 'fr' },
    ],
    [
      'the browser’s region of it',
      { 'paraph-language': 'fr' },
      'fr-CA',
      undefined,
      { language: 'fr', locale: 'fr-CA' },
    ],
    ['English for others', { 'paraph-language': 'xx' }, 'ja', undefined, { language: 'en', locale: 'en' }],
  ])('have the language: %s', (_, cookies, acceptLanguage, userLanguage, expected) => {
    expect(input(cookies, acceptLanguage, userLanguage)).toMatchObject(expected)
  })

  it.each([
    [{}, null],
    [{ 'paraph-time-zone': 'Mars/Olympus', 'paraph-theme': 'pink' }, 'x_!'],
    [{ 'paraph-time-zone': '' }, '*'],
    [{ 'paraph-time-zone': '<script>' }, ''],
  ])('falls back where nothing valid is given: %j', (cookies, language) => {
    expect(input(cookies, language)).toEqual({
      language: 'en',
      locale: 'en',
      timeZone: 'UTC',
      theme: 'system',
    })
  })
})
