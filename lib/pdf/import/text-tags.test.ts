import { describe, expect, test } from 'vitest'
import { englishMessage } from '#lib/messages/english'
import type { ErrorText } from '#lib/messages/errors'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, type FixturePage } from '../fixtures/build.ts'
import type { FileFields } from './file-field.ts'
import { readTagTexts } from './readings.ts'
import { parseTag, readTagFields, tagBoxes } from './text-tags.ts'

async function getTags(...pages: FixturePage[]) {
  const pdf = await loadPdf(buildPdf({ pages }))
  return inEnglish(readTagFields(readTagTexts(pdf, inspect(pdf).pages).texts))
}

/** A page of A5 with the text at (20, 20), 12 points high. */
const page = (text: string, overrides: Partial<FixturePage> = {}): FixturePage => ({
  mediaBox: [0, 0, 420, 595],
  text,
  ...overrides,
})

/** Closes the string of the fixture and draws `text` with this text matrix. */
const drawn = (text: string, matrix: string) => `) Tj ET BT /F1 12 Tf ${matrix} Tm (${text}) Tj ET BT (`

describe('the content of a tag', () => {
  test.each([
    ['Name', { name: 'Name', label: 'Name', type: 'text', required: true, readOnly: false, role: null }],
    ['Sign here;type=signature;role=Client', { name: 'Sign here', type: 'signature', role: 'Client' }],
    ['type=initials;role=Client', { name: '', label: '', type: 'initials', role: 'Client' }],
    [' Name ; TYPE = Number ; Required = FALSE ', { name: 'Name', type: 'number', required: false }],
    ['a;type=select;options=Red, Green ,Blue', { type: 'dropdown', options: ['Red', 'Green', 'Blue'] }],
    ['a;type=radio;options=Yes,No', { type: 'radio', options: ['Yes', 'No'] }],
    ['a;type=text;options=x', { options: [] }],
    ['a;width=120;height=30.5', { width: 120, height: 30.5 }],
    ['a;width=;height=', { width: null, height: null }],
    ['a;default=b=c', { value: 'b=c' }],
    ['a;readonly=true;default=x', { readOnly: true, value: 'x' }],
    ['a;title=Your name;placeholder=Ada', { name: 'a', label: 'Your name', placeholder: 'Ada' }],
    ['a;', { name: 'a' }],
    ['Größe 漢字;role=Käufer', { name: 'Größe 漢字', role: 'Käufer' }],
    ['name=x;type=date', { name: 'x', type: 'date' }],
    [
      `a;type=radio;title=Which  one;options=Yes  sir,${'x'.repeat(300)};placeholder=${'y'.repeat(300)}`,
      { label: 'Which one', options: ['Yes sir', 'x'.repeat(255)], placeholder: 'y'.repeat(255) },
    ],
    ['a;type=text;options=x,x', { type: 'text', options: [] }],
    ['a;type=dropdown;options=a,A,ä', { options: ['a', 'A', 'ä'] }],
    [
      `a;type=radio;options=${Array.from({ length: 200 }, (_, number) => number)}`,
      { options: { length: 200 } },
    ],
  ])('%s', (content, expected) => {
    expect(parseTag(content)).toMatchObject({ field: { source: 'tag', ...expected }, warnings: [] })
  })

  test.each([
    ['a;tpye=signature', 'unknown key “tpye”'],
    ['/Address', 'The tag “/Address” is not understood'],
    ['a;colour=red', 'unknown key “colour”'],
    ['a;b', 'unknown key “b”'],
    ['a;type=seal', 'unknown type “seal”'],
    ['a;required=yes', '“required” of the tag must be true or false'],
    ['a;readonly=1', '“readonly” of the tag must be true or false'],
    ['a;width=wide', 'must be points'],
    ['a;width=0', 'must be points'],
    ['a;height=-4', 'must be points'],
    ['a;height=1e9', 'must be points'],
    ['a;type=dropdown', 'needs “options”'],
    ['a;type=radio;options= , ', 'needs “options”'],
    ['a;role=A;role=B', 'the key “role” twice'],
    ['a;name=b', 'the key “name” twice'],
    ['a;type=', 'unknown type “”'],
    ['a;constructor=x', 'unknown key “constructor”'],
    ...['constructor', '__proto__', 'toString', 'hasOwnProperty'].map((type) => [
      `a;type=${type}`,
      'unknown type',
    ]),
    ['a;type=radio;options=Yes,No,Yes', 'the option “Yes” twice'],
    ['a;type=dropdown;options=a, a', 'the option “a” twice'],
    [
      `a;type=dropdown;options=${Array.from({ length: 201 }, (_, number) => number)}`,
      'has 201 options; at most 200',
    ],
  ])('%s is reported, not guessed', (content, message) => {
    expect(englishMessage(parseTag(content) as ErrorText)).toContain(message)
  })
})

describe('a tag of DocuSeal', () => {
  test.each([
    ['Photo;type=image', { type: 'attachment' }],
    ['Files;type=file;required=false', { type: 'attachment', required: false }],
    ['Phone;type=phone', { type: 'text' }],
    ['Signed on;type=datenow;readonly=true', { type: 'date', auto: true, readOnly: false }],
    ['Rent;type=number;default_value=950', { type: 'number', value: '950' }],
    ['Rent;type=number;default=1250.5', { type: 'number', value: '1250.5' }],
    ['Rent;type=number;default=1.2500', { type: 'number', value: '1.2500' }],
    ['Rent;default=1.250', { type: 'text', value: '1.250' }],
    ['Choice;type=radio;option=A', { type: 'radio', button: 'A' }],
  ])('%s is a field', (content, expected) => {
    expect(parseTag(content)).toMatchObject({ field: expected, warnings: [] })
  })

  test.each([
    ['Code;type=cells', 'text', 'no cells'],
    ['Day;type=date;format=DD/MM/YYYY', 'date', '“format”'],
    ['Day;type=datenow;default=2026-12-01', 'date', '“default”'],
    ['Rent;type=number;default=1.250', 'number', 'Write 1250 or 1.2500.'],
    ['Child;condition=Married:Yes', 'text', '“condition”'],
    ['Name;font_size=12', 'text', '“font_size”'],
    ['Stamp;type=stamp', undefined, '“stamp”'],
    ['Price;type=payment;format=usd', undefined, '“payment”'],
  ])('%s is imported with a warning, or skipped', (content, type, message) => {
    const parsed = parseTag(content)
    if ('key' in parsed) throw new Error(parsed.key)
    expect([parsed.field?.type, parsed.warnings.map(englishMessage)]).toEqual([
      type,
      [expect.stringContaining(message)],
    ])
  })

  test.each([
    ['Pet;condition=HasPet:Yes', false],
    ['Pet;hidden=true;required=true', false],
    ['Pet;hidden=false', true],
  ])('%s need not be filled in where DocuSeal may hide it', (content, required) => {
    expect(parseTag(content)).toMatchObject({ field: { required }, warnings: [expect.anything()] })
  })

  const radio = (more: string) => `{{Pet;type=radio;${more}}}`

  test.each([
    ['an option twice', 'option=Dog', 'option “Dog” twice', undefined],
    ['another default', 'option=Cat;default=Cat', '“default” of the tag differ', true],
    ['other flags', 'option=Cat;required=false;readonly=true', '“required, readonly” of', true],
  ])('for an option is reported with %s', async (_, more, message, warning) => {
    const { fields, problems } = await getTags(page(`${radio('option=Dog')} ${radio(more)}`))
    expect(fields).toMatchObject([{ required: true, readOnly: false, value: null }])
    expect(problems.map((problem) => problem.warning)).toEqual([warning])
    expect(problems).toMatchObject([{ message: expect.stringContaining(message) }])
  })

  test('for an option needs a name', () => {
    expect(parseTag('type=radio;option=Dog')).toMatchObject({ key: 'import.tagOptionNeedsName' })
  })

  test('for an option more than a field can have is a problem', async () => {
    const tags = Array.from({ length: 202 }, (_, index) => radio(`option=${index}`))
    const pages = Array.from({ length: 101 }, (_, index) =>
      page(tags.slice(2 * index, 2 * index + 2).join(' ')),
    )
    const { fields, problems } = await getTags(...pages)
    expect(fields).toMatchObject([{ options: { length: 200 }, layout: { widgets: { length: 200 } } }])
    expect(problems).toHaveLength(2)
    expect(problems[0]).toMatchObject({ page: 101, message: expect.stringContaining('at most 200') })
  })

  test('does not prevent the import of others, and is named', async () => {
    const { fields, problems } = await getTags(page('{{Stamp;type=stamp}} {{Day;type=date;format=D}}'))
    expect(fields.map(({ name }) => name)).toEqual(['Day'])
    expect(problems.map(({ warning }) => warning)).toEqual([true, true])
  })

  test('for each option is one radio field, whose buttons keep their places', async () => {
    const buttons = ['A', 'B'].map((option, index) =>
      drawn(
        `{{Choice;type=radio;role=Client;option=${option}}}`,
        `1 0 0 1 ${30 + 10 * index} ${300 - 30 * index}`,
      ),
    )
    const { fields } = await getTags(page(buttons.join('')))
    expect(fields).toHaveLength(1)
    expect(fields[0]).toMatchObject({
      type: 'radio',
      options: ['A', 'B'],
      layout: {
        widgets: [
          { option: 'A', page: 1, dx: 0, dy: 0, width: 14 },
          { option: 'B', height: 14 },
        ],
      },
    })
    const { dx, dy } = fields[0]!.layout.widgets![1]!
    expect([dx, dy].map(Math.round)).toEqual([10, 30])
  })
})

describe('tags on a page', () => {
  test('have the place of their text, and its size', async () => {
    const { fields, problems } = await getTags(page('Before {{Name;role=Client}} after'))
    expect(problems).toEqual([])
    expect(fields).toHaveLength(1)
    const [{ x, y, width, height, ...field }] = fields as [FileFields['fields'][number]]
    expect(field).toMatchObject({ name: 'Name', role: 'Client', page: 1 })
    // The text begins at 20 points; "Before " is 38.7 points wide in Helvetica (3224/1000 of 12), the tag 108.7.
    expect([x, width].map(Math.round)).toEqual([59, 109])
    expect([Math.round(y), height]).toEqual([565, 14])
  })

  test.each([
    ['signature', 160, 40],
    ['initials', 60, 30],
    ['checkbox', 14, 14],
  ])('a %s without a size has %d by %d points', async (type, width, height) => {
    const { fields } = await getTags(page(drawn(`{{a;type=${type}}}`, '1 0 0 1 30 300')))
    expect(fields[0]).toMatchObject({ type, width, height })
    expect(fields[0]!.x).toBeCloseTo(30, 3)
  })

  test('several, in the order of the text, with ordinary braces between them', async () => {
    const { fields, problems } = await getTags(
      page('{{a}} {b} {{c;type=date}} {{ {d} }} {{}} }} {{e'),
      page('{{f}}'),
    )
    expect(fields.map(({ name, page: number }) => `${name}${number}`)).toEqual(['a1', 'c1', 'f2'])
    expect(problems).toEqual([])
  })

  test('with a fault are named with their page', async () => {
    const { fields, problems } = await getTags(page('nothing'), page('{{a;tpye=x}} {{b}}'))
    expect(fields.map(({ name }) => name)).toEqual(['b'])
    expect(problems).toEqual([
      { source: 'tag', page: 2, text: '{{a;tpye=x}}', message: expect.stringContaining('“tpye”') },
    ])
  })

  test('keep within the page', async () => {
    const { fields } = await getTags(
      page(drawn('{{a;type=signature}}', '1 0 0 1 400 2')),
      page(drawn('{{a;width=9999;height=9999}}', '1 0 0 1 10 10')),
      page(drawn('{{a;type=signature}}', '1 0 0 1 -30 300')),
    )
    expect(fields).toHaveLength(3)
    for (const { x, y, width, height } of fields) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(420)
      expect(y + height).toBeLessThanOrEqual(595)
    }
  })

  test('that are wrapped have a box for each line', async () => {
    const wrapped = `${drawn('{{A long', '1 0 0 1 300 400')}${drawn('name;type=date}}', '1 0 0 1 20 380')}`
    const pdf = await loadPdf(buildPdf({ pages: [page(wrapped)] }))
    const [text] = readTagTexts(pdf, inspect(pdf).pages).texts
    expect(readTagFields([text!]).fields[0]).toMatchObject({ name: 'A long name', type: 'date' })
    const boxes = tagBoxes(text!)
    expect(boxes.map(({ x }) => Math.round(x))).toEqual([300, 20])
    expect(boxes[1]!.y - boxes[0]!.y).toBeCloseTo(20, 1)
  })

  test('of words that are placed one by one are one tag', async () => {
    const words = `${drawn('{{Tenant', '1 0 0 1 20 300')}${drawn('name}}', '1 0 0 1 75 300')}`
    expect((await getTags(page(words))).fields[0]).toMatchObject({ name: 'Tenant name' })
  })

  test('of letters that are placed one by one are one tag', async () => {
    const letters = [...'{{Rent}}'].map((letter, index) => drawn(letter, `1 0 0 1 ${20 + index * 6} 300`))
    expect((await getTags(page(letters.join('')))).fields[0]).toMatchObject({ name: 'Rent' })
  })

  test.each([
    [0, '1 0 0 1 50 545'],
    [90, '0 1 -1 0 50 50'],
    [180, '-1 0 0 -1 370 50'],
    [270, '0 -1 1 0 370 545'],
  ] as const)('on a page with /Rotate %d have the place where people read them', async (rotate, matrix) => {
    const { fields } = await getTags(page(drawn('{{Name;type=signature}}', matrix), { rotate }))
    expect(fields).toHaveLength(1)
    const { x, y, width, height } = fields[0]!
    expect([width, height]).toEqual([160, 40])
    expect(x).toBeCloseTo(50, 1)
    // The baseline is at 50 points; the letters stand on it.
    expect(y).toBeGreaterThan(50 - 14)
    expect(y).toBeLessThan(50)
  })

  test('scale with the user unit, and count from the crop box', async () => {
    const { fields } = await getTags(
      page(drawn('{{Name}}', '1 0 0 1 60 500'), { userUnit: 2, cropBox: [50, 100, 400, 520] }),
    )
    expect(fields[0]!.x).toBeCloseTo(20, 1)
    expect(fields[0]!.y).toBeGreaterThan(2 * (520 - 500 - 12))
    expect(fields[0]!.y).toBeLessThan(2 * (520 - 500))
  })
})

describe('a tag of another dialect is a problem, not a text field', () => {
  test.each([
    'signature:1',
    'Sig_es_:signer1:signature',
    's1|signature|200|50',
    'signature, r1',
    '#each',
    '/each',
    '*Name',
    '[]Cb',
    'signature',
    'signature1',
    'Signature_2',
    'Tenant signature',
    'date',
    'checkbox 3',
    'initials',
    'signature:1;role=Client',
    'Date;required=true',
  ])('{{%s}}', (content) => {
    expect(parseTag(content)).toMatchObject({ key: 'import.tagNotUnderstood' })
  })

  test.each([
    'Name',
    'name',
    'email',
    'company',
    'Rent (EUR)',
    'Date of birth',
    'City / town',
    'Signatory',
    'número',
    'user.name',
    'Name;role=Client',
    'name=signature:1',
    'signature:1;type=signature',
    'signature;type=signature',
  ])('{{%s}} is a field', (content) => {
    expect(parseTag(content)).toMatchObject({ field: { source: 'tag' } })
  })
})
