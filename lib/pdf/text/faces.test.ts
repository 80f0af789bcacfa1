import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import {
  advanceWidth,
  candidates,
  type FaceName,
  type FontStyle,
  face,
  hasGlyph,
  replacement,
  replacementFace,
  shapingCandidates,
} from './faces.ts'

test('each font has its licence beside it: in its package, else in `licenses` or in `fonts`', () => {
  const licenceHere = readFileSync('lib/pdf/text/fonts/LICENSE.txt', 'utf8')
  expect(licenceHere).toMatch(/SIL OPEN FONT LICENSE Version 1\.1/)
  for (const file of readdirSync('lib/pdf/text/fonts')) {
    const [, script] = /^NotoSans(.*?)(Bold)?\.ttf$/.exec(file) ?? []
    if (script) expect(licenceHere).toContain(`notofonts/${script.toLowerCase()})`)
  }
  const fonts = Object.keys(packageFile.dependencies).filter((name) => name.startsWith('@expo-google-fonts/'))
  expect(fonts.length).toBeGreaterThan(15)
  for (const font of fonts) {
    const [inPackage, here] = [
      join('node_modules', font, 'LICENSE_FONT'),
      join('lib/pdf/text/licenses', `${font.split('/')[1]}.txt`),
    ]
    const licence = readFileSync(existsSync(inPackage) ? inPackage : here, 'utf8')
    expect(licence, font).toMatch(/Copyright.*SIL OPEN FONT LICENSE Version 1\.1/s)
  }
})

const styles: FontStyle[] = ['sans', 'bold', 'hand']

test('a face is parsed once, and has the tables of a TrueType font', () => {
  const { data, program } = face('NotoSans')
  expect(face('NotoSans').program).toBe(program)
  expect(Buffer.from(data.subarray(0, 4)).toString('hex')).toBe('00010000')
  expect(program.unitsPerEm).toBe(1000)
})

test.each<[FaceName, string, boolean]>([
  ['NotoSans', 'ß', true],
  ['NotoSans', '姓', false],
  ['NotoSansSC', '姓', true],
  ['NotoSansArabic', 'ي', true],
  ['NotoSansThai', 'น', true],
  ['NanumGothic', '한', true],
  ['DejaVuSans', 'Ա', true],
  ['Caveat', 'Z', true],
  ['Caveat', '姓', false],
  [replacementFace, replacement, true],
])('%s has %s: %s', (name, character, expected) => {
  expect(hasGlyph(name, character)).toBe(expected)
})

describe('the faces to try', () => {
  test('of handwriting are the handwritten one only where that has every character', () => {
    expect(candidates('hand', [...'Ada Lovelace'])[0]).toBe('Caveat')
    expect(candidates('hand', [...'Ada 姓名'])).not.toContain('Caveat')
    expect(candidates('hand', [])).toContain('Caveat')
  })

  test.each(styles)('of %s end with one that has the replacement', (style) => {
    const faces = candidates(style, ['\u{10ffff}'])
    expect(faces.some((name) => hasGlyph(name, replacement))).toBe(true)
    expect(new Set(faces).size).toBe(faces.length)
    expect(faces.at(-1)).toMatch(/^NotoSansJP(Bold)?$/)
    const japanese = candidates(style, ['\u{10ffff}'], true)
    expect(japanese.toSorted()).toEqual(faces.toSorted())
  })

  test('of bold text are bold as far as there are bold ones', () => {
    expect(candidates('bold', ['a'])[0]).toBe('NotoSansBold')
    expect(candidates('bold', ['ي'])).toContain('NotoSansArabicBold')
  })

  test.each(styles)('of Arabic in %s draw a whole text in one', (style) => {
    const text = [...'محمد پگاه']
    const [first] = shapingCandidates(style, text).filter((name) => hasGlyph(name, text[0]!))
    expect(
      text.filter((character) => character !== ' ').every((character) => hasGlyph(first!, character)),
    ).toBe(true)
  })
})

test('widths are parts of the size, wider letters wider', () => {
  const width = (character: string) =>
    advanceWidth('NotoSans', face('NotoSans').program.getGlyphId(character.codePointAt(0)!))
  expect(width('W')).toBeGreaterThan(width('i'))
  for (const character of 'iW 0') {
    expect(width(character)).toBeGreaterThan(0.1)
    expect(width(character)).toBeLessThan(1.2)
  }
})
