import { describe, expect, it } from 'vitest'
import { field, signing } from '../fixtures.ts'
import { fromDraft, mergeInput, toDraft } from './draft.ts'
import { emptyInput, type SignerInput, withEntry, withPageLanguage } from './steps.ts'

const german = (fields: ReturnType<typeof field>[]) => {
  const page = signing(fields)
  page.process.locale = 'de'
  return page
}
const savedAt = '2026-11-26T10:00:00.000Z'
const typed = { method: 'typed' as const, text: 'Ana' }

describe('a draft', () => {
  it('restores what was filled in on another device, also numbers and dates that are not understood yet', () => {
    const fields = [
      field({ type: 'number' }),
      field({ type: 'number' }),
      field({ type: 'date' }),
      field({ type: 'date' }),
      field({ type: 'checkbox' }),
      field({ type: 'text' }),
    ]
    const page = german(fields)
    const texts = ['1.250,5', '12,3,', '1.12.2026', '1.12.', 'true', 'Straße']
    const input = fields.reduce<SignerInput>(
      (before, tested, index) => withEntry(before, tested, texts[index]!, page),
      { ...emptyInput, signature: typed },
    )
    const { values, signature } = toDraft(page, input, emptyInput)
    expect(values.map(({ value }) => value)).toEqual([
      ...[1250.5, '12,3,', '2026-12-01', '1.12.', 'true', 'Straße'],
    ])
    const restored = fromDraft(
      { values, signature: signature!, initials: null, saved_at: savedAt, device: null },
      page,
    )
    expect(restored).toEqual({
      ...input,
      typed: { [fields[1]!.id]: '12,3,', [fields[3]!.id]: '1.12.' },
    })
  })

  it.each([
    ['de', 'de', 'de'],
    ['de', 'de', 'en'],
    ['de', 'en', 'de'],
    ['en', 'en', 'de'],
    ['en', 'de', 'fr'],
    ['es', 'en', 'es'],
    ['pt', 'it', 'ar'],
    ['hi', 'en', 'de'],
  ] as const)(
    'keeps every number that was understood, in a process in %s, from a page in %s to one in %s',
    (locale, from, to) => {
      const tested = field({ type: 'number' })
      const page = signing([tested])
      page.process.locale = locale
      for (const plain of [
        ...['12345', '-12345', '123456.5', '1234.50', '12.345', '1.234', '0012345', ''],
        '12345678901234567890.125',
      ]) {
        const input = { ...emptyInput, values: { [tested.id]: plain } }
        const { values } = toDraft(withPageLanguage(page, from), input, emptyInput)
        const draft = { values, signature: null, initials: null, saved_at: savedAt, device: null }
        expect(fromDraft(draft, withPageLanguage(page, to))).toEqual(input)
      }
    },
  )

  it('has a number with a zero at its end and two readings as text, which another page asks about', () => {
    const tested = field({ type: 'number' })
    const page = german([tested])
    const { values } = toDraft(page, { ...emptyInput, values: { [tested.id]: '1.250' } }, emptyInput)
    const draft = { values, signature: null, initials: null, saved_at: savedAt, device: null }
    expect(fromDraft(draft, withPageLanguage(page, 'de')).values[tested.id]).toBe('1.250')
    expect(fromDraft(draft, withPageLanguage(page, 'en')).typed[tested.id]).toBe('1,250')
  })

  it.each([
    ['number', '1,234', 'de', 'en', 'de', ''],
    ['number', '12.345', 'en', 'de', 'en', ''],
    ['number', '12.345', 'de', 'en', 'fr', ''],
    ['date', '03/04/2026', 'fr', 'en', 'fr', ''],
    ['number', '1,5', 'en', 'en', 'de', '1.5'],
    ['number', '1,5,', 'en', 'en', 'de', ''],
  ] as const)(
    'has a %s typed as %s, in a process in %s, still in question from a page in %s to one in %s, unless only that reads it',
    (type, text, locale, from, to, plain) => {
      const tested = field({ type })
      const page = signing([tested])
      page.process.locale = locale
      const typing = withEntry(emptyInput, tested, text, withPageLanguage(page, from))
      expect(typing.values[tested.id]).toBe('')
      const { values } = toDraft(withPageLanguage(page, from), typing, emptyInput)
      const draft = { values, signature: null, initials: null, saved_at: savedAt, device: null }
      const restored = fromDraft(draft, withPageLanguage(page, to))
      expect(restored.values[tested.id]).toBe(plain)
      expect(restored.typed[tested.id]).toBe(plain === '' ? text : undefined)
      expect(toDraft(withPageLanguage(page, to), restored, restored).values).toEqual(
        plain === '' ? values : [{ field_id: tested.id, value: Number(plain) }],
      )
    },
  )

  it('reads a JSON number as such, and still the text of drafts that have groups', () => {
    const fields = [field({ type: 'number' }), field({ type: 'number' }), field({ type: 'text' })]
    const page = german(fields)
    page.signer.locale = 'de'
    const values = [12.345, '12.345', 12].map((value, index) => ({ field_id: fields[index]!.id, value }))
    const draft = { values, signature: null, initials: null, saved_at: savedAt, device: null }
    const restored = ['12.345', '12345', '12'].map((plain, index) => [fields[index]!.id, plain])
    expect(fromDraft(draft, page)).toEqual({ ...emptyInput, values: Object.fromEntries(restored) })
  })

  it('has only fields that the signer fills in, and marks only when they have changed', () => {
    const fields = [
      field({ read_only: true, value: 'x' }),
      field({ formula: '1' }),
      field({ auto: true, type: 'date' }),
      field({ type: 'signature' }),
      field({}),
    ]
    const page = signing(fields)
    const values = Object.fromEntries(fields.map(({ id }) => [id, 'y']))
    const input = { ...emptyInput, values, signature: typed }
    const saved = { values: [{ field_id: fields[4]!.id, value: 'y' }], changed: [] }
    expect(toDraft(page, input, input)).toEqual(saved)
    expect(toDraft(page, input, emptyInput).changed).toEqual([fields[4]!.id])
    expect(toDraft(page, { ...input, signature: null }, input)).toMatchObject({ signature: null })
  })

  it('is merged with unsaved input, which counts', () => {
    const local = { values: { 1: 'mine', 2: 'mine' }, typed: { 3: '1,2,' }, signature: null, initials: null }
    const remote = {
      values: { 2: 'other', 4: 'other' },
      typed: { 5: '3,' },
      signature: typed,
      initials: typed,
    }
    expect(mergeInput(local, remote, emptyInput)).toEqual({
      values: { 1: 'mine', 2: 'mine', 4: 'other' },
      typed: { 3: '1,2,', 5: '3,' },
      signature: typed,
      initials: typed,
    })
  })

  it('is merged with what was saved here before, and changed on the other device since', () => {
    const base = { values: { 1: 'Lyon', 2: 'a' }, typed: {}, signature: typed, initials: typed }
    const drawn = { method: 'typed' as const, text: 'A. L.' }
    const local = { ...base, values: { 1: 'Lyon', 2: 'mine' }, initials: drawn }
    const remote = { values: { 1: 'Paris', 2: 'other' }, typed: {}, signature: drawn, initials: null }
    expect(mergeInput(local, remote, base)).toEqual({
      values: { 1: 'Paris', 2: 'mine' },
      typed: {},
      signature: drawn,
      initials: drawn,
    })
  })
})
