import { describe, expect, it } from 'vitest'
import { patternMatcher } from './pattern.ts'

const matchesPattern = (pattern: string, text: string) => patternMatcher()(pattern, text)

describe('a pattern of the sender', () => {
  it.each([
    ['[A-Z]{2}\\d{4}', 'AB1234', true],
    ['[A-Z]{2}\\d{4}', 'xAB1234', false],
    ['[A-Z]{2}\\d{4}', 'AB1234 ', false],
    ['a|b', 'b', true],
    ['a|b', 'bc', false],
    ['\\p{L}+', 'Żółć', true],
    ['.{2}', '🖋🖋', true],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(matchesPattern(pattern, text)).toBe(expected)
  })

  it.each(['(', '[', '\\', '*', '(?<a', 'a{2,1}'])('%s is no pattern and holds nobody up', (pattern) => {
    expect(matchesPattern(pattern, 'text')).toBe('unusable')
  })

  it.each(['(a+)+b', '(a|a)*b', '(.*a){20}b', '([a-zA-Z]+)*b'])(
    '%s, which backtracks for ever, is cut off',
    (pattern) => {
      const begin = performance.now()
      expect(matchesPattern(pattern, 'a'.repeat(2000))).not.toBe(true)
      expect(performance.now() - begin).toBeLessThan(1000)
    },
  )

  it('is data, not code', () => {
    const evil = '"+(function(){return this.constructor.constructor("return process")().exit(9)})()+"'
    expect(matchesPattern(evil, 'text')).not.toBe(true)
    expect(matchesPattern('a', '"); process.exit(9); ("')).toBe(false)
  })

  it('is not tried on too long a text, nor when it is too long itself', () => {
    expect(matchesPattern('a*', 'a'.repeat(2001))).toBe('unusable')
    expect(matchesPattern('a'.repeat(501), 'a')).toBe('unusable')
  })

  it('is not tried any more once the patterns of one signer have cost too much', () => {
    const matches = patternMatcher(60)
    expect(matches('a', 'a')).toBe(true)
    const begin = performance.now()
    for (let round = 0; round < 50; round++) matches('(a+)+b', 'a'.repeat(2000))
    expect(performance.now() - begin).toBeLessThan(500)
    expect(matches('a', 'a')).toBe('unusable')
  })
})
