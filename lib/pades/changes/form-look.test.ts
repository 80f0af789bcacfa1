import { beforeAll, describe, expect, test } from 'vitest'
import { buildPdf, firstPage, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '../fixtures/process.ts'
import { verifyPdf } from '../verify.ts'

/** Entries of the form from which readers draw its fields, changed between two signatures. */

const [form, resources, fonts, field] = [20, 21, 22, 23]
const otherFont =
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [49 /nine] >> >>'

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** Signs a form with these entries, exchanges them, and lets another person sign. */
async function judge(
  entriesBefore: string,
  entriesAfter: string,
  objectsAfter: Record<number, string> = {},
  fieldEntries = '/V (100) /DA (/F1 9 Tf)',
  objectsBefore: Record<number, string> = {},
) {
  const makeForm = (fields: string, entries: string) => `<< /SigFlags 3 /Fields [${fields}] ${entries} >>`
  const bytes = await signedElsewhere(
    fixture,
    buildPdf({
      catalog: `/AcroForm ${form} 0 R`,
      objects: {
        [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${field} 0 R] >>`,
        [form]: makeForm(`${field} 0 R`, entriesBefore),
        [resources]: `<< /Font ${fonts} 0 R /ProcSet [/PDF] >>`,
        [fonts]: '<< /F1 3 0 R >>',
        [field]: `<< ${fieldEntries.includes('/FT') ? '' : '/FT /Tx'} /T (amount) ${fieldEntries} /Type /Annot /Subtype /Widget /Rect [50 50 99 70] /F 4 >>`,
        ...objectsBefore,
      },
    }),
  )
  const [, list] = [
    ...Buffer.from(bytes)
      .toString('latin1')
      .matchAll(/\/Fields ?\[([^\]]+)\]/g),
  ].at(-1)!
  const changed = writeRevision(
    bytes,
    new Map([
      [form, makeForm(list!, entriesAfter)],
      [9001, otherFont],
      ...Object.entries(objectsAfter).map(([number, body]) => [Number(number), body] as const),
    ]),
  )
  const { valid, signatures } = await verifyPdf(await signedElsewhere(fixture, changed))
  const { changedAfterSigning, modifications } = signatures[0]!
  const isListed = modifications.some(({ kind, permitted }) => kind === 'form_changed' && permitted)
  return { valid, isListed, changedAfterSigning }
}

test('a default appearance for a widget whose own parent is another field than the one that lists it', async () => {
  const [widget, text] = [31, 32]
  const objectsBefore = {
    [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${widget} 0 R] >>`,
    [field]: `<< /FT /Sig /T (S) /Kids [${widget} 0 R] >>`,
    [widget]: `<< /Type /Annot /Subtype /Widget /Rect [50 50 99 70] /F 4 /Parent ${text} 0 R >>`,
    [text]: `<< /FT /Tx /T (amount) /V (100) /Kids [${widget} 0 R] >>`,
  }
  const { changedAfterSigning } = await judge('', '/DA (/F1 9 Tf)', {}, '', objectsBefore)
  expect(changedAfterSigning).toBe(true)
})

const direct = '/DR << /Font << /F1 3 0 R >> >>'
const indirect = `/DR ${resources} 0 R`

describe('is permitted, but a change of the earlier signature:', () => {
  test.each([
    ['another font', direct, '/DR << /Font << /F1 9001 0 R >> >>'],
    ['a font that is missing', direct, '/DR << /Font << /F2 3 0 R >> >>'],
    ['no fonts', direct, '/DR << >>'],
    ['no resources', direct, ''],
    ['another font behind references', indirect, '/DR << /Font << /F1 9001 0 R >> /ProcSet [/PDF] >>'],
    ['fields that are drawn again', direct, `${direct} /NeedAppearances true`],
    [
      'fields that are drawn again, no longer',
      `${direct} /NeedAppearances false`,
      `${direct} /NeedAppearances true`,
    ],
    ['another default appearance', '/DA (/F1 9 Tf 0 g)', '/DA (/F1 9 Tf 1 g)'],
    ['no default appearance', '/DA (/F1 9 Tf 0 g)', ''],
    ['another alignment', '/Q 0', '/Q 2'],
  ])('%s', async (_, entriesBefore, entriesAfter) => {
    expect(await judge(entriesBefore, entriesAfter)).toEqual({
      valid: true,
      isListed: true,
      changedAfterSigning: true,
    })
  })

  test('another font in resources that are written again', async () => {
    const objects = { [resources]: '<< /Font << /F1 9001 0 R >> >>' }
    expect(await judge(indirect, indirect, objects)).toEqual({
      valid: true,
      isListed: true,
      changedAfterSigning: true,
    })
  })
})

describe('a default appearance that is added', () => {
  const appearance = '/AP << /N 9 0 R >>'
  test.each([
    ['by which a value is drawn', '/V (100)', '', true],
    ['by which a value is drawn, whose own is null', '/V (100) /DA null', '', true],
    ['by which a value is drawn again', `/V (100) ${appearance}`, '/NeedAppearances true', true],
    ['to a field that has one', '/V (100) /DA (/F1 9 Tf)', '', false],
    ['to a field with an appearance', `/V (100) ${appearance}`, '', false],
    ['to a field without a value', '', '', false],
  ])('%s', async (_, fieldEntries, entries, changedAfterSigning) => {
    expect(await judge(entries, `${entries} /DA (/F1 9 Tf)`, {}, fieldEntries)).toEqual({
      valid: true,
      isListed: true,
      changedAfterSigning,
    })
  })
})

describe('a font that is added', () => {
  const [note, listed] = [24, '/DR << /Font << /Helv 3 0 R >> >>']
  const added = '/DR << /Font << /Helv 3 0 R /F1 9001 0 R /ZaDb 9001 0 R >> >>'
  const appearance = '/AP << /N 9 0 R >>'
  const checkBox = '/FT /Btn /V /Yes /AS /Yes'
  const unticked = '/FT /Btn /V /Off /AS /Off /MK << /CA (4) >>'

  test.each([
    ['by which a value is drawn', '/V (100) /DA (/F1 9 Tf)', '', true],
    [
      'by which a value is drawn again',
      `/V (100) /DA (/F1 9 Tf) ${appearance}`,
      '/NeedAppearances true',
      true,
    ],
    ['by which a value is drawn with that of the form', '/V (100)', '/DA (/F1 9 Tf)', true],
    ['which a default appearance names by an escape', '/V (100) /DA (/F#31 9 Tf)', '', true],
    ['by which options are drawn', '/FT /Ch /Opt [(100)] /DA (/F1 9 Tf)', '', true],
    ['by which a caption is drawn', '/FT /Btn /Ff 65536 /MK << /CA (100) >> /DA (/F1 9 Tf)', '', true],
    ['by which a mark is drawn', `${checkBox} /DA (/Helv 9 Tf)`, '', true],
    ['by which a mark is drawn for a state alone', '/FT /Btn /AS /Yes /DA (/Helv 9 Tf)', '', true],
    ['by which a mark is drawn for another state', '/FT /Btn /V /Off /AS /Yes /DA (/Helv 9 Tf)', '', true],
    ['by which the mark of a button is drawn', `${checkBox} /MK << /CA (4) >> /DA (/F1 9 Tf)`, '', true],
    ['by which a name is drawn', '/V /Off /DA (/F1 9 Tf)', '', true],
    ['to a value with an appearance', `/V (100) /DA (/F1 9 Tf) ${appearance}`, '', false],
    ['to a value of another font', '/V (100) /DA (/Helv 9 Tf)', '', false],
    ['to a field without a value', '/DA (/F1 9 Tf)', '', false],
    ['to a mark with an appearance', `${checkBox} /DA (/Helv 9 Tf) ${appearance}`, '', false],
    ['to an empty text', '/V () /DA (/F1 9 Tf)', '', false],
    [
      'to an empty text in UTF-16 that is drawn again',
      `/V <FEFF> /DA (/F1 9 Tf) ${appearance}`,
      '/NeedAppearances true',
      false,
    ],
    ['to a box that is not ticked', `${unticked} /DA (/F1 9 Tf)`, '', false],
    [
      'to a box that is not ticked and is drawn again',
      `${unticked} /DA (/F1 9 Tf) ${appearance}`,
      '/NeedAppearances true',
      false,
    ],
    ['to buttons with export values', '/FT /Btn /Opt [(1)] /V /Off /DA (/F1 9 Tf)', '', false],
  ])('%s', async (_, fieldEntries, entries, changedAfterSigning) => {
    for (const [before, after, objects] of [
      [listed, added, {}],
      [indirect, indirect, { [fonts]: added.slice(13, -3) }],
    ] as const)
      expect(
        await judge(`${entries} ${before}`, `${entries} ${after}`, objects, fieldEntries, {
          [fonts]: '<< /Helv 3 0 R >>',
        }),
      ).toEqual({ valid: true, isListed: true, changedAfterSigning })
  })

  test.each([
    ['by which a note is drawn', '/Subtype /FreeText /DA (/F1 9 Tf) /Contents (100)', true],
    ['to a note with an appearance', `/Subtype /FreeText /DA (/F1 9 Tf) ${appearance}`, false],
    ['to a note of another font', '/Subtype /FreeText /DA (/Helv 9 Tf)', false],
    ['by which a value outside the form is drawn', '/Subtype /Widget /FT /Tx /V (1) /DA (/F1 9 Tf)', true],
    [
      'by which the value of a parent outside the form is drawn',
      '/Subtype /Widget /FT /Tx /V () /Parent << /V (1) >> /DA (/F1 9 Tf)',
      true,
    ],
    ['to a box outside the form that is not ticked', `/Subtype /Widget ${unticked} /DA (/F1 9 Tf)`, false],
  ])('%s', async (_, entries, changedAfterSigning) => {
    const text = `<< /Type /Annot ${entries} /Rect [50 90 99 99] /F 4 >>`
    for (const [item, objects] of [
      [`${note} 0 R`, { [note]: text }],
      [text, {}],
    ] as const) {
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${field} 0 R ${item}] >>`
      expect(await judge(listed, added, {}, '', { [firstPage]: page, ...objects })).toEqual({
        valid: true,
        isListed: true,
        changedAfterSigning,
      })
    }
  })
})

describe('is no change:', () => {
  test.each([
    ['one more font', direct, '/DR << /Font << /F1 3 0 R /F2 9001 0 R >> >>'],
    ['one more font, no longer behind references', indirect, '/DR << /Font << /F2 9001 0 R /F1 3 0 R >> >>'],
    ['a copy of the font', direct, '/DR << /Font << /F1 9002 0 R >> >>'],
    ['resources, a default appearance and an alignment', '', `${direct} /DA (/F1 9 Tf) /Q 1`],
    ['other resources', direct, `${direct.slice(0, -2)} /Encoding << /E 3 0 R >> >>`],
    ['fields that are no longer drawn again', `${direct} /NeedAppearances true`, direct],
  ])('%s', async (_, entriesBefore, entriesAfter) => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'
    const fieldEntries = '/V (100) /DA (/F1 9 Tf) /AP << /N 9 0 R >>'
    expect(await judge(entriesBefore, entriesAfter, { 9002: font }, fieldEntries)).toEqual({
      valid: true,
      isListed: true,
      changedAfterSigning: false,
    })
  })
})

test.each([
  ['', '/NeedAppearances false'],
  ['/NeedAppearances false', ''],
  ['/Q 0', ''],
  ['', '/Q 0 /DR << >>'],
  ['/DR << >> /NeedAppearances false', '/Q 0'],
])('a form with the entries “%s”, later “%s”, is the same', async (entriesBefore, entriesAfter) => {
  for (const [before, after] of [
    [entriesBefore, entriesAfter],
    [`${entriesBefore} /DA (/F1 9 Tf)`, `${entriesAfter} /DA (/F1 9 Tf)`],
  ])
    expect(await judge(before!, after!)).toEqual({ valid: true, isListed: false, changedAfterSigning: false })
})

test.each([
  ['/Q 0', '/Q 2'],
  ['/Q 2', ''],
  ['/NeedAppearances false', '/NeedAppearances true'],
  ['', '/NeedAppearances true'],
  [direct, '/DR << >>'],
])('a form with the entries “%s”, later “%s”, is another', async (entriesBefore, entriesAfter) => {
  expect(await judge(entriesBefore, entriesAfter)).toMatchObject({
    isListed: true,
    changedAfterSigning: true,
  })
})

describe('the fonts of the form in an object of their own', () => {
  const other = '<< /F1 9001 0 R >>'
  const more = '<< /F1 3 0 R /F2 9001 0 R >>'
  const owners = [indirect, `/DR << /Font ${fonts} 0 R >>`]

  test.each(owners)('%s: one more is no change, another one is', async (entries) => {
    for (const [body, changedAfterSigning] of [
      [more, false],
      [other, true],
      ['<< >>', true],
    ] as const)
      expect(await judge(entries, entries, { [fonts]: body })).toEqual({
        valid: true,
        isListed: true,
        changedAfterSigning,
      })
  })

  test.each(owners)('%s: a font, or fonts that something else uses, are content', async (entries) => {
    const content = { valid: false, isListed: false, changedAfterSigning: true }
    const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font ${fonts} 0 R >> /Annots [${field} 0 R] >>`
    const judgeObjects = (before: Record<number, string>, after: Record<number, string>) =>
      judge(entries, entries, after, undefined, before)
    expect(await judgeObjects({ [firstPage]: page }, { [fonts]: more })).toEqual(content)
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
    for (const name of ['Font', 'DR', 'DR/Font'])
      expect(
        await judgeObjects(
          { [fonts]: `<< /${name.replace('/', '#2f')} 24 0 R >>`, 24: font },
          { 24: otherFont },
        ),
      ).toEqual(content)
  })
})

describe('defaults of the form that a revision adds behind all signatures', () => {
  const store = 24
  const defaults = '/DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv 3 0 R >> >>'
  const addDefaults = async (fieldEntries: string, objects: Record<number, string>) => {
    const makeForm = (fields: string, entries = '') => `<< /SigFlags 3 /Fields [${fields}] ${entries} >>`
    const signed = await signedElsewhere(
      fixture,
      buildPdf({
        catalog: `/AcroForm ${form} 0 R /DSS ${store} 0 R`,
        objects: {
          [form]: makeForm(`${field} 0 R`),
          [store]: '<< /Type /DSS >>',
          [field]: `<< /FT /Tx /T (amount) ${fieldEntries} >>`,
        },
      }),
    )
    const text = Buffer.from(signed).toString('latin1')
    const [, list] = [...text.matchAll(/\/Fields ?\[([^\]]+)\]/g)].at(-1)!
    const all = Object.entries({ [form]: makeForm(list!, defaults), ...objects })
    const numbered = new Map(all.map(([number, body]) => [Number(number), body]))
    const { signatures } = await verifyPdf(writeRevision(signed, numbered))
    const { changedAfterSigning, modifications } = signatures[0]!
    return [changedAfterSigning, ...new Set(modifications.map(({ kind }) => kind))]
  }
  const data = { [store]: '<< /Type /DSS /Certs [25 0 R] >>', 25: stream('certificate') }

  test('belong to the validation data that it adds', async () => {
    expect(await addDefaults('', data)).toEqual([false, 'validation_data'])
  })

  test('are a change without validation data', async () => {
    expect(await addDefaults('', {})).toEqual([true, 'form_changed'])
  })
})
