import type { PDF, PdfDict } from '@libpdf/core'
import { PdfName, PdfRef } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asDict } from '../check/inspect.ts'
import { buildPdf } from '../fixtures/build.ts'
import { findExactEntry, readExactKeys, readExactName, shownName } from './exact-names.ts'
import { incrementalUpdate, withIncrement } from './incremental-update.ts'
import { loadPdf } from './load.ts'
import { dict } from './objects.ts'

/** A name as it is written, each byte escaped, as it is, or either. */
const spellings = {
  escaped: (bytes: Uint8Array) => [...bytes].map((byte) => `#${byte.toString(16).padStart(2, '0')}`).join(''),
  plain: (bytes: Uint8Array) =>
    [...bytes]
      .map((byte) => {
        const character = String.fromCharCode(byte)
        return /[\s#()<>[\]{}/%\0]/.test(character) ? `#${byte.toString(16).padStart(2, '0')}` : character
      })
      .join(''),
}
const spelling = fc.constantFrom<keyof typeof spellings>('escaped', 'plain')
const nameBytes = fc
  .uint8Array({ minLength: 1, maxLength: 6, min: 1 })
  .filter((bytes) => bytes.some((byte) => byte > 0x7f))
const getObject = (pdf: PDF, number: number): PdfDict => asDict(pdf.context.resolve(PdfRef.of(number, 0)))!

/** A widget (object 20) with states, whose dictionary is direct, or behind one reference or two. */
function getFile(states: string[], shown: string, place: 'direct' | 'appearance' | 'both', entries = '') {
  const keys = `<< ${states.map((state) => `/${state} 1002 0 R`).join(' ')} >>`
  const appearance = place === 'both' ? '<< /N 31 0 R >>' : `<< /N ${keys} >>`
  return buildPdf({
    catalog: '/Own 20 0 R',
    objects: {
      20: `<< /AP ${place === 'direct' ? appearance : '30 0 R'} /AS /${shown} ${entries} >>`,
      30: appearance,
      31: keys,
    },
    format: 'object-streams',
  })
}

describe('names of a form', () => {
  test('are equal where their bytes are, and are written with them', async () => {
    const place = fc.constantFrom('direct' as const, 'appearance' as const, 'both' as const)
    const names = fc.uniqueArray(nameBytes, { selector: String, minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        names,
        fc.nat(3),
        place,
        spelling,
        spelling,
        async (states, choice, where, one, other) => {
          const shown = states[choice % states.length]!
          const bytes = getFile(states.map(spellings[one]), spellings[other](shown), where)
          const pdf = await loadPdf(bytes)
          const widget = getObject(pdf, 20)
          const keys = readExactKeys(pdf, widget, ['AP', 'N'])
          expect(keys).toHaveLength(states.length)
          expect(keys.indexOf(readExactName(pdf, widget, 'AS')!)).toBe(choice % states.length)
          widget.set('V', keys[0]!)
          const after = await loadPdf(withIncrement(bytes, incrementalUpdate(pdf, bytes)))
          const widgetAfter = getObject(after, 20)
          expect(readExactName(after, widgetAfter, 'V')).toBe(
            readExactKeys(after, widgetAfter, ['AP', 'N'])[0],
          )
          expect(readExactName(after, widgetAfter, 'AS')!.value).toBe(keys[choice % states.length]!.value)
        },
      ),
      { numRuns: 80 },
    )
  })

  test.each([
    ['Gr#f6#dfe', 'Größe'],
    ['Gr\xf6\xdfe', 'Größe'],
    ['Gr#c3#b6#c3#9fe', 'Größe'],
    ['Gr\xc3\xb6\xc3\x9fe', 'Größe'],
    ['#80#a0#fe', '•€þ'],
    ['A#20b', 'A b'],
  ])('are shown as text: %j is %s', async (name, text) => {
    const pdf = await loadPdf(getFile(['Off'], name, 'direct'))
    expect(shownName(readExactName(pdf, getObject(pdf, 20), 'AS')!.value)).toBe(text)
  })

  test('that were changed since the file was opened are those of the change', async () => {
    const pdf = await loadPdf(getFile(['J#e4', 'N#ee'], 'J#e4', 'direct'))
    const widget = getObject(pdf, 20)
    widget.set('AS', PdfName.of('Jä'))
    widget.set('AP', dict({ N: dict({ Größe: 1 }) }))
    expect(readExactName(pdf, widget, 'AS')!.value).toBe('Jä')
    expect(readExactKeys(pdf, widget, ['AP', 'N']).map(({ value }) => value)).toEqual(['Größe'])
  })

  test('are inherited, and no other value is one', async () => {
    const pdf = await loadPdf(
      buildPdf({
        objects: {
          20: '<< /Parent 21 0 R /T (a) >>',
          21: '<< /Parent 22 0 R /V null >>',
          22: '<< /V 23 0 R >>',
          23: '/J#e4',
        },
      }),
    )
    const field = getObject(pdf, 20)
    expect(shownName((findExactEntry(pdf, field, 'V') as PdfName).value)).toBe('Jä')
    expect(findExactEntry(pdf, field, 'T')?.type).toBe('string')
    expect(findExactEntry(pdf, field, 'DV')).toBeUndefined()
    expect(readExactName(pdf, field, 'T')).toBeUndefined()
    expect(readExactKeys(pdf, field, ['AP', 'N'])).toEqual([])
  })
})
