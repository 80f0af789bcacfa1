import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeText, cutText, isSameText, splitCharacters, splitIntoCells } from './characters.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })

describe('splitIntoCells', () => {
  it.each([
    ['𠮷野', ['𠮷', '野']],
    ['e\u0302\u0301a', ['e\u0302\u0301', 'a']],
    ['👨‍👩‍👧x', ['👨‍👩‍👧', 'x']],
    ['\u200Fأب\u200E', ['أ', 'ب']],
    ['', []],
  ])('of %j is %j', (given, cells) => expect(splitIntoCells(given)).toEqual(cells))
})

it('the characters of a text are all of it', () => {
  fc.assert(fc.property(text, (given) => splitCharacters(given).join('') === given))
})

describe('composeText', () => {
  it('is the same of a text however its letters are composed, in the same number of characters', () => {
    fc.assert(
      fc.property(text, (given) => {
        const [apart, composed] = [given.normalize('NFD'), given.normalize('NFC')]
        expect(isSameText(given, composeText(given))).toBe(true)
        if (/[\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/u.test(given)) return
        expect(composeText(apart)).toBe(composed)
        expect(isSameText(apart, composed)).toBe(true)
        expect(splitIntoCells(composed)).toHaveLength(splitIntoCells(apart).length)
      }),
    )
  })

  it('leaves the form of a name', () => {
    expect(composeText('\uFA19谷 e\u0301')).toBe('\uFA19谷 \u00E9')
    expect(isSameText('\uFA19', '\u795E')).toBe(false)
  })
})

describe('cutText', () => {
  it('is the beginning of a text, without half a character at its end', () => {
    expect(cutText('a😀', 2)).toBe('a')
    const numbers = fc.nat(12)
    fc.assert(
      fc.property(text, numbers, (given, max) => {
        const cut = cutText(given, max)
        expect(given.startsWith(cut)).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(max)
        if (given.isWellFormed()) expect(cut.isWellFormed()).toBe(true)
      }),
    )
  })
})
