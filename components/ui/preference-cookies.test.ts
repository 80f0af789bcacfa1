import { describe, expect, it } from 'vitest'
import { preferencesOf } from './preference-cookies.ts'

const input = (cookies: Record<string, string>, language: string | null = null) =>
  preferencesOf((name) => cookies[name], language)

describe('the preferences of the first HTML', () => {
  it('come from cookies and the first language', () => {
    const cookies = { 'paraph-time-zone': 'Europe/Berlin', 'paraph-theme': 'dark' }
    expect(input(cookies, 'de-AT,de;q=0.9,en;q=0.8')).toEqual({
      locale: 'de-AT',
      timeZone: 'Europe/Berlin',
      theme: 'dark',
    })
  })

  it.each([
    [{}, null],
    [{ 'paraph-time-zone': 'Mars/Olympus', 'paraph-theme': 'pink' }, 'x_!'],
    [{ 'paraph-time-zone': '' }, '*'],
    [{ 'paraph-time-zone': '<script>' }, ''],
  ])('falls back where nothing valid is given: %j', (cookies, language) => {
    expect(input(cookies, language)).toEqual({ locale: 'en', timeZone: 'UTC', theme: 'system' })
  })
})
