import { describe, expect, it } from 'vitest'
import { plainNumber, readValue } from '#lib/processes/fields/read-value'
import { field, signing } from '../fixtures.ts'
import {
  emptyInput,
  findNextStep,
  getEditedText,
  getShownText,
  getValue,
  isFilled,
  listPageFields,
  listSteps,
  localDate,
  toInitials,
  withEntry,
  withPageLanguage,
} from './steps.ts'
import { toSubmission } from './submission.ts'

const today = '2026-03-31'

describe('listSteps', () => {
  it('follows the documents of the process, then pages, lines and columns', () => {
    const laterField = field({ document_id: 1, y: 10 })
    const right = field({ document_id: 2, x: 300, y: 100, height: 14 })
    const left = field({ document_id: 2, x: 40, y: 96, height: 48 })
    const below = field({ document_id: 2, x: 10, y: 160 })
    const nextPage = field({ document_id: 2, page: 2, y: 5 })
    expect(listSteps(signing([nextPage, laterField, below, right, left]))).toEqual([
      left,
      right,
      below,
      nextPage,
      laterField,
    ])
  })

  it('skips read-only fields', () => {
    expect(listSteps(signing([field({ read_only: true, value: 'x' })]))).toEqual([])
  })
})

describe('listPageFields', () => {
  it('follows lines and columns, whatever the order in which the sender has placed the fields', () => {
    const signatureField = field({ type: 'signature', y: 700 })
    const right = field({ x: 300, y: 100, height: 14 })
    const left = field({ x: 40, y: 96, height: 48, read_only: true, value: 'x' })
    expect(listPageFields([signatureField, right, left], 1)).toEqual([left, right, signatureField])
  })

  it('has those of other pages at their places on the page', () => {
    const [above, below] = [field({ page: 2, y: 50 }), field({ page: 2, y: 500 })]
    const widget = { page: 2, dx: 0, dy: 200, width: 10, height: 10 }
    const elsewhere = field({ y: 100, layout: { widgets: [widget] } })
    expect(listPageFields([below, above, elsewhere, field({})], 2)).toEqual([above, elsewhere, below])
  })
})

describe('findNextStep', () => {
  const [a, b, c] = [field({}), field({}), field({})]
  it('is the next open one after the current, wrapping around', () => {
    expect(findNextStep([a, b, c], new Set([a.id, c.id]), null)).toBe(a)
    expect(findNextStep([a, b, c], new Set([a.id, c.id]), a.id)).toBe(c)
    expect(findNextStep([a, b, c], new Set([a.id, c.id]), c.id)).toBe(a)
    expect(findNextStep([a, b, c], new Set([b.id]), b.id)).toBe(b)
    expect(findNextStep([a, b, c], new Set(), b.id)).toBeNull()
  })
})

describe('getValue and isFilled', () => {
  it('give the signer’s data, unless the sender or the signer entered a value', () => {
    const name = field({ type: 'name' })
    const email = field({ type: 'email' })
    const date = field({ type: 'date' })
    const input = field({ type: 'name', value: 'A. Moreau' })
    const signingData = signing([name, email, date, input])
    const getInitialValue = (anyField: typeof name, input = emptyInput) =>
      getValue(anyField, input, signingData, today)
    expect(getInitialValue(name)).toBe('Ana María Moreau')
    expect(getInitialValue(email)).toBe('ana@example.org')
    expect(getInitialValue(date)).toBe(today)
    expect(getInitialValue(input)).toBe('A. Moreau')
    expect(getInitialValue(name, { ...emptyInput, values: { [name.id]: '' } })).toBe('')
  })

  it('leave a date that the signer chooses empty', () => {
    const chosen = field({ type: 'date', validation: { min_date: '1900-01-01' } })
    const signingData = signing([chosen])
    expect(getValue(chosen, emptyInput, signingData, today)).toBe('')
    expect(isFilled(chosen, emptyInput, signingData, today)).toBe(false)
  })

  it.each(['text', 'number'] as const)('count a %s without a visible character as empty', (type) => {
    const invisible = field({ type })
    const signingData = signing([invisible])
    const input = withEntry(emptyInput, invisible, '\u2800\u3164\u200B', signingData)
    expect(isFilled(invisible, input, signingData, today)).toBe(false)
  })

  it('count a checkbox as filled when ticked, a signature when there is one', () => {
    const checkbox = field({ type: 'checkbox' })
    const signature = field({ type: 'signature' })
    const signingData = signing([checkbox, signature])
    const isFilledIn = (anyField: typeof checkbox, input: Partial<typeof emptyInput>) =>
      isFilled(anyField, { ...emptyInput, ...input }, signingData, today)
    expect(isFilledIn(checkbox, { values: { [checkbox.id]: 'false' } })).toBe(false)
    expect(isFilledIn(checkbox, { values: { [checkbox.id]: 'true' } })).toBe(true)
    expect(isFilledIn(signature, {})).toBe(false)
    expect(isFilledIn(signature, { initials: { method: 'typed', text: 'AM' } })).toBe(false)
    expect(isFilledIn(signature, { signature: { method: 'typed', text: 'Ana' } })).toBe(true)
  })
})

describe('the text of a number that is used again', () => {
  const tested = field({ type: 'number' })
  const page = signing([tested])
  const edited = (plain: string, locale: string) => {
    page.process.locale = locale
    const input = { ...emptyInput, values: { [tested.id]: plain } }
    return [getShownText, getEditedText].map((getText) => getText(tested, input, page, today))
  }

  it('is clear to a signer whose language writes it otherwise', () => {
    expect(edited('12345', 'de')).toEqual(['12.345', '12345'])
    expect(edited('12.345', 'de')).toEqual(['12,345', '12,3450'])
    expect(edited('12345.5', 'de')).toEqual(['12.345,5', '12345,5'])
    expect(edited('12.50', 'de')).toEqual(['12,50', '12,50'])
    expect(edited('12345', 'en')).toEqual(['12,345', '12,345'])
  })

  it('stays what the signer has typed, also where that is not clear', () => {
    page.process.locale = 'de'
    const input = withEntry(emptyInput, tested, '12.345', page)
    expect(getEditedText(tested, input, page, today)).toBe('12.345')
  })
})

describe('toSubmission', () => {
  it('has the hashes of the files that the page shows', () => {
    const file = { id: 3, name: 'a.pdf', mime_type: 'application/pdf' as const, size: 9, sha256: 'ab' }
    const added = field({ type: 'attachment', value: 'a.pdf', attachment: file })
    const empty = field({ type: 'attachment', required: false })
    const page = signing([added, empty])
    expect(toSubmission({ signing: page, input: emptyInput, today, steps: [added, empty] }).values).toEqual([
      { field_id: added.id, value: 'ab' },
      { field_id: empty.id, value: '' },
    ])
  })

  it.each([
    ['de', 'en', '12.5', '12.5'],
    ['de', 'en', '12,345', ''],
    ['de', 'de', '12.345', '12345'],
    ['en', 'de', '12,5', '12.5'],
    ['en', 'de', '12.345', ''],
    ['en', 'en', '12,345', '12345'],
  ] as const)(
    'has a number as the service reads it, in a process in %s, from a page in %s: %s',
    (locale, pageLanguage, typed, plain) => {
      const number = field({ type: 'number' })
      const stored = signing([number], { locale })
      stored.process.locale = locale
      const page = withPageLanguage(stored, pageLanguage)
      const input = withEntry(emptyInput, number, typed, page)
      const [sent] = toSubmission({ signing: page, input, today, steps: [number] }).values ?? []
      const value = sent!.value as string | number
      expect(typeof value === 'number' ? plainNumber(value) : readValue('number', value, locale)).toBe(plain)
    },
  )

  it.each([
    ['12345', 12345],
    ['12.345', 12.345],
    ['1250.50', '1250,50'],
    ['00451', '00451'],
    ['12345678901234567890.5', '12345678901234567890,5'],
    ['', ''],
  ])('has the number %s as JSON where that is exact, else as text without groups', (plain, value) => {
    const number = field({ type: 'number' })
    const page = signing([number])
    page.process.locale = 'de'
    const input = { ...emptyInput, values: { [number.id]: plain } }
    expect(toSubmission({ signing: page, input, today, steps: [number] }).values).toEqual([
      { field_id: number.id, value },
    ])
  })

  const text = field({ type: 'text', value: 'draft' })
  const signature = field({ type: 'signature' })
  const input = {
    values: { [text.id]: '  Lyon ' },
    typed: {},
    signature: { method: 'typed' as const, text: 'Ana' },
    initials: null,
  }

  it('contains all editable values, and signature and initials separately', () => {
    const signingData = signing([text, signature])
    expect(toSubmission({ signing: signingData, input, today, steps: listSteps(signingData) })).toEqual({
      consent: { version: '1', accepted: true },
      signature: input.signature,
      preparation: 0,
      values: [{ field_id: text.id, value: 'Lyon' }],
      time_zone: expect.any(String),
    })
  })

  it('contains an emptied field, so that the server does not fill in the preset value', () => {
    const signingData = signing([text])
    const emptied = { ...input, values: { [text.id]: '' } }
    expect(
      toSubmission({ signing: signingData, input: emptied, today, steps: listSteps(signingData) }).values,
    ).toEqual([{ field_id: text.id, value: '' }])
  })

  it('has the signature of an approver only where a field is for it', () => {
    const submit = (fields: Parameters<typeof signing>[0]) => {
      const signingData = signing(fields, { role: 'approver' })
      return toSubmission({ signing: signingData, input, today, steps: listSteps(signingData) })
    }
    expect(submit([text])).not.toHaveProperty('signature')
    expect(submit([text, field({ type: 'signature' })]).signature).toEqual(input.signature)
  })
})

describe('toInitials', () => {
  it.each([
    ['Ana María Moreau', 'AMM'],
    ['jean-luc picard', 'JLP'],
    ['Ольга Петрова', 'ОП'],
    ['王小明', '王'],
    ['  ', ''],
    ['A B C D E F', 'ABCD'],
    ['“Bob” O’Neil', 'BO'],
    ['გიორგი მაისურაძე', 'გმ'],
    ['𐐨 𐐩 𐐪 𐐫 𐐬', '𐐀𐐁𐐂𐐃'],
    ['42 A B C D', 'ABCD'],
  ])('%j gives %j', (name, initials) => expect(toInitials(name)).toBe(initials))
})

it('formats a date in the local time zone', () => {
  const instant = new Date('2026-03-05T23:59:00Z')
  expect(localDate(instant, 'UTC')).toBe('2026-03-05')
  expect(localDate(instant, 'Europe/Berlin')).toBe('2026-03-06')
  expect(localDate(instant, 'America/Los_Angeles')).toBe('2026-03-05')
})
