import { describe, expect, test } from 'vitest'
import { handwritingFontNames } from '#lib/core/handwriting'
import { type FontStyle, hasGlyph } from './faces.ts'
import { textRuns } from './fonts.ts'
import { outlineTyped } from './outline.ts'
import { loadShaping } from './shaping.ts'

const names: [string, string, string[]][] = [
  ['Latin with diacritics', 'Žofie Łęczycka-Őry', ['caveat', 'dancing-script', 'great-vibes', 'mynerve']],
  ['Vietnamese', 'Nguyễn Thị Hồng', ['dancing-script', 'great-vibes', 'mynerve']],
  ['Turkish', 'Şükrü Işıkoğlu', ['caveat', 'dancing-script', 'great-vibes', 'mynerve']],
  ['Greek', 'Γιώργος Παπαδόπουλος', ['mynerve']],
  ['Cyrillic', 'Анна Щербакова', ['caveat', 'great-vibes']],
  ['Ukrainian', 'Їжак Ґудзь', ['caveat', 'great-vibes']],
  ['Arabic', 'محمد الفاتح', ['marhey']],
  ['Persian', 'پگاه آهنگرانی', ['marhey']],
  ['Hebrew', 'שרה כהן', ['gveret-levin']],
  ['Devanagari', 'कमला शर्मा', ['kalam']],
  ['Japanese', '山田 さくら', ['zen-kurenaido']],
  ['Chinese, simplified', '张伟国', ['ma-shan-zheng']],
  ['Chinese, traditional', '張偉國', ['zen-kurenaido']],
  ['Korean', '김민수', ['nanum-pen-script']],
]

describe('a typed signature', () => {
  test.each(names)('in %s is offered in the fonts that have every character', async (_, text, fonts) => {
    const faces = await outlineTyped(text)
    expect(faces.map(({ font }) => font)).toEqual(fonts)
    for (const { width, height, path } of faces) {
      expect(path).toMatch(/^(?:[MLQC]-?\d+(?: -?\d+)+|Z)+$/)
      const numbers = path.match(/-?\d+/g)!.map(Number)
      const across = numbers.filter((_, index) => index % 2 === 0)
      expect(Math.min(...across)).toBeGreaterThan(-0.4 * height)
      expect(Math.max(...across)).toBeLessThan(width + 0.4 * height)
    }
  })

  test.each([
    ['ภาษาไทย สมชาย', null],
    ['Ada 한 שרה', null],
  ])('without a handwriting for all of it is in italics: %s', async (text, font) => {
    expect((await outlineTyped(text)).map((face) => face.font)).toEqual([font])
  })

  test.each(names)('in %s has one face in whatever font was chosen', async (_, text) => {
    await loadShaping(text)
    for (const style of [...handwritingFontNames, 'hand'] as FontStyle[]) {
      const used = new Set(textRuns(text, style).map(({ face }) => face))
      expect(used.size).toBe(1)
    }
  })

  test('in a font that lacks a letter falls back as a whole', () => {
    expect(textRuns('Анна', 'dancing-script').map(({ face }) => face)).toEqual(['Caveat'])
    expect(textRuns('Anna', 'dancing-script').map(({ face }) => face)).toEqual(['DancingScript'])
    expect(hasGlyph('DancingScript', 'А')).toBe(false)
  })
})
