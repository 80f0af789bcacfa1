import { afterAll, describe, expect, it } from 'vitest'
import { closePatternThread, matchPatterns, patternFaults } from './match.ts'

afterAll(closePatternThread)

const matches = async (pattern: string, text: string) =>
  (await matchPatterns([{ pattern, text }]))(pattern, text)
const endless = ['(a+)+b', '(a|a)*b', '(.*a){20}b', '([a-zA-Z]+)*b']

describe('a pattern of the sender', () => {
  it.each([
    ['[A-Z]{2}\\d{4}', 'AB1234', true],
    ['[A-Z]{2}\\d{4}', 'xAB1234', false],
    ['[A-Z]{2}\\d{4}', 'AB1234 ', false],
    ['a|b', 'b', true],
    ['a|b', 'bc', false],
    ['\\p{L}+', 'Żółć', true],
    ['.{2}', '🖋🖋', true],
    ['a*', 'a'.repeat(4000), true],
    ['a*', `${'a'.repeat(4000)}b`, false],
  ])('%s on %s: %s', async (pattern, text, expected) => {
    expect(await matches(pattern, text)).toBe(expected)
  })

  it.each(['(', '[', '\\', '*', '(?<a', 'a{2,1}'])('%s is none', async (pattern) => {
    expect(await matches(pattern, 'text')).toBe('unusable')
  })

  it.each(endless)('%s, which backtracks for ever, is cut off and holds nobody up', async (pattern) => {
    let longest = 0
    let last = performance.now()
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 1)
    const outcome = await matches(pattern, 'a'.repeat(2000))
    clearInterval(watch)
    expect(['late', false]).toContain(outcome)
    expect(longest).toBeLessThan(200)
  })

  it('is data, not code', async () => {
    const evil = '"+(function(){return this.constructor.constructor("return process")().exit(9)})()+"'
    expect(await matches(evil, 'text')).not.toBe(true)
    expect(await matches('a', '"); process.exit(9); ("')).toBe(false)
  })
})

describe('many patterns', () => {
  it('are all tried: the last of five thousand as well as the first', async () => {
    const trials = Array.from({ length: 5000 }, (_, n) => ({ pattern: `[A-Z]{2}-${n}`, text: `AB-${n}` }))
    trials.push({ pattern: '[A-Z]{2}-4999', text: 'none' })
    const outcome = await matchPatterns(trials)
    expect(trials.filter(({ pattern, text }) => outcome(pattern, text) === true)).toHaveLength(5000)
    expect(outcome('[A-Z]{2}-4999', 'none')).toBe(false)
  })

  it('are tried all the same when one among them is cut off', async () => {
    const trials = Array.from({ length: 3000 }, (_, n) => ({ pattern: `[A-Z]{2}-${n}`, text: 'AB-1' }))
    trials.splice(1500, 0, { pattern: '(a+)+b', text: 'a'.repeat(2000) })
    const outcome = await matchPatterns(trials)
    expect(outcome('(a+)+b', 'a'.repeat(2000))).toBe('late')
    expect(outcome('[A-Z]{2}-1', 'AB-1')).toBe(true)
    expect(outcome('[A-Z]{2}-2999', 'AB-1')).toBe(false)
  })

  it('that are endless are given up together, and none of them passes', async () => {
    const trials = Array.from({ length: 5000 }, (_, n) => ({ pattern: `(a+)+b${n}`, text: 'a'.repeat(2000) }))
    const begin = performance.now()
    const outcome = await matchPatterns(trials)
    expect(performance.now() - begin).toBeLessThan(5000)
    expect(trials.filter(({ pattern, text }) => outcome(pattern, text) === true)).toEqual([])
  })

  it('was asked of a pattern that was not among them: it is not known', async () => {
    expect((await matchPatterns([]))('a', 'a')).toBeUndefined()
  })
})

describe('the patterns of new fields', () => {
  const faultsOf = (...patterns: (string | undefined)[]) =>
    patternFaults(patterns.map((pattern) => ({ validation: { pattern } })))
  const at = (index: number) => `fields.${index}.validation.pattern`

  it('are taken when they can be tried', async () => {
    expect(await faultsOf(undefined, '[A-Z]{2}', '(?=.*\\d)(?=.*[A-Z]).{8,}', '\\+?[0-9 ()-]{6,20}')).toEqual(
      {},
    )
  })

  it('are refused when they are none, or endless, and the others are not blamed', async () => {
    expect(await faultsOf('[A-Z]', '(', ...endless, '\\d+', '(')).toEqual({
      [at(1)]: ['Must be a regular expression.'],
      ...Object.fromEntries(endless.map((_, n) => [at(n + 2), ['Takes too long to compare with a text.']])),
      [at(7)]: ['Must be a regular expression.'],
    })
  })

  it('are refused when they are costly and very many', async () => {
    const costly = Array.from(
      { length: 500 },
      (_, n) => `${'[\\p{L}\\p{N}\\p{S}\\p{P}\\p{M}]'.repeat(16)}${n}`,
    )
    const begin = performance.now()
    const faults = await faultsOf(...costly)
    expect(performance.now() - begin).toBeLessThan(10_000)
    expect(new Set(Object.values(faults).flat()).size).toBeLessThanOrEqual(1)
    expect(await faultsOf(...Array.from({ length: 501 }, (_, n) => `a${n}`))).toEqual({
      fields: ['There may be at most 500 different patterns.'],
    })
  })
})
