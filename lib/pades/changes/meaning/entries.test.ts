import { beforeAll, describe, expect, test } from 'vitest'
import { topFields } from '#lib/pdf/fields/fields'
import { buildPdf, catalogNumber, firstPage, stream, writeRevision } from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere, time } from '../../fixtures/process.ts'
import { openForIncrement, saveSigned } from '../../increment.ts'
import { verifyPdf } from '../../verify.ts'

/** Entries that later software writes in another way although they mean the same, and ones that mean something else. */

const [field, note, approval, drawing, name] = [20, 21, 22, 23, 24]

let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

/** A form with a text field and a signature field, and an annotation; the entries are those of the object. */
function build(entries: Record<number, string>, resources = ''): Uint8Array {
  const annots = [field, note, approval].map((number) => `${number} 0 R`).join(' ')
  return buildPdf({
    catalog: `/AcroForm << /Fields [${field} 0 R ${approval} 0 R] /SigFlags 3 >>`,
    objects: {
      [firstPage]: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Annots [${annots}] >>`,
      [drawing]: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      [name]: '/Annot',
      ...Object.fromEntries(
        [field, note, approval].map((number) => [number, body(number, entries[number] ?? '')]),
      ),
    },
  })
}

const kinds = {
  [field]: '/Subtype /Widget /FT /Tx /T (a)',
  [note]: `/Subtype /Stamp /AP << /N ${drawing} 0 R >>`,
  [approval]: '/Subtype /Widget /FT /Sig /T (b)',
}

function body(number: number, entries: string): string {
  return `<< ${kinds[number]} /Rect [9 9 99 99] /F 4 ${entries} >>`
}

/** Writes an object again as it was written last, but for `edit`. */
function rewrite(bytes: Uint8Array, number: number, edit: (body: string) => string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  const start = text.lastIndexOf(`\n${number} 0 obj`)
  const written = text.slice(text.indexOf('<<', start), text.indexOf('endobj', start))
  const edited = edit(written)
  expect(edited).not.toBe(written)
  return writeRevision(bytes, new Map([[number, edited]]))
}

/** What is found after the first signature. */
async function judge(bytes: Uint8Array) {
  const { valid, signatures } = await verifyPdf(bytes)
  const { changedAfterSigning, modifications } = signatures[0]!
  return { valid, changedAfterSigning, kinds: modifications.map(({ kind }) => kind) }
}

/** Signs, writes the object with other entries, and lets somebody else sign. */
async function judgeEntries(number: number, before: string, after: string, resources?: string) {
  const signed = await signedElsewhere(fixture, build({ [number]: before }, resources))
  const revision = writeRevision(signed, new Map([[number, body(number, after)]]))
  return judge(await signedElsewhere(fixture, revision))
}

const unchanged = { valid: true, changedAfterSigning: false, kinds: ['signature_added'] }
const refused = { valid: false, changedAfterSigning: true }

describe('the type of an annotation', () => {
  test.each([field, note, approval])('that is added to object %i is no change', async (number) => {
    expect(await judgeEntries(number, '', '/Type /Annot')).toEqual(unchanged)
  })

  test('that is added to a signed field is no change', async () => {
    const file = await openForIncrement(build({}))
    const { dict } = topFields(file.pdf).find((one) => one.name === 'b')!
    const signed = await saveSigned(file, dict, { at: time, name: 'Ada', references: [] }, fixture.ada)
    const revise = (entries: string) =>
      rewrite(signed, approval, (text) => text.replace('<<', `<< ${entries}`))
    expect(await judge(await signedElsewhere(fixture, revise('/Type /Annot')))).toEqual(unchanged)
    for (const entries of ['/Type /Sig', '/Type /Annot /TU (x)'])
      expect(await judge(revise(entries))).toMatchObject(refused)
  })

  test.each([
    ['signature', '/FT /Sig /T (c)'],
    ['text', '/FT /Tx /T (c) /V (1)'],
  ])('that is added to a %s field whose widgets are kids is no change', async (_, entries) => {
    const [parent, kid] = [30, 31]
    const makeParent = (more: string) => `<< ${entries} /Kids [${kid} 0 R] ${more} >>`
    const base = writeRevision(
      build({}),
      new Map([
        [
          catalogNumber,
          `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${parent} 0 R] /SigFlags 3 >> >>`,
        ],
        [parent, makeParent('')],
        [kid, `<< /Subtype /Widget /Rect [0 0 0 0] /F 132 /Parent ${parent} 0 R >>`],
      ]),
    )
    const signed = await signedElsewhere(fixture, base)
    const revise = (more: string) => writeRevision(signed, new Map([[parent, makeParent(more)]]))
    expect(await judge(await signedElsewhere(fixture, revise('/Type /Annot')))).toEqual(unchanged)
    expect(await judge(revise('/Type /XObject'))).toMatchObject(refused)
  })

  test.each([field, note])('of object %i that is another, or changes with more', async (number) => {
    for (const [before, after] of [
      ['', '/Type /XObject'],
      ['', `/Type ${name} 0 R`],
      ['/Type /Annot', ''],
      ['/Type /Link', '/Type /Annot'],
      ['', '/Type /Annot /Rotate 90'],
    ])
      expect(await judgeEntries(number, before!, after!)).toMatchObject(refused)
  })

  test('that is added to an object which is also something else', async () => {
    const resources = `/Properties << /A ${note} 0 R >>`
    expect(await judgeEntries(note, '', '/Type /Annot', resources)).toMatchObject(refused)
  })
})

/** Text strings in hexadecimal: UTF-16BE with its mark. */
const utf16 = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`

describe('a text in another encoding', () => {
  test.each([
    [field, `/TU ${utf16('Größe – 5 €')}`, '/TU (Gr\\366\\337e \\205 5 \\240)'],
    [field, '/TU (A) /TM (B) /V (C)', `/TU ${utf16('A')} /TM ${utf16('B')} /V (C)`],
    [
      note,
      `/Contents ${utf16('Ja')} /NM (1) /T () /Subj <4A61>`,
      '/Contents <4A61> /NM <31> /T <FEFF> /Subj (Ja)',
    ],
  ])('of object %i, %s, later %s, is no change', async (number, before, after) => {
    expect(await judgeEntries(number, before, after)).toEqual(unchanged)
  })

  test.each([
    ['another text', `/TU ${utf16('A')}`, '/TU (B)'],
    ['half a character', '/TU <FEFF004100>', '/TU (A)'],
    ['half a pair', '/TU <FEFF0041D83D>', '/TU (A)'],
    ['NUL', '/TU <FEFF00410000>', '/TU (A)'],
    ['a language', `/TU ${utf16('\u001bde\u001bA')}`, '/TU (A)'],
    ['an end of line', `/TU ${utf16('A\rB')}`, '/TU (A\\rB)'],
    ['no mark', '/TU <0041>', '/TU (A)'],
    ['UTF-16LE', '/TU <FFFE4100>', '/TU (A)'],
    ['UTF-8', '/TU <EFBBBF41>', '/TU (A)'],
    ['UTF-8 as PDFDocEncoding', '/TU <EFBBBF41>', `/TU ${utf16('ï»¿A')}`],
    ['a code that is undefined', '/TU <41AD>', '/TU (A)'],
    ['another that is', '/TU <419F>', `/TU ${utf16('A\u009f')}`],
    ['a value, by which readers choose an option', `/V ${utf16('A')}`, '/V (A)'],
    ['no value, where readers take that of the parent', '/V ()', '/V <FEFF>'],
    ['a default value', `/DV ${utf16('A')}`, '/DV (A)'],
    ['options', `/Opt [${utf16('A')} (B)]`, '/Opt [(A) (B)]'],
    [
      'options of the same text',
      `/V (A) /Opt [[(A) (100)] [${utf16('A')} (900)]]`,
      `/V (A) /Opt [[${utf16('A')} (100)] [(A) (900)]]`,
    ],
    ['an entry that is no text string', `/DA ${utf16('A')}`, '/DA (A)'],
    ['a name', `/TU ${utf16('A')}`, '/TU /A'],
  ])('that is not equal: %s', async (_, before, after) => {
    const { changedAfterSigning, kinds } = await judgeEntries(field, before, after)
    expect(changedAfterSigning).toBe(true)
    expect(kinds).not.toEqual(unchanged.kinds)
  })

  test('that is the value by which readers choose the appearance of a stamp', async () => {
    const makeStamp = (value: string) =>
      `<< /Subtype /Stamp /Rect [9 9 99 99] /F 4 /AP << /N << /Yes ${drawing} 0 R /Off ${drawing} 0 R >> >> /V ${value} >>`
    const stamped = writeRevision(build({}), new Map([[note, makeStamp('(Yes)')]]))
    const signed = await signedElsewhere(fixture, stamped)
    expect(await judge(writeRevision(signed, new Map([[note, makeStamp(utf16('Yes'))]])))).toMatchObject(
      refused,
    )
  })
})

test('the language of the document', async () => {
  const signed = await signedElsewhere(fixture, buildPdf({ catalog: '/Lang (de)' }))
  const revise = (lang: string) =>
    rewrite(signed, catalogNumber, (text) => text.replace(/\/Lang ?\(de\)/, `/Lang ${lang}`))
  expect(await judge(await signedElsewhere(fixture, revise(utf16('de'))))).toEqual(unchanged)
  for (const lang of [utf16('en'), '<64650000>', '/de'])
    expect(await judge(await signedElsewhere(fixture, revise(lang)))).toMatchObject(refused)
})

describe('the document information of a step that adds validation data', () => {
  const [info, store, data, certificates] = [30, 31, 32, 33]
  const before = '/Title (A) /ModDate (D:2026) /Author (B)'
  const sign = () => {
    const objects = {
      [info]: `<< ${before} >>`,
      [store]: `<< /Certs ${certificates} 0 R >>`,
      [data]: stream('one'),
      [certificates]: `[${data} 0 R]`,
    }
    const trailer = `/Info ${info} 0 R`
    return signedElsewhere(fixture, buildPdf({ catalog: `/DSS ${store} 0 R`, objects, trailer }))
  }
  const added = { [certificates]: `[${data} 0 R 34 0 R]`, 34: stream('two') }
  const named = {
    [store]: `<< /Certs ${certificates} 0 R /VRI << /AB 34 0 R >> >>`,
    34: `<< /Cert [${data} 0 R] >>`,
  }
  const revise = async (entries: string, objects: Record<number, string>, trailer = `/Info ${info} 0 R`) => {
    const all = Object.entries({ [info]: `<< ${entries} >>`, ...objects })
    const numbered = new Map(all.map(([number, text]) => [Number(number), text]))
    return judge(writeRevision(await sign(), numbered, { trailer }))
  }

  test.each([
    ['the date', '/Title (A) /ModDate (D:2027) /Author (B)', added],
    ['the software', `/Title ${utf16('A')} /ModDate (D:2026) /Author (B) /Producer (C)`, added],
    ['both, with the names of signatures', '/Title (A) /ModDate (D:2027) /Author (B) /Producer (C)', named],
  ])('belongs to that: %s', async (_, entries, objects) => {
    const { changedAfterSigning, kinds } = await revise(entries, objects)
    expect([changedAfterSigning, ...new Set(kinds)]).toEqual([false, 'validation_data'])
  })

  test.each<[string, string, Record<number, string>]>([
    ['another title', '/Title (Z) /ModDate (D:2027) /Author (B)', added],
    ['no author', '/Title (A) /ModDate (D:2027)', added],
    ['another entry', `${before} /Subject (Z)`, added],
    ['nothing but the date', '/Title (A) /ModDate (D:2027) /Author (B)', {}],
    [
      'the same data again',
      '/Title (A) /ModDate (D:2027) /Author (B)',
      { [store]: `<< /Certs [${data} 0 R] >>` },
    ],
    [
      'the same data behind another reference, and empty lists',
      '/Title (A) /ModDate (D:2027) /Author (B) /Producer (C)',
      { [store]: '<< /Certs 34 0 R /CRLs 35 0 R /VRI 36 0 R >>', 34: `[${data} 0 R]`, 35: '[]', 36: '<< >>' },
    ],
  ])('is a change: %s', async (_, entries, objects) => {
    expect(await revise(entries, objects)).toMatchObject({ valid: true, changedAfterSigning: true })
    expect((await revise(entries, objects)).kinds).toContain('metadata')
  })

  test('is a change where it shows something else, or is missing', async () => {
    const other = { ...added, 35: '<< /Title (Z) >>' }
    for (const trailer of ['/Info 35 0 R', '']) {
      const { changedAfterSigning, kinds } = await revise(before, other, trailer)
      expect(changedAfterSigning).toBe(true)
      expect(kinds).toContain('metadata')
    }
    const copy = { ...added, 35: '<< /Title (A) /ModDate (D:2027) /Author (B) >>' }
    expect((await revise(before, copy, '/Info 35 0 R')).changedAfterSigning).toBe(false)
  })
})

test('document information that a revision between left out', async () => {
  const info = 30
  const trailer = `/Info ${info} 0 R`
  const objects = new Map([
    [info, '<< /Title (A) >>'],
    [31, '<< /Title (B) >>'],
  ])
  const signed = await signedElsewhere(fixture, writeRevision(build({}), objects, { trailer }))
  const without = writeRevision(signed, new Map([[40, 'null']]))
  const other = '<< /Title (A) /ModDate (D:2027) >>'
  const revise = async (bytes: Uint8Array, later: [number, string][], entries = trailer) =>
    judge(await signedElsewhere(fixture, writeRevision(bytes, new Map(later), { trailer: entries })))
  expect(await revise(without, [[info, other]])).toEqual({
    valid: true,
    changedAfterSigning: false,
    kinds: ['metadata', 'signature_added'],
  })
  const filled = body(field, `/AP << /N ${info} 0 R >>`)
  for (const refused of [
    await revise(without, [
      [info, other],
      [field, filled],
    ]),
    await revise(without, [[info, other]], ''),
    await revise(without, [[31, other]]),
  ])
    expect(refused).toEqual({
      valid: false,
      changedAfterSigning: true,
      kinds: expect.arrayContaining(['content']),
    })
})
