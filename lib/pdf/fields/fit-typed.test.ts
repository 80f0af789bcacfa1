import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { lineExtent } from '../text/ink.ts'
import { loadShaping } from '../text/shaping.ts'
import { fitTyped } from './fit-typed.ts'

beforeAll(() => loadShaping('م'))

describe('a typed signature', () => {
  test.each([
    ['in a wide zone is one line', 'Zoë Ångström-Petersen', 190, 40, ['Zoë Ångström-Petersen']],
    [
      'in a narrow zone has a line for each part',
      'Zoë Ångström-Petersen',
      30,
      55,
      ['Zoë', 'Ångström-', 'Petersen'],
    ],
    [
      'that is hard to read in one line has two',
      'Alexandra Papadopoulou',
      35,
      13,
      ['Alexandra', 'Papadopoulou'],
    ],
    ['with a no-break space is not broken there', 'Jean\u00a0Paul Ng', 30, 55, ['Jean\u00a0Paul', 'Ng']],
    ['from right to left', 'محمد علي الأحمد', 30, 55, ['محمد', 'علي', 'الأحمد']],
    ['of one word is never broken', 'Ångström', 20, 55, ['Ångström']],
    ['with a hyphen between spaces keeps it', 'Müller - Schmidt', 30, 55, ['Müller -', 'Schmidt']],
    ['with hyphens at its ends keeps them', '-Müller -Ng-', 30, 55, ['-Müller -', 'Ng-']],
    ['that is empty', '', 30, 55, ['']],
  ])('%s', (_, text, width, height, lines) => {
    expect(fitTyped(text, width, height, 'hand').lines).toEqual(lines)
  })

  test('has all its characters but spaces in its lines', () => {
    const name = fc.string({ unit: fc.constantFrom('a', 'Z', 'é', '-', ' ', '\u00a0') })
    fc.assert(
      fc.property(name, fc.integer({ min: 5, max: 60 }), (text, width) => {
        const { lines } = fitTyped(text, width, 60, 'hand')
        expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
      }),
    )
  })

  test.each([
    [30, 60],
    [50, 50],
    [24, 24],
    [190, 40],
  ])('fits a zone of %i by %i, and is at least as large as in one line', (width, height) => {
    const text = 'María del Carmen García López'
    const { size, lines } = fitTyped(text, width, height, 'hand')
    const inkWidth = (line: string) => {
      const { left, right } = lineExtent(line, 'hand')
      return right - left
    }
    for (const line of lines) expect(size * inkWidth(line)).toBeLessThanOrEqual(width + 1e-6)
    const inOneLine = Math.min(height / 1.2, width / inkWidth(text))
    expect(size).toBeGreaterThanOrEqual(Math.min(inOneLine, 48) - 1e-6)
  })
})
