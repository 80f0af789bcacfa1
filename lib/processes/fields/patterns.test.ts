import { describe, expect, it } from 'vitest'
import type { Ctx } from '#lib/core/ctx'
import { englishMessages } from '#lib/core/errors'
import { findPatternErrors, findPatternTotalErrors, matchPatterns, PatternMatches } from './patterns.ts'

const ctx = { tenantId: 1 } as Ctx

const matches = async (pattern: string, text: string) =>
  (await matchPatterns(ctx, [{ pattern, text }]))(pattern, text)

/** Patterns for which a backtracking engine needs exponential time, and a text with which it does. */
const exponential: [pattern: string, text: string][] = [
  ['(x+x+)+y', 'x'.repeat(2000)],
  ['(a+)+b', 'a'.repeat(2000)],
  ['(a|a)*b', 'a'.repeat(2000)],
  ['(.*a){20}b', 'a'.repeat(2000)],
  ['([a-zA-Z]+)*b', 'a'.repeat(2000)],
  ['(?:.*[ab].{400})c', 'ab'.repeat(1000)],
  ['(?:\\d+\\.?)+e', '1'.repeat(2000)],
]

const withPattern = (
  pattern: string | undefined,
  members: Partial<Parameters<typeof findPatternErrors>[1][number]> = {},
) => ({
  type: 'text' as const,
  value: null,
  options: [],
  imported: false,
  validation: { pattern },
  ...members,
})

describe('patterns of the sender', () => {
  it('match a value whose letters are as in the pattern, or composed', async () => {
    expect(await matches('[à-ỹ]+', 'ằ'.normalize('NFD'))).toBe(true)
    expect(await matches('Hà Nội|Huế'.normalize('NFD'), 'Huế'.normalize('NFD'))).toBe(true)
    expect(await matches('[\u0958-\u095F]+', '\u0958')).toBe(true)
  })

  it.each([
    ['[A-Z]{2}\\d{4}', 'AB1234', true],
    ['[A-Z]{2}\\d{4}', 'xAB1234', false],
    ['[A-Z]{2}\\d{4}', 'AB1234 ', false],
    ['a|b', 'b', true],
    ['a|b', 'bc', false],
    ['\\p{L}+', 'Żółć', true],
    ['[\\u4e00-\\u9fa5]+', '中文', true],
    ['(?<area>\\d{3})\\/\\d+', '030/1', true],
    ['.{2}', '🖋🖋', true],
    ['a*', 'a'.repeat(4000), true],
    ['a*', `${'a'.repeat(4000)}b`, false],
  ])('matching %s with %s gives %s', async (pattern, text, expected) => {
    expect(await matches(pattern, text)).toBe(expected)
  })

  it.each(['(', '[', '\\', '*', '(?<a', 'a{2,1}', '(?=a)b', '(a)\\1'])(
    '%s is not in RE2 syntax',
    async (pattern) => {
      expect(await matches(pattern, 'text')).toBeNull()
    },
  )

  it.each(exponential)('%s is matched without backtracking', async (pattern, text) => {
    expect(await findPatternErrors(ctx, [withPattern(pattern)])).toEqual({})
    expect(await matches(pattern, text)).toBe(false)
  })

  it('are matched whatever their order is', async () => {
    const trials = ['b', 'a', 'c', 'a', 'b'].flatMap((pattern) =>
      ['a', 'b', 'c'].map((text) => ({ pattern, text })),
    )
    const outcome = await matchPatterns(ctx, trials)
    for (const { pattern, text } of trials) expect(outcome(pattern, text)).toBe(pattern === text)
  })

  it('have no result if they were not checked', async () => {
    expect((await matchPatterns(ctx, []))('a', 'a')).toBeUndefined()
  })
})

describe('PatternMatches', () => {
  it('knows what it was asked for once that was matched', async () => {
    const matches = new PatternMatches()
    expect([matches.find('b+', 'bb'), matches.isComplete]).toEqual([undefined, false])
    await matches.match(ctx)
    expect([matches.find('b+', 'bb'), matches.isComplete]).toEqual([true, true])
    expect([matches.find('b+', 'c'), matches.isComplete]).toEqual([undefined, false])
    await matches.match(ctx)
    expect([matches.find('b+', 'bb'), matches.find('b+', 'c'), matches.isComplete]).toEqual([
      true,
      false,
      true,
    ])
  })
})

it('does not block the event loop while many patterns are matched', async () => {
  const trials = Array.from({ length: 20 }, (_, signer) =>
    exponential.map(([pattern, text]) => ({ pattern, text: `${text}${signer}` })),
  )
  let ticks = 0
  const timer = setInterval(() => ticks++, 1)
  const outcomes = await Promise.all(trials.map((list) => matchPatterns(ctx, list)))
  clearInterval(timer)
  expect(
    outcomes.flatMap((outcome, number) => trials[number]!.map(({ pattern, text }) => outcome(pattern, text))),
  ).toEqual(Array(20 * exponential.length).fill(false))
  expect(ticks).toBeGreaterThan(5)
})

describe('the patterns of new fields', () => {
  const getErrors = (...patterns: (string | undefined)[]) =>
    findPatternErrors(
      ctx,
      patterns.map((pattern) => withPattern(pattern)),
    ).then(englishMessages)
  const getPath = (index: number) => `fields.${index}.validation.pattern`

  it('are accepted in RE2 syntax', async () => {
    expect(await getErrors(undefined, '[A-Z]{2}', '\\+?[0-9 ()-]{6,20}', '(a+)+b')).toEqual({})
  })

  it('are refused if not in RE2 syntax or above the size limit, each under its own field', async () => {
    const syntaxError = [expect.stringMatching(/^Must be a regular expression in RE2 syntax/)]
    expect(await getErrors('[A-Z]', '(', '(?=.*\\d).{8,}', '\\d+', '(', '.{500}')).toEqual({
      [getPath(1)]: syntaxError,
      [getPath(2)]: syntaxError,
      [getPath(4)]: syntaxError,
      [getPath(5)]: [expect.stringMatching(/^Too large: 50\d instructions .*; at most 500\./)],
    })
  })

  it('are compiled in another thread, however long that takes', async () => {
    await getErrors('a')
    const before = process.threadCpuUsage()
    const slow = Array.from({ length: 5 }, (_, number) => `(?i)${'[b-\\x{1E942}]'.repeat(38)}${number}`)
    expect(await getErrors(...slow)).toEqual({})
    const large = Array.from({ length: 500 }, (_, number) => `${'a{0,999}'.repeat(61)}${number}`)
    expect(await getErrors(...large)).toMatchObject({
      [getPath(0)]: [expect.stringMatching(/^Too large: 12\d,?\d{3} instructions/)],
    })
    const { user, system } = process.threadCpuUsage(before)
    expect(user + system).toBeLessThan(300_000)
  })

  it('must match the preset values, except in imported fields, and where the signer chooses', async () => {
    const fields = [
      withPattern('\\d{3}', { value: '123' }),
      withPattern('\\d{3}', { value: '12' }),
      withPattern('\\d{3}', { value: '12', imported: true }),
      withPattern('\\d{3}', { value: 'true', type: 'checkbox' }),
      withPattern('\\d{3}', { value: '' }),
    ]
    expect(englishMessages(await findPatternErrors(ctx, fields))).toEqual({
      'fields.1.value': ['Does not match the required pattern.'],
    })
  })

  it('are matched with the option that a preset value becomes, whose letters may be apart', async () => {
    const option = 'Hue\u0302\u0301'
    const list = { type: 'dropdown', editable: true, options: [option] } as const
    const fields = [option, option.normalize('NFC')].map((value) => withPattern(option, { ...list, value }))
    expect(await findPatternErrors(ctx, fields)).toEqual({})
  })

  it('may be at most 500 different ones', async () => {
    const tooMany = Array.from({ length: 501 }, (_, number) => withPattern(`a${number}`))
    const limitError = { fields: ['There may be at most 500 different patterns.'] }
    expect(englishMessages(await findPatternErrors(ctx, tooMany))).toEqual(limitError)
    expect(englishMessages(findPatternTotalErrors(tooMany))).toEqual(limitError)
    expect(findPatternTotalErrors([...tooMany.slice(0, 500), ...tooMany.slice(0, 100)])).toEqual({})
  })
})
