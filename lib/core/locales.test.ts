import { describe, expect, it } from 'vitest'
import {
  findNearestDashboardLocale,
  findNearestSignerLocale,
  isRightToLeftLocale,
  signerLocales,
} from './locales.ts'

const isRightToLeft = (text: string) => /[\u0590-\u08ff]/.test(text)

describe('the nearest locale', () => {
  it.each([
    ['de-AT', 'de', 'de'],
    ['pt-BR, es;q=0.8', 'es', 'pt'],
    ['zh-Hans-CN', 'en', 'zh'],
    ['ar-EG', 'en', 'ar'],
    ['FR_ca', 'fr', 'fr'],
    ['zz', 'en', 'en'],
    ['', 'en', 'en'],
    [null, 'en', 'en'],
    ['constructor', 'en', 'en'],
  ])('of %j is %s for users and %s for signers', (requested, ofUser, ofSigner) => {
    expect([findNearestDashboardLocale(requested), findNearestSignerLocale(requested)]).toEqual([
      ofUser,
      ofSigner,
    ])
  })
})

it('is written from right to left when its own name is', () => {
  for (const locale of signerLocales) {
    const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale)!
    expect([locale, isRightToLeftLocale(locale)]).toEqual([locale, isRightToLeft(name)])
  }
})
