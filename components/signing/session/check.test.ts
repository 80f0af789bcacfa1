import { describe, expect, it } from 'vitest'
import { getSigningTexts } from '#lib/messages/signing'
import { field, signing } from '../fixtures.ts'
import { checkSteps, findInputError } from './check.ts'
import { emptyInput, readAgain, withEntry, withoutTyped, withPageLanguage } from './steps.ts'

const en = getSigningTexts('en')

const messageFor = (
  input: Parameters<typeof field>[0],
  value: string,
  locale = 'en',
  signerLocale = locale,
) => {
  const tested = field(input)
  const page = signing([tested], { locale: signerLocale })
  page.process.locale = locale
  return findInputError(tested, withEntry(emptyInput, tested, value, page), page, '2026-03-31', en)
}

describe('the value of a field', () => {
  it('is required in a required field', () => {
    expect(messageFor({}, ' ')).toBe(en.requiredMissing)
    expect(messageFor({ required: false }, '')).toBeNull()
    expect(messageFor({ type: 'checkbox' }, 'false')).toBe(en.requiredMissing)
    expect(messageFor({ type: 'checkbox', required: false }, 'false')).toBeNull()
    expect(messageFor({ type: 'radio', options: ['a'] }, '')).toBe(en.requiredMissing)
  })

  it.each(['12', '-3', '1.5', '1,500', '+7', '.5'])('%j is a number', (value) =>
    expect(messageFor({ type: 'number' }, value)).toBeNull(),
  )
  it.each(['1e5', '0x10', '12a', '1.2.3', 'Infinity', '1 000', '1,5'])('%j is not a number', (value) =>
    expect(messageFor({ type: 'number' }, value)).toBe('Enter a number such as 12,345.67.'),
  )

  it('is refused where the signer’s language reads another number than the document’s', () => {
    const number = { type: 'number' as const }
    expect(messageFor(number, '1,200', 'de', 'en')).toBe('Do you mean 1,2 or 1200? Type it like that.')
    expect(messageFor(number, '1.200', 'en', 'de')).toBe('Do you mean 1.2 or 1200? Type it like that.')
    expect(messageFor(number, '1,234', 'de', 'en')).toBe('Do you mean 1,2340 or 1234? Type it like that.')
    expect(messageFor(number, '1,2340', 'de', 'en')).toBeNull()
    expect(messageFor(number, '1200', 'de', 'en')).toBeNull()
    expect(messageFor(number, '1,2', 'de', 'en')).toBeNull()
    expect(messageFor(number, '1.200', 'de')).toBeNull()
  })

  it.each([
    ['de', 'en', '12.50', '12.50'],
    ['de', 'en', '1,250.5', '1250.5'],
    ['en', 'de', '12,50', '12.50'],
    ['en', 'fr', '1 250,5', '1250.5'],
    ['fr', 'en', '-1250.5', '-1250.5'],
  ])(
    'in %s is also a number as the signer’s language %s clearly writes it: %s',
    (locale, signerLocale, text, plain) => {
      const tested = field({ type: 'number' })
      const page = signing([tested], { locale: signerLocale })
      page.process.locale = locale
      expect(withEntry(emptyInput, tested, text, page).values[tested.id]).toBe(plain)
      expect(messageFor({ type: 'number' }, text, locale, signerLocale)).toBeNull()
    },
  )

  describe('after the language of the page changed', () => {
    /** The value and message of what was typed on a page in one language and left, after it is shown in another. */
    const changed = (
      type: 'number' | 'date',
      text: string,
      locale: string,
      from: 'de' | 'en',
      to: 'de' | 'en',
    ) => {
      const tested = field({ type, validation: type === 'date' ? { min_date: '2026-01-01' } : {} })
      const page = signing([tested], { locale: from })
      page.process.locale = locale
      const typed = withoutTyped(withEntry(emptyInput, tested, text, page), tested)
      const shown = withPageLanguage(page, to)
      const input = readAgain(typed, shown)
      const message = findInputError(tested, input, shown, '2026-03-31', getSigningTexts(to))
      return { value: input.values[tested.id], message, isSame: input === typed }
    }

    it('is taken where this one reads what was refused', () => {
      expect(changed('number', '1,5', 'en', 'en', 'de')).toEqual({
        value: '1.5',
        message: null,
        isSame: false,
      })
      expect(changed('number', '1.5', 'de', 'de', 'en')).toMatchObject({ value: '1.5', message: null })
      expect(changed('date', '31.12.2026', 'en', 'en', 'de')).toMatchObject({ value: '2026-12-31' })
      expect(changed('number', '1,5,', 'en', 'en', 'de')).toMatchObject({
        ...{ value: '', isSame: true },
        message: 'Geben Sie eine Zahl ein, zum Beispiel 12,345.67.',
      })
    })

    it('is still in question where it had two readings', () => {
      expect(changed('number', '12.345', 'de', 'en', 'de')).toEqual({
        ...{ value: '', isSame: true },
        message: 'Geben Sie eine Zahl ein, zum Beispiel 12345.',
      })
      expect(changed('number', '12,345', 'de', 'en', 'en').message).toMatch('Do you mean 12,3450 or 12345?')
      expect(changed('number', '12,345', 'en', 'de', 'en').message).toBe('Enter a number such as 12345.')
    })

    it('is what was taken before, as it was shown', () => {
      expect(changed('number', '12.345', 'de', 'de', 'en')).toEqual({
        ...{ value: '12345', message: null, isSame: true },
      })
    })
  })

  it('must be within its bounds', () => {
    const bounded = { type: 'number' as const, validation: { min: 2, max: 5 } }
    expect(messageFor(bounded, '1')).toBe('At least 2.')
    expect(messageFor(bounded, '6')).toBe('At most 5.')
    expect(messageFor(bounded, '5')).toBeNull()
    const limitedLength = { validation: { min_length: 2, max_length: 3 } }
    expect(messageFor(limitedLength, 'é')).toBe('At least 2 characters.')
    expect(messageFor(limitedLength, '👍👍👍👍')).toBe('At most 3 characters.')
    expect(messageFor(limitedLength, '👍👍👍')).toBeNull()
  })

  it('must match its type', () => {
    expect(messageFor({ type: 'email' }, 'ana@example')).toBe(en.notEmail)
    expect(messageFor({ type: 'email' }, 'ana@example.org')).toBeNull()
    expect(messageFor({ type: 'date' }, '2026-02-30')).toBe('Enter a date such as 12/31/2026.')
    expect(messageFor({ type: 'date', validation: { min_date: '2026-01-01' } }, '2026-02-28')).toBeNull()
  })

  it('is a day as the document’s language writes it, or clearly the signer’s', () => {
    const day = { type: 'date' as const, validation: { min_date: '2026-01-01' } }
    for (const text of ['31.3.2026', '31.03.2026', '2026-03-31'])
      expect(messageFor(day, text, 'de')).toBeNull()
    expect(messageFor(day, '3/31/2026', 'de')).toBe('Enter a date such as 31.12.2026.')
    expect(messageFor(day, '3/31/2026', 'de', 'en')).toBeNull()
    expect(messageFor(day, 'Mar 31, 2026', 'en', 'fr')).toBeNull()
    expect(messageFor(day, '31/03/2026', 'en', 'fr')).toBeNull()
    expect(messageFor(day, '04/03/2026', 'en', 'fr')).toBe(
      'Do you mean Apr 3, 2026 or Mar 4, 2026? Type it like that.',
    )
    expect(messageFor(day, '03/03/2026', 'en', 'fr')).toBeNull()
    expect(messageFor(day, '2026年3月31日', 'ja')).toBeNull()
    expect(messageFor(day, '2026/3/31', 'ja')).toBeNull()
  })

  it('must be the day of signing unless the sender set bounds or a value', () => {
    // Of 2026-03-31 in the signer's time zone, whatever the clock of the device says.
    for (const day of ['2026-03-30', '2026-03-31', '2026-04-01'])
      expect(messageFor({ type: 'date' }, day)).toBeNull()
    for (const other of ['2020-01-01', '2026-03-29', '2026-04-02'])
      expect(messageFor({ type: 'date' }, other)).toBe(en.notToday)
    expect(messageFor({ type: 'date', value: '2020-01-01' }, '2020-01-01')).toBeNull()
    const bounded = { type: 'date' as const, validation: { min_date: '2020-01-01', max_date: '2020-12-31' } }
    expect(messageFor(bounded, '2020-06-01')).toBeNull()
    expect(messageFor(bounded, '2019-12-31')).toBe('Not before Jan 1, 2020.')
    expect(messageFor(bounded, '2021-01-01')).toBe('Not after Dec 31, 2020.')
  })

  it('is not checked if the signer cannot change it here', () => {
    expect(messageFor({ read_only: true }, '')).toBeNull()
    expect(messageFor({ type: 'signature' }, '')).toBeNull()
  })
})

describe('the steps of a page', () => {
  const file = field({ type: 'attachment', required: false, value: 'passport-old.pdf' })
  const check = (changing: number[]) =>
    checkSteps(
      [file],
      { rejected: new Map(), changing: new Set(changing), visited: new Set() },
      emptyInput,
      signing([file]),
      '2026-03-31',
      en,
    )

  it('say why the service has refused a field that is empty by now', () => {
    const removed = { ...file, value: null }
    const state = {
      rejected: new Map([[file.id, 'refused']]),
      changing: new Set<number>(),
      visited: new Set([file.id]),
    }
    const { errors } = checkSteps([removed], state, emptyInput, signing([removed]), '2026-03-31', en)
    expect(errors).toEqual(new Map([[file.id, 'refused']]))
  })

  it('hold up the signature while a file is being added or removed, also where one is there or none is needed', () => {
    expect(check([file.id])).toEqual({
      filled: new Set([file.id]),
      open: new Set([file.id]),
      errors: new Map(),
    })
    expect(check([]).open).toEqual(new Set())
  })
})
