import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, type FixtureOptions, stream } from '../fixtures/build.ts'
import { seenFields } from '../fixtures/render.ts'
import { fieldsInFile, findTexts } from './fields-in-file.ts'
import { readFormFields } from './form-fields.ts'

const form = (catalog: string, page: string, objects: Record<number, string>): FixtureOptions => ({
  catalog,
  objects: {
    1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.32 841.92] /Resources << >> ${page} >>`,
    900: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
    ...objects,
  },
})
const utf16 = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
const javascript = (script: string) => `<< /S /JavaScript /JS (${script.replace(/[()\\]/g, '\\$&')}) >>`
const widget = '/Type /Annot /Subtype /Widget'

/** A form with a name, a consent, a country and a plan, in the ways of programs that write such forms. */
const forms: Record<string, FixtureOptions> = {
  // Field and widget are one dictionary; scripts and drawings of its own, object streams.
  Acrobat: {
    format: 'object-streams',
    ...form(
      '/AcroForm << /Fields [20 0 R 21 0 R 22 0 R 23 0 R] /DA (/Helv 0 Tf 0 g ) /DR << /Font << /Helv 3 0 R >> >> >>',
      '/Annots [20 0 R 21 0 R 22 0 R 24 0 R 25 0 R] /Tabs /S',
      {
        20: `<< /AP << /N 900 0 R >> /DA (/Helv 12 Tf 0 g) /F 4 /FT /Tx /Ff 2 /MK << >> /P 1001 0 R /Rect [72 700 272 722] /T (Name) /TU (Full name\\r) /V (Iris Qu\\344st) ${widget} >>`,
        21: `<< /AP << /D << /Off 900 0 R /Yes 900 0 R >> /N << /Yes 900 0 R /Off 900 0 R >> >> /AS /Yes /F 4 /FT /Btn /MK << /CA (4) >> /Rect [72 660 90 678] /T (Consent) /V /Yes ${widget} >>`,
        22: `<< /AP << /N 900 0 R >> /DA (0 g\\r/Helv 9 Tf) /F 4 /FT /Ch /Ff 131074 /Opt [(France) (Spain)] /Rect [72 620 172 640] /T (Country) /V (Spain) ${widget} >>`,
        23: '<< /FT /Btn /Ff 49152 /Kids [24 0 R 25 0 R] /T (Plan) /V /Small >>',
        24: `<< /AP << /N << /Small 900 0 R /Off 900 0 R >> >> /AS /Small /F 4 /MK << /CA (l) >> /Parent 23 0 R /Rect [72 580 84 592] ${widget} >>`,
        25: `<< /AP << /N << /Large 900 0 R /Off 900 0 R >> >> /AS /Off /F 4 /MK << /CA (l) >> /Parent 23 0 R /Rect [72 560 84 572] ${widget} >>`,
      },
    ),
  },
  // Names and values in UTF-16, /MaxLen of no meaning, NeedAppearances.
  LibreOffice: form('/AcroForm 30 0 R', '/Annots [20 0 R 21 0 R 22 0 R 24 0 R 25 0 R]', {
    30: `<< /Fields [20 0 R 21 0 R 22 0 R 23 0 R] /DR 31 0 R /NeedAppearances true >>`,
    31: '<< /Font << /HelvReg 3 0 R >> >>',
    20: `<< ${widget} /F 4 /Rect [72 700 272 722] /FT /Tx /P 1001 0 R /T ${utf16('Name')} /TU ${utf16('Full name')} /V ${utf16('Iris Quäst')} /DV ${utf16('Iris Quäst')} /Ff 2 /DA (0 0 0 rg /HelvReg 12 Tf) /AP << /N 900 0 R >> >>`,
    21: `<< ${widget} /F 4 /Rect [72 660 90 678] /FT /Btn /P 1001 0 R /T ${utf16('Consent')} /V /Yes /AS /Yes /MK << /CA (8) >> /DA (0 0 0 rg /ZaDb 0 Tf) /AP << /N << /Yes 900 0 R /Off 900 0 R >> >> >>`,
    22: `<< ${widget} /F 4 /Rect [72 620 172 640] /FT /Ch /P 1001 0 R /T ${utf16('Country')} /Opt [${utf16('France')} ${utf16('Spain')}] /V ${utf16('Spain')} /Ff 131074 /DA (0 0 0 rg /HelvReg 9 Tf) >>`,
    23: `<< /FT /Btn /Ff 49152 /T ${utf16('Plan')} /V /Small /Kids [24 0 R 25 0 R] >>`,
    24: `<< ${widget} /F 4 /Rect [72 580 84 592] /Parent 23 0 R /AS /Small /AP << /N << /Small 900 0 R /Off 900 0 R >> >> >>`,
    25: `<< ${widget} /F 4 /Rect [72 560 84 572] /Parent 23 0 R /AS /Off /AP << /N << /Large 900 0 R /Off 900 0 R >> >> >>`,
  }),
  // Every entry that may be a reference is one; widgets are kids of their field.
  PDFBox: form('/AcroForm 30 0 R', '/Annots 31 0 R', {
    30: '<< /Fields 32 0 R /DA 33 0 R /DR << >> >>',
    31: '[20 0 R 21 0 R 22 0 R 24 0 R 25 0 R]',
    32: '[40 0 R 21 0 R 22 0 R 23 0 R]',
    33: '(/Helv 12 Tf 0 g)',
    34: '[(France) (Spain)]',
    35: '(Iris Qu\\344st)',
    36: '[72.0 700.0 272.0 722.0]',
    37: '/Small',
    38: '2',
    40: '<< /FT /Tx /T (Name) /TU (Full name) /V 35 0 R /Ff 38 0 R /Kids [20 0 R] >>',
    20: `<< ${widget} /Parent 40 0 R /Rect 36 0 R /F 4 >>`,
    21: `<< ${widget} /FT /Btn /T (Consent) /V /Yes /AS /Yes /Rect [72 660 90 678] /AP << /N 41 0 R >> >>`,
    41: '<< /Yes 900 0 R /Off 900 0 R >>',
    22: `<< ${widget} /FT /Ch /Ff 131074 /T (Country) /DA (/Helv 9 Tf 0 g) /Opt 34 0 R /V [(Spain)] /Rect [72 620 172 640] >>`,
    23: '<< /FT /Btn /Ff 49152 /T (Plan) /V 37 0 R /Kids 42 0 R >>',
    42: '[24 0 R 25 0 R]',
    24: `<< ${widget} /Parent 23 0 R /Rect [72 580 84 592] /AP << /N << /Small 900 0 R /Off 900 0 R >> >> /AS 37 0 R >>`,
    25: `<< ${widget} /Parent 23 0 R /Rect [72 560 84 572] /AP << /N << /Large 900 0 R >> >> /AS /Off >>`,
  }),
  // A tree of groups: all fields are below one without a name, and the rectangles have their corners exchanged.
  iText: form(
    '/AcroForm << /Fields [50 0 R] /DA (/Helv 12 Tf 0 g ) >>',
    '/Annots [24 0 R 25 0 R 22 0 R 21 0 R 20 0 R]',
    {
      50: '<< /Kids [20 0 R 21 0 R 22 0 R 23 0 R] >>',
      20: `<< /FT /Tx ${widget} /Parent 50 0 R /Rect [272 722 72 700] /T (Name) /TU (Full name)  /V (Iris Qu\\344st) /Ff 2 >>`,
      21: `<< /FT /Btn ${widget} /Parent 50 0 R /Rect [90 678 72 660] /T (Consent) /V /Yes /AS /Yes /AP << /N << /Yes 900 0 R /Off 900 0 R >> >> >>`,
      22: `<< /FT /Ch ${widget} /Parent 50 0 R /Rect [72 640 172 620] /T (Country) /Ff 131074 /DA (/Helv 9 Tf 0 g ) /Opt [[(France) (France)] [(Spain) (Spain)]] /V (Spain) >>`,
      23: '<< /FT /Btn /Ff 49152 /Parent 50 0 R /T (Plan) /V /Small /Kids [24 0 R 25 0 R] >>',
      24: `<< ${widget} /Parent 23 0 R /Rect [84 592 72 580] /AS /Small /AP << /N << /Small 900 0 R /Off 900 0 R >> >> >>`,
      25: `<< ${widget} /Parent 23 0 R /Rect [84 572 72 560] /AS /Off /AP << /N << /Large 900 0 R /Off 900 0 R >> >> >>`,
    },
  ),
  // Names with escaped characters, and numbers as reals.
  InDesign: form(
    '/AcroForm << /Fields [20 0 R 21 0 R 22 0 R 23 0 R] >>',
    '/Annots [20 0 R 21 0 R 22 0 R 24 0 R 25 0 R]',
    {
      20: `<< ${widget} /F 4.0 /FT /#54x /Ff 2.0 /T (Name) /TU (Full name) /V (Iris Qu\\344st) /DA (/Helv 12.0 Tf 0.0 0.0 0.0 rg) /Rect [72.0 700.0 272.0 722.0] >>`,
      21: `<< ${widget} /FT /Bt#6e /T (Consent) /V /Y#65s /AS /Yes /AP << /N << /#59es 900 0 R /Off 900 0 R >> >> /Rect [72. 660. 90. 678.] >>`,
      22: `<< ${widget} /FT /Ch /Ff 131074 /T (Country) /DA (/Helv 9 Tf 0 g) /Opt [(France) (Spain)] /V (Spain) /Rect [+72 +620 +172 +640] >>`,
      23: '<< /FT /Btn /Ff 49152 /T (Plan) /V /S#6dall /Kids [24 0 R 25 0 R] >>',
      24: `<< ${widget} /Parent 23 0 R /AS /Small /AP << /N << /Small 900 0 R /Off 900 0 R >> >> /Rect [72 580 84 592] >>`,
      25: `<< ${widget} /Parent 23 0 R /AS /Off /AP << /N << /L#61rge 900 0 R /Off 900 0 R >> >> /Rect [72 560 84 572] >>`,
    },
  ),
}

describe('a form is the same from every program', () => {
  test.each(Object.keys(forms))('%s', async (producer) => {
    const bytes = buildPdf(forms[producer]!)
    const pdf = await loadPdf(bytes)
    const { fields, problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
    expect(problems).toEqual([])
    const byName = new Map(fields.map((field) => [field.name, field]))
    expect([...byName.keys()].toSorted()).toEqual(['Consent', 'Country', 'Name', 'Plan'])
    expect(byName.get('Name')).toMatchObject({
      ...{ type: 'text', label: 'Full name', value: 'Iris Quäst', required: true },
      ...{ x: 72, y: 119.92, width: 200, height: 22, layout: { font_size: 12 } },
    })
    expect(byName.get('Consent')).toMatchObject({ type: 'checkbox', value: 'true', required: false, x: 72 })
    expect(byName.get('Country')).toMatchObject({
      ...{ type: 'dropdown', value: 'Spain', options: ['France', 'Spain'], required: true },
      layout: { font_size: 9 },
    })
    expect(byName.get('Plan')).toMatchObject({
      ...{ type: 'radio', value: 'Small', options: ['Small', 'Large'], x: 72, width: 12, height: 32 },
    })
    // pdf.js, which knows these programs, names the same fields.
    expect(new Set((await seenFields(bytes, 1)).map(({ name }) => name))).toEqual(new Set(byName.keys()))
  })
})

describe('conventions of one program', () => {
  const readForm = async (options: FixtureOptions) => {
    const pdf = await loadPdf(buildPdf(options))
    return inEnglish(readFormFields(pdf, inspect(pdf).pages))
  }
  const oneField = (entries: string, objects: Record<number, string> = {}, rest = '') =>
    form(`/AcroForm << /Fields [20 0 R] ${rest} >>`, '/Annots [20 0 R]', {
      20: `<< ${widget} /Rect [10 10 110 30] ${entries} >>`,
      ...objects,
    })

  test('LiveCycle: names with indexes, and a second form in XFA that is not kept', async () => {
    const { fields, problems } = await readForm({
      ...form('/AcroForm << /Fields [30 0 R] /XFA [(template) 901 0 R] >>', '/Annots [20 0 R 21 0 R]', {
        30: '<< /T (form1[0]) /Kids [31 0 R] >>',
        31: '<< /T (#subform[0]) /Parent 30 0 R /Kids [20 0 R 21 0 R] >>',
        20: `<< ${widget} /Parent 31 0 R /FT /Tx /T (Name[0]) /TU (Name) /Rect [10 10 60 30] >>`,
        21: `<< ${widget} /Parent 31 0 R /FT /Tx /T (Name[1]) /TU (Name) /Rect [70 10 120 30] >>`,
        901: stream('<template/>'),
      }),
    })
    expect(fields.map(({ name, label }) => [name, label])).toEqual([
      ['form1[0].#subform[0].Name[0]', 'Name'],
      ['form1[0].#subform[0].Name[1]', 'Name'],
    ])
    expect(problems).toMatchObject([{ message: expect.stringContaining('XFA') }])
  })

  test('Acrobat: a script that is a stream, in Latin letters or UTF-16', async () => {
    const script = 'event.value = getField("Größe").value * 2'
    const bytes = Buffer.from(`\ufeff${script}`, 'utf16le').swap16()
    for (const data of [Buffer.from(script, 'latin1'), bytes]) {
      const { fields, problems } = await readForm(
        form('/AcroForm << /Fields [20 0 R 21 0 R] >>', '/Annots [20 0 R 21 0 R]', {
          20: `<< ${widget} /FT /Tx /T ${utf16('Größe')} /Rect [10 10 60 30] >>`,
          21: `<< ${widget} /FT /Tx /T (double) /Rect [70 10 120 30] /AA << /C << /S /JavaScript /JS 30 0 R >> >> >>`,
          30: stream(data.toString('latin1')),
        }),
      )
      expect(problems).toEqual([])
      expect(fields[1]!.formula).toBe('SUM({{Größe}}) * 2')
    }
  })

  test.each([
    ['before', '0 0 1 rg/Helv 8 Tf'],
    ['with a comment after', '/Helv 8 Tf %size\n0 0 1 rg'],
    ['after another one', '1 0 0 rg 0.5 g /Helv 8 Tf 0 0 1 rg'],
    ['in ink, after a grey', '0 g 1 1 0 0 k /Helv 8 Tf'],
    ['after text operators', '0 Tc 100 Tz /Helv 12 Tf /Helv 8 Tf 0 0 1 rg'],
  ])('a colour stands %s the font', async (_, appearance) => {
    const { fields } = await readForm(oneField(`/FT /Tx /T (a) /DA (${appearance})`))
    expect(fields[0]!.layout).toEqual({ font_size: 8, color: '#0000ff' })
  })

  test.each([
    ['/Arial#20MT', ''],
    ['/F#31', '/DR << /Font << /F1 << /Type /Font /BaseFont /Arial >> >> >>'],
    ['/F1', '/DR << /Font << /#461 << /Type /Font /BaseFont /Ver#64ana >> >> >>'],
  ])('the font %s is one like ours', async (name, resources) => {
    const entries = `/FT /Tx /T (a) /DA (${name} 9 Tf)`
    const { problems } = await readForm(oneField(entries, {}, resources))
    expect(problems).toEqual([])
  })

  test('a font that is not kept is named as people write it', async () => {
    const { problems } = await readForm(oneField('/FT /Tx /T (a) /DA (/Times#20New#20Roman 9 Tf)'))
    expect(problems).toMatchObject([{ message: 'The font “Times New Roman” of the field is not kept.' }])
  })

  test.each([
    ['twice', '[20 0 R 20 0 R]'],
    ['among entries that are nothing', '[null 20 0 R 700 0 R 7 (x) 20 0 R]'],
  ])('a page that lists a widget %s has it once', async (_, annotations) => {
    const { fields } = await readForm(
      form('/AcroForm << /Fields [20 0 R] >>', `/Annots ${annotations}`, {
        20: `<< ${widget} /Rect [10 10 110 30] /FT /Tx /T (a) >>`,
      }),
    )
    expect(fields.map(({ name, layout }) => [name, layout])).toEqual([['a', {}]])
  })

  test('one widget on two pages is a field with a place on each', async () => {
    const { fields } = await readForm({
      catalog: '/AcroForm << /Fields [20 0 R] >>',
      pages: [{ mediaBox: [0, 0, 200, 200] }, { mediaBox: [0, 0, 200, 200] }],
      objects: {
        20: `<< ${widget} /Rect [10 10 110 30] /FT /Tx /T (a) >>`,
        1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [20 0 R] >>',
        1003: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [20 0 R] >>',
      },
    })
    expect(fields.map(({ page, layout }) => [page, layout.widgets?.map((place) => place.page)])).toEqual([
      [1, [2]],
    ])
  })

  test.each([
    ['LibreOffice, a date', 'AFDate_FormatEx("dd/mm/yyyy");', 'text'],
    ['Acrobat, a percentage', 'AFPercent_Format(2, 0);', 'text'],
    ['Foxit, a number', ' AFNumber_Format(2, 0, 0, 0, "", true);', 'number'],
    ['Acrobat, a special format', 'AFSpecial_Format(1);', 'text'],
  ])('%s: its format is a problem, and its type %s', async (_, script, type) => {
    const { fields, problems } = await readForm(oneField(`/FT /Tx /T (a) /AA << /F ${javascript(script)} >>`))
    expect(fields[0]!.type).toBe(type)
    expect(problems).toMatchObject([{ message: expect.stringContaining(script.trim().slice(0, 12)) }])
  })
})

/** A font with two-byte codes, as browsers embed them: the code of a letter is its place in the alphabet. */
const alphabet = '{}abcdefghijklmnopqrstuvwxyzSR;= '
const code = (letter: string) => (alphabet.indexOf(letter) + 1).toString(16).padStart(4, '0')
const toCodes = (text: string) => `<${[...text].map(code).join('')}>`
const composite = {
  40: '<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Inter /Encoding /Identity-H /DescendantFonts [41 0 R] /ToUnicode 43 0 R >>',
  41: '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Inter /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 42 0 R /DW 500 /CIDToGIDMap /Identity >>',
  42: '<< /Type /FontDescriptor /FontName /AAAAAA+Inter /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
  43: stream(
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
${alphabet.length} beginbfchar
${[...alphabet].map((letter) => `<${code(letter)}> <${letter.charCodeAt(0).toString(16).padStart(4, '0')}>`).join('\n')}
endbfchar endcmap end end`,
  ),
}

/** One tag at (72, 700), 10 points high, in the content streams of programs that write text. */
const tag = '{{a;role=Seller}}'
const texts: Record<string, { content: string; fonts?: string }> = {
  Word: {
    content: `/P <</MCID 0>> BDC q 0.00 0 595 842 re W* n BT /F1 10 Tf 1 0 0 1 72 700 Tm 0 g 0 G [(${tag})] TJ ET Q EMC`,
  },
  Excel: {
    content: `/P <</MCID 0>> BDC BT /F1 10 Tf 1 0 0 1 72 700 Tm [${[...tag].map((letter) => `(${letter})`).join('-2')}] TJ ET EMC`,
  },
  LibreOffice: {
    content: `0.1 w q 0 0.028 595.275 841.861 re W* n BT 72 700 Td /F1 10 Tf[<7B>-1<7B>1(${tag.slice(2)})]TJ ET Q`,
  },
  'Chrome, upside down': {
    content: `.24 0 0 -.24 0 841.92 cm q 4.1666667 0 0 4.1666667 0 0 cm BT /F4 10 Tf 1 0 0 -1 72 141.92 Tm ${toCodes(tag)} Tj ET Q`,
    fonts: '/F4 40 0 R',
  },
  'Skia, each glyph in place': {
    content: `BT /F4 10 Tf 1 0 0 1 72 700 Tm ${[...tag].map((letter) => `${toCodes(letter)} Tj`).join(' 5 0 Td ')} ET`,
    fonts: '/F4 40 0 R',
  },
  Quartz: {
    content: `q Q q 0 0 595 842 re W n /Cs1 cs 0 sc q 1 0 0 1 72 700 cm BT 10 0 0 10 0 0 Tm /F1 1 Tf (${tag}) Tj ET Q`,
  },
  Ghostscript: {
    content: `q 0.1 0 0 0.1 0 0 cm /R7 gs 0 g q 10 0 0 10 0 0 cm BT /F1 10 Tf 1 0 0 1 72 700 Tm (${tag})Tj ET Q Q`,
  },
  InDesign: {
    content: `/Span<</Lang (en-GB)/MCID 3>>BDC BT /T1_0 1 Tf 10 0 0 10 72 700 Tm 0.02 Tc [(${tag.slice(0, 5)})10(${tag.slice(5)})]TJ 0 Tc ET EMC`,
    fonts: '/T1_0 3 0 R',
  },
  iText: { content: `q BT 36 806 Td 0 -18 Td /F1 10 Tf 36 -88 Td (${tag})Tj ET Q` },
  PDFBox: { content: `BT\n/F1 10 Tf\n72 700 Td\n<${Buffer.from(tag).toString('hex')}> Tj\nET\n` },
}

describe('a text tag is found in what every program draws', () => {
  test.each(Object.keys(texts))('%s', async (producer) => {
    const { content, fonts = '' } = texts[producer]!
    const bytes = buildPdf({
      objects: {
        ...composite,
        1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.32 841.92] /Contents 1002 0 R
          /Resources << /Font << /F1 3 0 R ${fonts} >> >> >>`,
        1002: stream(content),
      },
    })
    const { fields, problems } = inEnglish(await fieldsInFile(bytes))
    expect(problems).toEqual([])
    expect(fields).toMatchObject([{ source: 'tag', name: 'a', role: 'Seller', type: 'text', page: 1 }])
    expect(fields[0]!.x).toBeCloseTo(72, 0)
    // The baseline is 141.92 points below the upper edge.
    expect(fields[0]!.y).toBeGreaterThan(130)
    expect(fields[0]!.y).toBeLessThan(141.92)
    const [places] = await findTexts(bytes, ['role=Seller'])
    expect(places).toHaveLength(1)
    expect(places![0]!.x).toBeGreaterThan(72 + 10)
  })
})
