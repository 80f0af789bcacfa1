import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { fieldsInFile } from './fields-in-file.ts'
import { readTagTexts } from './readings.ts'
import { tagBoxes } from './text-tags.ts'

/**
 * Files that LibreOffice Writer 7.4 made of ODT and DOCX, without their embedded fonts. The corners are those of
 * `pdftotext -bbox`, in points from the top left of the page as displayed.
 */
const fixture = (name: string) => readFile(join(import.meta.dirname, '../fixtures/word-processors', name))

type Tag = [type: string, name: string, role: string | null, x: number, y: number]

test.each<[string, Tag[]]>([
  [
    'writer.pdf',
    [
      ['text', 'Name', 'Client', 83.1, 56.5],
      ['date', 'Second', 'Client', 216.1, 56.5],
      ['number', 'Rent', 'Landlord', 82.5, 70.3],
      ['signature', 'Sign', 'Client', 229.4, 84.1],
      ['dropdown', 'Colour', 'Client', 286.5, 97.9],
      ['number', 'Amount', 'Landlord', 82.4, 139.3],
      ['number', 'Deposit', 'Landlord', 297.7, 139.3],
      ['text', 'Narrow cell with a name that wraps', 'Client', 56.8, 153.1],
      ['initials', 'Right', null, 425.7, 153.1],
      ['checkbox', 'After tab', null, 113.5, 194.5],
      ['radio', 'Pets', null, 283.6, 194.5],
      ['text', 'Kerned', null, 56.8, 208.2],
      ['text', 'Spaced', null, 220.5, 213.9],
      ['text', 'Größe Äpfel ﬁ', 'Käufer', 433.3, 213.9],
      ['email', 'Office file', null, 170.9, 229],
    ],
  ],
  [
    'word.pdf',
    [
      ['text', 'Name', 'Client', 100.5, 56.5],
      ['date', 'Date', 'Client', 317.8, 56.5],
      ['initials', 'Init', 'Client', 56.8, 69.3],
      ['number', 'Mixed', null, 115, 84.5],
      // Their roles and keys are broken in the middle of a word, in narrow cells of a table.
      ['text', 'Cell one', 'Client', 56.8, 98],
      ['text', 'Cell two', 'Client', 206.8, 98],
      ['signature', 'Cell three', 'Landlord', 356.8, 98],
      ['text', 'Title', null, 134.5, 149.2],
      ['text', 'A long name of a field', 'Client', 407.5, 162],
    ],
  ],
  [
    'rotated.pdf',
    [
      ['text', 'Flat', null, 96.4, 143],
      ['text', 'Up', null, 56.6, 56.8],
      ['signature', 'Down', null, 55.2, 157],
    ],
  ],
])('%s has every tag at its place', async (name, tags) => {
  const { fields } = await fieldsInFile(await fixture(name))
  expect(fields.map(({ type, name, role }) => [type, name, role])).toEqual(tags.map((tag) => tag.slice(0, 3)))
  for (const [index, [, , , x, y]] of tags.entries()) {
    expect(Math.abs(fields[index]!.x - x)).toBeLessThan(1)
    // The box of a letter is a little higher where another ascent is used.
    expect(Math.abs(fields[index]!.y - y)).toBeLessThan(4)
  }
})

test('options that are broken over lines of a justified paragraph keep their spaces', async () => {
  const { fields, problems } = await fieldsInFile(await fixture('writer.pdf'))
  expect(fields.find(({ name }) => name === 'Colour')!.options).toEqual([
    'Dark red',
    'Dark green',
    'Dark blue',
    'Light yellow',
    'Light grey',
    'Ultramarine',
    'Vermilion',
    'Burnt sienna',
    'Raw umber',
    'Payne grey',
  ])
  expect(problems.map(({ text }) => text)).toEqual(['{{Oops;tpye=text}}'])
})

test('a page that was turned has its sideways tags once, and what they cover is where they are', async () => {
  const bytes = await fixture('sideways.pdf')
  const { fields } = await fieldsInFile(bytes)
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ['Name', 'text'],
    ['Sign', 'signature'],
  ])
  const pdf = await loadPdf(bytes)
  const [name, sign] = readTagTexts(pdf, inspect(pdf).pages).texts.flatMap(tagBoxes)
  for (const [box, top, bottom] of [
    [name!, 111.1, 220.8],
    [sign!, 244.1, 363.8],
  ] as const) {
    expect(Math.abs(box.x - 523.2)).toBeLessThan(1)
    expect(Math.abs(box.y - top)).toBeLessThan(1)
    expect(Math.abs(box.y + box.height - bottom)).toBeLessThan(1)
  }
})
