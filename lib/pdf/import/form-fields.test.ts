import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { readFormFields } from './form-fields.ts'

interface FormOptions {
  page?: string
  /** Entries of /Fields; by default every object. */
  roots?: string
  /** Further objects. */
  objects?: Record<number, string>
  form?: string
}

/** Reads the fields of a page whose widgets are the objects from 20 on. */
async function read(objects: string[], { page = '', roots, form = '', objects: others }: FormOptions = {}) {
  const refs = objects.map((_, index) => `${20 + index} 0 R`).join(' ')
  const bytes = buildPdf({
    catalog: `/AcroForm << /Fields [${roots ?? refs}] ${form} >>`,
    objects: {
      ...Object.fromEntries(objects.map((body, index) => [20 + index, body])),
      ...others,
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [${refs}] ${page} >>`,
    },
  })
  const pdf = await loadPdf(bytes)
  return inEnglish(readFormFields(pdf, inspect(pdf).pages))
}

const box = '/Type /Annot /Subtype /Widget /Rect [10 250 110 270]'
const field = (entries: string) => `<< ${box} ${entries} >>`
const readField = async (entries: string) => {
  const { fields, problems } = await read([field(entries)])
  return fields[0] ?? problems[0]?.message
}

test('a value may be a text stream (12.7.5.3)', async () => {
  const entries = '/FT /Tx /T (a) /Ff 1 /V 40 0 R'
  const { fields } = await read([field(entries)], { objects: { 40: stream('Lease of 2026') } })
  expect(fields).toMatchObject([{ readOnly: true, value: 'Lease of 2026' }])
})

describe('the look of a field', () => {
  test.each([
    ['size and colour', '/FT /Tx /DA (/Helv 9.5 Tf 1 0 0 rg)', { font_size: 9.5, color: '#ff0000' }],
    ['black', '/FT /Tx /DA (0 g /Helv 0 Tf)', {}],
    ['grey', '/FT /Ch /Ff 131072 /Opt [(a)] /DA (0.5 g /Helv 12 Tf)', { font_size: 12, color: '#808080' }],
    ['four inks', '/FT /Tx /DA (/Helv 8 Tf 1 0 0 0 k)', { font_size: 8, color: '#00ffff' }],
    ['a size that is no size', '/FT /Tx /DA (/Helv -3 Tf)', {}],
    ['a box', '/FT /Btn /DA (/ZaDb 12 Tf 1 0 0 rg)', {}],
  ])('is kept: %s', async (_, entries, layout) => {
    expect(await readField(`/T (a) ${entries}`)).toMatchObject({ layout })
    const { problems } = await read([field(`/T (a) ${entries}`)])
    expect(problems).toEqual([])
  })

  test('is a problem for each part of it that is lost', async () => {
    const { problems } = await read([
      field('/FT /Ch /T (a) /Opt [[(DE) (Germany)]] /DA (/Cour 9 Tf) /MK << /BC [0] >> /BS << /S /D >>'),
    ])
    expect(problems.map(({ message }) => message)).toEqual([
      'The export values of the list are not kept: the process has the texts of its options.',
      'The font “Cour” of the field is not kept.',
      'The border of the field is drawn as a plain line.',
    ])
  })

  test('is in the points of the page, from the form where the field has none', async () => {
    const { fields } = await read([field('/T (a) /FT /Tx')], {
      page: '/UserUnit 2',
      form: '/DA (/Helv 9 Tf)',
    })
    expect(fields).toMatchObject([{ layout: { font_size: 18 } }])
  })

  const states = (state: string) => `/AP << /N << /${state} null /Off null >> >>`
  test.each([
    ['/FT /Ch /Opt [[(DE) (Germany)] (France)]', 'The export values of the list are not kept'],
    [`/FT /Ch /Opt [(${'a'.repeat(256)}) (b)]`, 'The options of the list are cut after 255 characters'],
    [`/FT /Btn ${states('accepted')}`, 'The export value “accepted” of the checkbox is not kept.'],
    [`/FT /Btn ${states('Yes')} /MK << /BG [1 1 0] >>`, 'The colours of the field are not kept.'],
    [`/FT /Btn ${states('Yes')} /MK << /BC [0 0 1] >>`, 'The colours of the field are not kept.'],
    ['/FT /Tx /DA (/Cour 9 Tf)', 'The font “Cour” of the field is not kept.'],
    ['/FT /Tx /MK << /BC [0] >> /BS << /S /I >>', 'The border of the field is drawn as a plain line.'],
  ])('is a problem where it is lost: %s', async (entries, message) => {
    const { fields, problems } = await read([field(`/T (a) ${entries}`)])
    expect(fields).toHaveLength(1)
    expect(problems).toMatchObject([{ text: 'a', message: expect.stringContaining(message) }])
  })

  test.each([
    ['equal export values', '/FT /Ch /Opt [[(France) (France)]]'],
    ['an option of 255 characters', `/FT /Ch /Opt [(${'a'.repeat(255)} ) (b)]`],
    ['the usual state', `/FT /Btn ${states('On')} /MK << /BC [0.5] /BG [1] >>`],
    ['the name of a font like ours', '/FT /Tx /DA (/F1 9 Tf) /MK << /BC [0] /BG [1 1 0] >>'],
  ])('is no problem: %s', async (_, entries) => {
    const form = '/DR << /Font << /F1 << /Type /Font /BaseFont /ABCDEF+ArialMT >> >> >>'
    expect((await read([field(`/T (a) ${entries}`)], { form })).problems).toEqual([])
  })
})

describe('a text field', () => {
  test('with everything', async () => {
    expect(await readField('/FT /Tx /T (tenant) /TU (Name of the tenant) /V (Ada) /Ff 2 /MaxLen 40')).toEqual(
      {
        source: 'form',
        name: 'tenant',
        label: 'Name of the tenant',
        type: 'text',
        page: 1,
        x: 10,
        y: 30,
        width: 100,
        height: 20,
        role: null,
        required: true,
        readOnly: false,
        auto: false,
        value: 'Ada',
        options: [],
        placeholder: null,
        maxLength: 40,
        editable: false,
        formula: null,
        layout: {},
      },
    )
  })

  test.each([
    ['without a tooltip has its name as label', '/FT /Tx /T (a.b)', { name: 'a.b', label: 'a.b' }],
    ['with an empty tooltip too', '/FT /Tx /T (a) /TU ( )', { label: 'a' }],
    ['in UTF-16', '/FT /Tx /T <FEFF00C4> /V <FEFF6F22>', { name: 'Ä', value: '漢' }],
    ['that is optional', '/FT /Tx /T (a)', { required: false, value: null }],
    ['with an empty value', '/FT /Tx /T (a) /V ( )', { value: null }],
    ['that is read-only with a value', '/FT /Tx /T (a) /V (x) /Ff 1', { readOnly: true, value: 'x' }],
    ['without a name', '/FT /Tx', { name: '', label: '' }],
    ['in UTF-8', '/FT /Tx /T <EFBBBFC384> /TU <EFBBBFC39C>', { name: 'Ä', label: 'Ü' }],
    ['in UTF-8 with a value', '/FT /Tx /V <EFBBBFE6BCA2>', { value: '漢' }],
    [
      'whose label has line breaks',
      '/FT /Tx /TU (First name\\rand  surname)',
      { label: 'First name and surname' },
    ],
    ['whose label is long', `/FT /Tx /TU (${'x'.repeat(300)})`, { label: 'x'.repeat(255) }],
    [
      'with marks of direction',
      '/FT /Tx /T <FEFF202A0061202C> /V <FEFF202A0031202C>',
      { name: 'a', label: 'a', value: '1' },
    ],
    ['with vertical tabs as line breaks', '/FT /Tx /V <EFBBBF610B620D63>', { value: 'a\nb\nc' }],
    ['with a language code', '/FT /Tx /TU <FEFF001B0065006E001B0041>', { label: 'A' }],
  ])('%s', async (_, entries, expected) => {
    expect(await readField(entries)).toMatchObject(expected)
  })
})

describe('the longest text (table 232)', () => {
  test.each([
    ['1', 1],
    ['2000', 2000],
    ['10000', 2000],
    ['30 0 R', 7],
    ['0', null],
    ['-3', null],
    ['2.5', null],
    ['99999999999', 2000],
    ['(5)', null],
    ['31 0 R', null],
  ])('/MaxLen %s is %s', async (length, expected) => {
    const { fields } = await read([field(`/FT /Tx /T (a) /MaxLen ${length}`)], { objects: { 30: '7' } })
    expect(fields[0]).toMatchObject({ maxLength: expected })
  })

  test.each(['/Tx /Ff 16777216', '/Tx /Ff 4096', '/Tx /Ff 0'])('also for %s', async (entries) => {
    expect(await readField(`/FT ${entries} /MaxLen 12`)).toMatchObject({ type: 'text', maxLength: 12 })
  })

  test('other types have none', async () => {
    expect(await readField('/FT /Btn /MaxLen 12')).toMatchObject({ maxLength: null })
    expect(await readField('/FT /Ch /Opt [(a)] /MaxLen 12')).toMatchObject({ maxLength: null })
  })
})

describe('other types', () => {
  test.each([
    ['a check box', '/FT /Btn /T (a)', { type: 'checkbox', value: null }],
    ['a check box by its state', '/FT /Btn /T (a) /AS /On', { type: 'checkbox', value: 'true' }],
    ['a check box by its value', '/FT /Btn /T (a) /V /Yes', { value: 'true' }],
    ['a check box that is off', '/FT /Btn /T (a) /V /Yes /AS /Off', { value: null }],
    ['a list', '/FT /Ch /T (a) /Opt [(Red) (Green)]', { type: 'dropdown', options: ['Red', 'Green'] }],
    [
      'a list with export values',
      '/FT /Ch /T (a) /Opt [[(r) (Red)] [(g) (Green)]] /V (g)',
      { options: ['Red', 'Green'], value: 'Green' },
    ],
    ['a list with a text as value', '/FT /Ch /T (a) /Opt [(Red)] /V (Red)', { value: 'Red' }],
    ['a list with a list as value', '/FT /Ch /T (a) /Opt [(Red)] /V [(Red)]', { value: 'Red' }],
    ['a list with another value', '/FT /Ch /T (a) /Opt [(Red)] /V (Blue)', { value: null }],
    [
      'a list with marks of direction',
      '/FT /Ch /T (a) /Opt [<FEFF202B0646202C> (x)] /V <FEFF202B0646202C>',
      { options: ['ن', 'x'], value: 'ن' },
    ],
    ['a list with repeated options', '/FT /Ch /T (a) /Opt [(R) () (R ) (G)]', { options: ['R', 'G'] }],
    ['an empty signature field', '/FT /Sig /T (a)', { type: 'signature', required: true }],
  ])('%s', async (_, entries, expected) => {
    expect(await readField(entries)).toMatchObject(expected)
  })

  test.each([
    ['a push button', '/FT /Btn /Ff 65536', 'push button'],
    ['a radio field without options', '/FT /Btn /Ff 32768', '0 options'],
    ['a password', '/FT /Tx /Ff 8192', 'password'],
    ['a list with several selections', '/FT /Ch /Ff 2097152 /Opt [(a)]', 'several options'],
    ['a list without options', '/FT /Ch', '0 options'],
    [
      'a list with too many options',
      `/FT /Ch /Opt [${'(x) '.repeat(0)}${Array.from({ length: 201 }, (_, number) => `(${number})`).join(' ')}]`,
      '201 options',
    ],
    ['a signature', '/FT /Sig /V 3 0 R', 'A signature'],
    ['a read-only field without a value', '/FT /Tx /Ff 1', 'read-only'],
    ['no type', '', 'without a type'],
    ['a type that is no name', '/FT (Tx)', 'without a type'],
  ])('%s is a problem', async (_, entries, message) => {
    expect(await readField(entries)).toContain(message)
  })
})

describe('a radio field', () => {
  const button = (state: string, rect: string, entries = '') =>
    `<< /Type /Annot /Subtype /Widget /Rect [${rect}] /Parent 23 0 R /AS /Off
      /AP << /N << /${state} 1002 0 R /Off 1002 0 R >> >> ${entries} >>`
  const group = (entries: string) => `<< /T (pets) /FT /Btn /Kids [20 0 R 21 0 R 22 0 R] ${entries} >>`
  const buttons = (a: string, b: string, character: string) => [
    button(a, '10 250 22 262'),
    button(b, '10 230 22 242'),
    button(character, '10 210 22 222'),
  ]
  const readGroup = (states: [string, string, string], entries: string) =>
    read([...buttons(...states), group(entries)], { roots: '23 0 R' })

  test('is one field around its buttons, with their states as options', async () => {
    const { fields, problems } = await readGroup(
      ['Dog', 'A#20cat', 'None'],
      '/Ff 49154 /V /None /TU (Which pets?)',
    )
    expect(problems).toEqual([])
    expect(fields).toEqual([
      {
        source: 'form',
        name: 'pets',
        label: 'Which pets?',
        type: 'radio',
        page: 1,
        x: 10,
        y: 38,
        width: 12,
        height: 52,
        role: null,
        required: true,
        readOnly: false,
        auto: false,
        value: 'None',
        options: ['Dog', 'A cat', 'None'],
        placeholder: null,
        maxLength: null,
        editable: false,
        formula: null,
        layout: {
          widgets: ['Dog', 'A cat', 'None'].map((option, index) => ({
            ...{ page: 1, dx: 0, dy: 20 * index, width: 12, height: 12, option },
          })),
        },
      },
    ])
  })

  test.each([
    [
      'texts of /Opt',
      ['0', '1', '2'],
      '/Ff 32768 /Opt [(Dog) (Cat) (None)] /V /1',
      ['Dog', 'Cat', 'None'],
      'Cat',
    ],
    [
      'states that are not the places in /Opt',
      ['1', '2', '3'],
      '/Ff 32768 /Opt [(M) (Q) (Y)] /V /1',
      ['M', 'Q', 'Y'],
      'M',
    ],
    ['two buttons of one state', ['a', 'b', 'b'], '/Ff 33587200', ['a', 'b'], null],
    ['a value that no button has', ['a', 'b', 'c'], '/Ff 32768 /V /d', ['a', 'b', 'c'], null],
  ] as const)('with %s', async (_, states, entries, options, value) => {
    const { fields } = await readGroup([...states], entries)
    expect(fields).toMatchObject([{ type: 'radio', options, value, required: false }])
  })

  test.each([
    ['with one option', ['a', 'a', 'a'], '/Ff 32768', '1 options'],
    ['that is read-only without a value', ['a', 'b', 'c'], '/Ff 32769', 'read-only'],
  ] as const)('%s is one problem', async (_, states, entries, message) => {
    const { fields, problems } = await readGroup([...states], entries)
    expect(fields).toEqual([])
    expect(problems).toMatchObject([{ text: 'pets', message: expect.stringContaining(message) }])
  })

  test('at the edge of the page stays on it', async () => {
    const row = [button('Yes', '380 2 392 14'), button('No', '395 2 399 14')]
    const { fields } = await read([...row, 'null', group('/Ff 32768')], { roots: '23 0 R' })
    expect(fields[0]).toMatchObject({ x: 380, y: 286, width: 19, height: 12 })
  })
})

describe('the choice of a list (12.7.5.4)', () => {
  const options = {
    30: '(1)',
    31: '(One)',
    32: '[30 0 R 31 0 R]',
    33: '[(2) (Two)]',
    34: '[32 0 R 33 0 R]',
  }
  test.each([
    ['an export value before a text that is equal to it', '[[(B) (A)] [(A) (B)]]', '(A)', 'B', ['A', 'B']],
    ['a text where no export value is equal', '[[(1) (A)] [(2) (B)]]', '(B)', 'B', ['A', 'B']],
    ['an export value with spaces', '[[( x ) (A)] [(x) (B)]]', '( x )', 'A', ['A', 'B']],
    ['a text with spaces', '[( A ) (B)]', '( A )', 'A', ['A', 'B']],
    ['the first of two with the same text', '[[(1) (A)] [(2) (A)]]', '(1)', 'A', ['A']],
    ['the second of two with the same text', '[[(1) (A)] [(2) (A)]]', '(2)', 'A', ['A']],
    ['options behind references', '34 0 R', '30 0 R', 'One', ['One', 'Two']],
    ['an empty export value', '[[() (None)] [(1) (One)]]', '()', 'None', ['None', 'One']],
    ['an option without a text', '[[(1) ()] [(2) (B)]]', '(1)', null, ['B']],
    ['a pair with one member', '[[(1)] (B)]', '(1)', null, ['B']],
    ['a pair with a number', '[[1 (A)] (B)]', '(A)', null, ['B']],
    ['other things than texts', '[5 /A null (B) << >>]', '(B)', 'B', ['B']],
    ['a value that is a number', '[(1)]', '1', null, ['1']],
    ['a value that is a name', '[(A)]', '/A', null, ['A']],
    ['no value', '[(A)]', 'null', null, ['A']],
    ['an empty list of values', '[(A)]', '[]', null, ['A']],
    ['UTF-16 for a text in Latin letters', '[(A)]', '<FEFF0041>', 'A', ['A']],
  ])('%s', async (_, opt, value, expected, displayedTexts) => {
    const { fields } = await read([field(`/FT /Ch /T (a) /Opt ${opt} /V ${value}`)], { objects: options })
    expect(fields[0]).toMatchObject({ type: 'dropdown', value: expected, options: displayedTexts })
  })

  test('two hundred different options are imported, however often they are repeated', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => `(${index % 200})`)
    expect(await readField(`/FT /Ch /Opt [${texts.join(' ')}]`)).toMatchObject({ options: { length: 200 } })
  })
})

describe('the state of a check box (12.7.5.2.3)', () => {
  const looks = (state: string) => `/AP << /N << /${state} 3 0 R /Off 3 0 R >> >>`
  test.each([
    ['its appearance state', '/AS /On', 'true'],
    ['no appearance state and no value', '', null],
    ['a value that its appearances have', `/V /On ${looks('On')}`, 'true'],
    ['a value that is the state of another box of the field', `/V /Other ${looks('On')}`, null],
    ['a value where there are no appearances', '/V /On', 'true'],
    ['the value Off', `/V /Off ${looks('On')}`, null],
    ['an appearance state before the value', `/V /On /AS /Off ${looks('On')}`, null],
    ['an escaped state', '/V /O#6e /AP << /N << /On 3 0 R >> >>', 'true'],
    ['a value that is a string', `/V (On) ${looks('On')}`, null],
    ['a value behind a reference', `/V 30 0 R ${looks('On')}`, 'true'],
  ])('is %s', async (_, entries, value) => {
    const { fields } = await read([field(`/FT /Btn /T (a) ${entries}`)], { objects: { 30: '/On' } })
    expect(fields[0]).toMatchObject({ type: 'checkbox', value })
  })

  const getBoxes = (states: string[], entries: string) => {
    const boxes = states.map((state) => field(`/Parent 23 0 R ${looks(state)}`))
    const parent = `<< /FT /Btn /T (boxes) ${entries} /Kids [20 0 R 21 0 R 22 0 R] >>`
    return read([...boxes, parent], { roots: '23 0 R' })
  }

  test('several states of one field are a choice, whose buttons look like check boxes', async () => {
    const { fields, problems } = await getBoxes(['Red', 'Green', 'Blue'], '/Ff 2 /V /Green')
    expect(fields).toMatchObject([
      { type: 'radio', options: ['Red', 'Green', 'Blue'], value: 'Green', required: true },
    ])
    expect(fields[0]!.layout.squares).toBe(true)
    expect(fields[0]!.layout.widgets?.map(({ option }) => option)).toEqual(['Red', 'Green', 'Blue'])
    expect(problems).toEqual([])
  })

  test('one state is one check box with several places', async () => {
    const { fields, problems } = await getBoxes(['On', 'On', 'On'], '/V /On')
    expect(fields).toMatchObject([{ type: 'checkbox', value: 'true' }])
    expect(fields[0]!.layout.widgets).toHaveLength(2)
    expect(problems).toEqual([])
  })

  test('different states with one text are selected together, which is a problem', async () => {
    const { fields, problems } = await getBoxes(['0', '1', '2'], '/Opt [(Yes) (No) (Yes)] /V /2')
    expect(fields).toMatchObject([{ type: 'radio', options: ['Yes', 'No'], value: 'Yes' }])
    expect(problems).toMatchObject([{ text: 'boxes', message: expect.stringContaining('“Yes”') }])
  })
})

describe('the field tree', () => {
  test('hands down type, flags, value and options; names are joined', async () => {
    const { fields } = await read(
      [
        field('/Parent 22 0 R /T (first)'),
        field('/Parent 22 0 R /T (second) /V (own)'),
        '<< /T (group) /FT /Tx /Ff 2 /V (shared) /Kids [20 0 R 21 0 R] >>',
      ],
      { roots: '22 0 R' },
    )
    expect(fields).toMatchObject([
      { name: 'group.first', required: true, value: 'shared' },
      { name: 'group.second', required: true, value: 'own' },
    ])
  })

  test('hands down a script to a widget with an action of its own', async () => {
    const script = '/AA << /C << /S /JavaScript /JS (event.value = 5 * 2) >> >>'
    const { fields } = await read(
      [
        field('/Parent 22 0 R /AA << /Fo << /S /Named /N /NextPage >> >>'),
        field('/Parent 22 0 R'),
        `<< /T (total) /FT /Tx /Ff 1 /V (0.00) ${script} /Kids [20 0 R 21 0 R] >>`,
      ],
      { roots: '22 0 R' },
    )
    expect(fields).toMatchObject([{ name: 'total', type: 'number', formula: '5 * 2', value: null }])
  })

  test('reads carriage returns as line breaks, as viewers store them', async () => {
    const { fields } = await read([field('/T (a) /FT /Tx /Ff 4096 /V (Street 1\\rTown\\r\\nLand)')], {
      roots: '20 0 R',
    })
    expect(fields).toMatchObject([{ value: 'Street 1\nTown\nLand' }])
  })

  test('a field with two widgets is one field with two places', async () => {
    const { fields } = await read(
      [field('/Parent 22 0 R'), field('/Parent 22 0 R'), '<< /T (a) /FT /Tx /Kids [20 0 R 21 0 R] >>'],
      { roots: '22 0 R' },
    )
    expect(fields.map(({ name }) => name)).toEqual(['a'])
    expect(fields[0]!.layout.widgets).toHaveLength(1)
  })

  test('places have the precision of stored fields, and a size', async () => {
    const widget = (rect: string) => `<< /Type /Annot /Subtype /Widget /Parent 22 0 R /Rect [${rect}] >>`
    const { fields } = await read(
      [
        widget('10.12345 250.1 110.00004 270.3'),
        widget('30.33333 100.12345 30.33344 120.7'),
        '<< /T (a) /FT /Tx /Kids [20 0 R 21 0 R] >>',
      ],
      { roots: '22 0 R' },
    )
    expect(fields[0]).toMatchObject({ x: 10.123, y: 29.7, width: 99.877, height: 20.2 })
    expect(fields[0]!.layout.widgets).toEqual([
      { page: 1, dx: 20.21, dy: 149.6, width: 0.001, height: 20.577 },
    ])
  })

  test('fields of one name are one field (12.7.4.2)', async () => {
    const { fields } = await read([
      field('/FT /Tx /T (a)'),
      field('/FT /Tx /T (a)'),
      field('/FT /Btn /T (a)'),
    ])
    expect(fields.map(({ name, type }) => `${name} ${type}`)).toEqual(['a text', 'a checkbox'])
  })

  test('a circle ends', async () => {
    const { fields } = await read([field('/FT /Tx /T (a) /Kids [20 0 R] /Parent 20 0 R')])
    expect(fields).toHaveLength(1)
  })

  test.each([
    ['a field that is a null object', 'null'],
    ['a number', '7'],
  ])('%s is left out', async (_, body) => {
    expect(await read([body])).toEqual({ fields: [], problems: [] })
  })

  test('a widget that is not in the form is a problem', async () => {
    expect(await read([field('/FT /Tx /T (a)')], { roots: '' })).toMatchObject({
      fields: [],
      problems: [{ page: 1, text: 'a', message: 'A field that the form does not list is not imported.' }],
    })
  })

  test.each([
    ['has no place', '/Rect [0 0 0 0]'],
    ['is hidden', '/Rect [10 250 110 270] /F 2'],
    ['is on no page', ''],
  ])('a signature that is given and %s is no problem, and one that is not given is', async (_, entries) => {
    const widget = entries && `/Type /Annot /Subtype /Widget ${entries}`
    const given = `<< ${widget} /FT /Sig /T (certified) /V 40 0 R >>`
    const empty = `<< ${widget} /FT /Sig /T (empty) >>`
    const objects = { 40: '<< /Type /Sig /ByteRange [0 1 2 3] >>' }
    expect(await read([given], { objects })).toEqual({ fields: [], problems: [] })
    expect((await read([empty], { objects })).problems).toMatchObject([{ text: 'empty' }])
  })

  test('a file without a form has no fields', async () => {
    const pdf = await loadPdf(buildPdf())
    expect(readFormFields(pdf, inspect(pdf).pages)).toEqual({ fields: [], problems: [] })
  })
})

describe('what people do not see on the page is a problem', () => {
  test.each([
    ['hidden', `<< ${box} /FT /Tx /F 2 >>`],
    ['invisible', `<< ${box} /FT /Tx /F 1 >>`],
    ['not viewed', `<< ${box} /FT /Tx /F 36 >>`],
    ['without a size', '<< /Type /Annot /Subtype /Widget /Rect [10 10 10 10] /FT /Tx >>'],
    ['without a rectangle', '<< /Type /Annot /Subtype /Widget /FT /Tx >>'],
    ['with a damaged rectangle', '<< /Type /Annot /Subtype /Widget /Rect [10 10 (a) 20] /FT /Tx >>'],
    ['beside the page', '<< /Type /Annot /Subtype /Widget /Rect [500 10 600 20] /FT /Tx >>'],
  ])('%s', async (_, body) => {
    const { fields, problems } = await read([body])
    expect(fields).toEqual([])
    expect(problems).toMatchObject([{ source: 'form', page: 1 }])
  })

  test('another annotation is none', async () => {
    const link = '<< /Type /Annot /Subtype /Link /Rect [10 10 60 20] /FT /Tx >>'
    expect(await read([link])).toEqual({ fields: [], problems: [] })
  })

  test('a rectangle behind references is not', async () => {
    const rect = '/Type /Annot /Subtype /Widget /Rect'
    const objects = { 30: '10', 31: '250', 32: '110', 33: '270', 34: '[10 250 110 270]' }
    const bodies = [`<< ${rect} [30 0 R 31 0 R 32 0 R 33 0 R] /FT /Tx >>`, `<< ${rect} 34 0 R /FT /Tx >>`]
    const { fields } = await read(bodies, { objects })
    expect(fields).toMatchObject(Array(2).fill({ x: 10, y: 30, width: 100, height: 20 }))
  })

  test('a part of it is clipped', async () => {
    const { fields } = await read(['<< /Type /Annot /Subtype /Widget /Rect [390 -10 500 20] /FT /Tx >>'])
    expect(fields[0]).toMatchObject({ x: 390, y: 280, width: 10, height: 20 })
  })
})

describe('the order', () => {
  const widgetAt = (name: string, x: number, y: number) =>
    `<< /Type /Annot /Subtype /Widget /Rect [${x} ${y} ${x + 50} ${y + 10}] /FT /Tx /T (${name}) >>`
  const widgets = [
    widgetAt('d', 200, 100),
    widgetAt('a', 10, 202),
    widgetAt('c', 10, 100),
    widgetAt('b', 200, 200),
  ]

  test.each([
    ['as listed', '', 'dacb'],
    ['by structure is as listed', '/Tabs /S', 'dacb'],
    ['by rows', '/Tabs /R', 'abcd'],
    ['by columns', '/Tabs /C', 'acbd'],
  ])('%s', async (_, page, expected) => {
    const { fields } = await read(widgets, { page })
    expect(fields.map(({ name }) => name).join('')).toBe(expected)
  })
})

describe('rows and columns on the page', () => {
  const place = (name: string, x: number, y: number) =>
    `<< /Type /Annot /Subtype /Widget /Rect [${x} ${y} ${x + 20} ${y + 10}] /FT /Tx /T (${name}) >>`

  test('a field that is a little higher than the one before it is in its row', async () => {
    // Wherever the row is: no height is the edge between two rows.
    for (let y = 100; y < 120; y += 0.7) {
      const { fields } = await read([place('b', 200, y + 0.4), place('a', 10, y)], { page: '/Tabs /R' })
      expect(fields.map(({ name }) => name)).toEqual(['a', 'b'])
    }
  })

  test('a field that is a little more to the left than the one above is in its column', async () => {
    for (let x = 10; x < 30; x += 0.7) {
      const { fields } = await read([place('b', x, 50), place('a', x + 0.4, 200)], { page: '/Tabs /C' })
      expect(fields.map(({ name }) => name)).toEqual(['a', 'b'])
    }
  })

  test('rows are read from top to bottom, columns from left to right, in any order of the file', async () => {
    const column = fc.integer({ min: 0, max: 3 })
    const cells = fc.uniqueArray(fc.tuple(column, column), { selector: String, minLength: 2, maxLength: 12 })
    const shift = fc.double({ min: -2, max: 2, noNaN: true })
    await fc.assert(
      fc.asyncProperty(cells, fc.array(shift, { minLength: 12, maxLength: 12 }), async (grid, shifts) => {
        const bodies = grid.map(([x, y], index) =>
          place(`${y}${x}`, 20 + x * 90 + shifts[index]!, 250 - y * 60 + shifts[11 - index]!),
        )
        for (const [tabs, transposed] of [
          ['R', false],
          ['C', true],
        ] as const) {
          const { fields } = await read(bodies, { page: `/Tabs /${tabs}` })
          const names = fields.map(({ name }) => (transposed ? [...name].reverse().join('') : name))
          expect(names).toEqual(names.toSorted())
        }
      }),
      { numRuns: 40 },
    )
  })
})

test.each([
  [0, { x: 10, y: 30, width: 100, height: 20 }],
  [90, { x: 250, y: 10, width: 20, height: 100 }],
  [180, { x: 290, y: 250, width: 100, height: 20 }],
  [270, { x: 30, y: 290, width: 20, height: 100 }],
])('on a page with /Rotate %d the place is that on the screen', async (rotate, place) => {
  const { fields } = await read([field('/FT /Tx')], { page: `/Rotate ${rotate}` })
  expect(fields[0]).toMatchObject(place)
})
