import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { FieldErrors } from '#lib/core/errors'
import { checkTextDocument } from '../check/text-document.ts'
import { Zip } from '../check/zip.ts'
import { docx } from '../fixtures/text-documents.ts'
import { checkFillValues, findTextAndList, listVariables } from './check-values.ts'
import { fillDocx, findDifference, findPlaceholders } from './fill.ts'
import { PartPlugin } from './parts.ts'
import { type FillValues, normalizeNames } from './placeholders.ts'

const row = (...cells: string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc><w:p><w:r><w:t>${cell}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`
const priceList = `<w:tbl>${row('[[#each items]][[name]]', '[[price]][[/each]]')}</w:tbl><w:p/>`

async function readXml(bytes: Uint8Array): Promise<string> {
  return (await new Zip(bytes).text('word/document.xml'))!
}

async function readText(bytes: Uint8Array): Promise<string> {
  const text = (await readXml(bytes)).replaceAll(/<\/w:p>|<w:br\/>/g, '\n').replaceAll(/<[^>]*>/g, '')
  const entities = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" } as Record<string, string>
  return text.replaceAll(/&(\w+);/g, (_, name) => entities[name]!)
}

async function fillText(text: string, values: FillValues) {
  return (await readText(await fillDocx(await docx({ text }), values))).trim()
}

async function partsOf(text: string) {
  const found = await findPlaceholders(await docx({ text }), false)
  if (!found || 'problem' in found) throw new Error('no placeholders')
  return found.parts
}

function errorsOf(parts: Awaited<ReturnType<typeof partsOf>>, values: FillValues) {
  const errors: FieldErrors = {}
  checkFillValues(parts, values, errors)
  return Object.keys(errors)
}

it('a placeholder beside a list, in a row that is repeated with it, has the value of the document', async () => {
  const body = `<w:tbl>${row('[[b]]', '[[#each list]][[v]]', '[[v]][[/each]]', '[[c]]')}</w:tbl><w:p/>`
  const values = { b: 'B', c: 'C', v: 'none', list: [{ v: '1' }, { v: '2' }] }
  const text = await readText(await fillDocx(await docx({ body }), values))
  expect(text.split('\n').filter(Boolean)).toEqual(['Lease', 'B', '1', '1', 'C', 'B', '2', '2', 'C'])
})

describe('a placeholder that other text stands for where it is printed', () => {
  const binding = '<w:dataBinding w:xpath="/x:title[1]" w:storeItemID="{0}"/>'
  const control = (content: string, properties = binding) =>
    `<w:sdt><w:sdtPr><w:alias w:val="Title"/>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`
  const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
  const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const field = (name: string, result = char('separate') + run('[[name]]')) =>
    `${char('begin')}<w:r><w:instrText>${name}</w:instrText></w:r>${result}${char('end')}`
  const inParagraph = (content: string) => `<w:p>${content}</w:p>`
  const fillBody = async (body: string) => readXml(await fillDocx(await docx({ body }), { name: 'Ada' }))

  it.each([
    ['a line', inParagraph(control(run('[[name]]')))],
    ['a paragraph', control(inParagraph(run('[[name]]')))],
    ['a control in a control', control(inParagraph(control(run('[[name]]'), binding.replace('w:', 'w15:'))))],
  ])('in a content control around %s, which is bound to a property no more', async (_, body) => {
    const xml = await fillBody(body)
    expect(xml).toContain('>Ada<')
    expect(xml).toContain('<w:alias w:val="Title"/>')
    expect(xml).not.toContain('dataBinding')
  })

  it('but not in a control without a placeholder', async () => {
    expect(await fillBody(inParagraph(control(run('Lease')) + run('[[name]]')))).toContain('dataBinding')
  })

  it('in a field, which is its result then', async () => {
    const xml = await fillBody(inParagraph(field(' TITLE ')))
    expect(xml).toContain('>Ada<')
    expect(xml).not.toContain('TITLE')
  })

  it('is a problem in the instruction of a field that prints it', async () => {
    const body = inParagraph(field(' MACROBUTTON NoMacro [[name]] ', ''))
    expect(await findPlaceholders(await docx({ body }), false)).toEqual({
      problem: { key: 'documents.placeholderNotUnderstood', values: { tag: '[[name]]' } },
    })
  })
})

describe('placeholders of a DOCX', () => {
  it('are listed with their kind, those of a list with its members', async () => {
    const parts = await partsOf(
      '[[name]] [[#if company]][[company]] [[vat]][[/if]] [[#each items]][[a]][[#if b]]x[[/if]][[/each]] [[#if pets]]y[[/if]]',
    )
    expect(listVariables(parts)).toEqual([
      { name: 'name', type: 'text', members: [] },
      { name: 'company', type: 'text', members: [] },
      { name: 'vat', type: 'text', members: [] },
      {
        name: 'items',
        type: 'list',
        members: [
          { name: 'a', type: 'text' },
          { name: 'b', type: 'condition' },
        ],
      },
      { name: 'pets', type: 'condition', members: [] },
    ])
  })

  it('have one kind in all uses of a list: a text where it is printed in any', async () => {
    const condition = '[[#each items]][[#if status]]*[[/if]][[name]][[/each]]'
    const text = '[[#each items]][[name]] [[status]][[/each]]'
    for (const order of [condition + text, text + condition]) {
      const [variable] = listVariables(await partsOf(order))
      expect(variable!.members).toHaveLength(2)
      expect(variable!.members).toContainEqual({ name: 'status', type: 'text' })
    }
  })

  it('are found where a word processor has split them into runs', async () => {
    const split = '[</w:t></w:r><w:r><w:t>[na</w:t></w:r><w:r><w:t>me]]'
    expect(await partsOf(split)).toEqual([{ kind: 'text', name: 'name' }])
    expect(await fillText(split, { name: 'Ada' })).toBe('Ada')
  })

  it('are none in a document without double brackets', async () => {
    for (const text of ['a[1] {{Tag}}', '[[ see note'])
      expect(await findPlaceholders(await docx({ text }), false)).toBeNull()
  })

  it.each([
    ['[[#if a]]x', '[[#if a]]'],
    ['x[[/if]]', '[[/if]]'],
    ['[[#if a]]x[[/each]]', '[[/each]]'],
    ['[[#each a]][[#each b]]x[[/each]][[/each]]', '[[#each b]]'],
    ['[[#unless a]]x[[/unless]]', '[[#unless a]]'],
    ['[[a|b]]', '[[a|b]]'],
    ['[[a [loopOver: 1]]]', '[[a [loopOver: 1]]]'],
    ['[[]]', '[[]]'],
    ['[[ see note [[a]]', '[[ see note'],
  ])('of %s are refused by name', async (text, tag) => {
    const found = await findPlaceholders(await docx({ text }), false)
    expect(JSON.stringify(found)).toContain('placeholderNotUnderstood')
    expect(JSON.stringify(found)).toContain(tag.replaceAll('"', '\\"').slice(0, 8))
  })

  it.each([
    ['a table and the text after it', '[[#each rows]][[a]]', '<w:p><w:r><w:t>[[/each]]</w:t></w:r></w:p>'],
    ['two tables', '[[#each rows]]', `<w:p/><w:tbl>${row('[[a]][[/each]]')}</w:tbl>`],
  ])('of a list in %s are refused by name', async (_, cell, after) => {
    const found = await findPlaceholders(await docx({ body: `<w:tbl>${row(cell)}</w:tbl>${after}` }), false)
    expect(found).toEqual({
      problem: { key: 'documents.placeholderNotFilled', values: { tag: '[[#each rows]]' } },
    })
  })

  it('beside a total of them are refused by the field: the total is a variable', async () => {
    const total = (result: string) =>
      `</w:t></w:r><w:fldSimple w:instr=" =SUM(ABOVE) "><w:r><w:t>${result}</w:t></w:r></w:fldSimple><w:r><w:t>`
    const table = (result: string) => `<w:tbl>${row('[[net]]')}${row(total(result))}</w:tbl><w:p/>`
    expect(await findPlaceholders(await docx({ body: table('0,00') }), false)).toEqual({
      problem: { key: 'documents.fieldNotComputed', values: { field: '=SUM(ABOVE)' } },
    })
    const parts = ['net', 'total'].map((name) => ({ kind: 'text' as const, name }))
    const difference = await findDifference(await docx({ body: table('0,00') }), parts.slice(0, 1))
    expect(difference).toMatchObject({ key: 'documents.fieldNotComputed' })
    const template = await docx({ body: table('[[total]]') })
    expect(await findPlaceholders(template, false)).toEqual({ parts })
    const text = await readText(await fillDocx(template, { net: '1.200,00', total: '1.428,00' }))
    expect(text.split('\n').filter(Boolean)).toEqual(['Lease', '1.200,00', '1.428,00'])
  })

  it('beside a stored number that they change are refused by what takes its place', async () => {
    const number =
      '</w:t></w:r><w:fldSimple w:instr="LISTNUM"><w:r><w:t>1</w:t></w:r></w:fldSimple><w:r><w:t>'
    const template = await docx({ text: `[[#each a]][[b]]${number}[[/each]]` })
    expect(await findPlaceholders(template, false)).toEqual({
      problem: { key: 'documents.numberNotComputed', values: { field: 'LISTNUM' } },
    })
  })

  it('of a document with too much content are refused', async () => {
    expect(await findPlaceholders(await docx({ text: '[[a]]' }), true)).toHaveProperty('problem')
  })
})

describe('filling a DOCX', () => {
  it('makes a table of 200 rows, which is a text document that can be converted', async () => {
    const items = Array.from({ length: 200 }, (_, index) => ({ name: `Item ${index}`, price: `${index}.50` }))
    const filled = await fillDocx(await docx({ body: priceList }), { items })
    const text = await readText(filled)
    expect((await readXml(filled)).match(/<w:tr>/g)).toHaveLength(200)
    expect(text).toContain('Item 0\n0.50\nItem 1\n1.50\n')
    expect(text).toContain('Item 199\n199.50\n')
    expect(await checkTextDocument(filled)).toMatchObject({ ok: true, type: 'docx' })
  })

  it('repeats and removes rows of a table when both tags stand in the same column', async () => {
    const list = [row('[[#each items]]', 'Price'), row('[[name]]', '[[price]]'), row('[[/each]]', '')]
    const table = `<w:tbl>${row('Goods', 'X')}${list.join('')}${row('Total', '3')}</w:tbl><w:p/>`
    const items = [
      { name: 'A', price: '1' },
      { name: 'B', price: '2' },
    ]
    const lines = (await readText(await fillDocx(await docx({ body: table }), { items }))).split(/\n+/)
    expect(lines.join(' ')).toBe('Lease Goods X Price A 1 Price B 2 Total 3 ')

    const rows = row('a', 'b') + row('[[#if x]]c', 'd') + row('e[[/if]]', 'f') + row('g', 'h')
    const template = await docx({ body: `<w:tbl>${rows}</w:tbl><w:p/>` })
    expect(await readText(await fillDocx(template, {}))).toBe('Lease\na\nb\ng\nh\n')
    expect(await readText(await fillDocx(template, { x: 'true' }))).toBe('Lease\na\nb\nc\nd\ne\nf\ng\nh\n')
  })

  it('fails when the library leaves a placeholder', async () => {
    vi.spyOn(PartPlugin.prototype, 'containerTagReplacements').mockResolvedValueOnce()
    const template = await docx({ text: '[[#if x]][[b]][[/if]]' })
    await expect(fillDocx(template, { x: 'true', b: 'B' })).rejects.toThrow('[[#if x]]')
  })

  it('keeps a part only if its condition holds', async () => {
    const text = '[[#if a]]yes[[/if]][[#if list]]rows[[/if]].'
    expect(await fillText(text, { a: 'true', list: [{}] })).toBe('yesrows.')
    for (const a of ['false', '']) expect(await fillText(text, { a, list: [] })).toBe('.')
    expect(await fillText(text, {})).toBe('.')
  })

  it.each([
    ['w:hyperlink', '<w:hyperlink r:id="link0"><w:r><w:t>law</w:t></w:r></w:hyperlink>'],
    ['w:ins', '<w:ins w:id="1" w:author="A"><w:r><w:t>law</w:t></w:r></w:ins>'],
    ['w:sdt', '<w:sdt><w:sdtContent><w:r><w:t>law</w:t></w:r></w:sdtContent></w:sdt>'],
    ['w:smartTag', '<w:smartTag w:element="x"><w:r><w:t>law</w:t></w:r></w:smartTag>'],
    ['w:fldSimple', '<w:fldSimple w:instr="PAGE"><w:r><w:t>law</w:t></w:r></w:fldSimple>'],
    ['m:oMath', '<m:oMath><m:r><m:t>law</m:t></m:r></m:oMath>'],
  ])('keeps %s in a paragraph with a part', async (_name, kept) => {
    const text = (content: string) => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`
    const paragraphs = [
      [text('[[#if a]]A '), kept, text('[[/if]]B '), kept, text(' C')],
      [text('[[#each list]][[b]] '), kept, text('[[/each]]')],
      [text('[[#if c]]D'), '</w:p><w:p>', text('E[[/if]]F '), kept],
    ]
    const body = paragraphs.map((parts) => `<w:p>${parts.join('')}</w:p>`).join('')
    const template = await docx({ body })
    const fill = (values: FillValues) => fillDocx(template, values)
    const most = await fill({ a: 'true', list: [{ b: '1' }, { b: '2' }], c: 'true' })
    expect(await readText(most)).toBe('Lease\nA lawB law C\n1 law2 law\nD\nEF law\n')
    expect((await readXml(most)).split(kept)).toHaveLength(6)
    const least = await fill({ list: [] })
    expect(await readText(least)).toBe('Lease\nB law C\nF law\n')
    expect(await readXml(least)).toContain(`B </w:t></w:r>${kept}<w:r>`)
  })

  it('prints the lines of a value in its place', async () => {
    const text = 'Tenant: [[address]], hereinafter [[#if a]]([[b]])[[/if]].'
    const values = { address: 'Main St 1\r\n10115 Berlin', a: 'true', b: '\n[1]\n\n2' }
    const lines = 'Tenant: Main St 1\n10115 Berlin, hereinafter (\n[1]\n\n2).'
    expect(await fillText(text, values)).toBe(lines)
  })

  it('takes names in a list from its rows only, and none that objects inherit', async () => {
    const text = '[[#each list]]([[a]][[constructor]][[#if __proto__]]x[[/if]])[[/each]][[toString]]'
    expect(await fillText(text, { a: 'outside', list: [{ a: '1' }, { a: '2' }] })).toBe('(1)(2)')
  })

  it('writes any value as text, also XML and placeholders', async () => {
    const line = fc.oneof(
      fc.constantFrom('<w:p/>', '</w:t>', ']]', '[[b]]', '[[#if b]]', '&amp;', '$&', "it's", '"'),
      fc.string({ unit: fc.constantFrom('a', '[', ']', '<', '>', '&', '$', '#', '/', ' ') }),
    )
    const body = `<w:tbl>${row('[[b]]', '[[#each list]][[v]]', '[[v]][[/each]]')}</w:tbl><w:p/>`
    const template = await docx({ text: '|[[b]]|', body })
    await fc.assert(
      fc.asyncProperty(line, line, async (b, v) => {
        const filled = await fillDocx(template, { b, list: [{ v }], secret: 'secret' })
        expect(await checkTextDocument(filled)).toMatchObject({ ok: true })
        const text = await readText(filled)
        expect(text).toContain(`|${b}|`)
        expect(text).toContain(`${v}\n${v}\n`)
      }),
      { numRuns: 60 },
    )
  })
})

describe('values for a DOCX', () => {
  it('may be empty texts and lists', async () => {
    const [text, values] = ['A[[b]]C[[#each d]][[e]][[/each]]', { b: '', d: [] }]
    expect(errorsOf(await partsOf(text), values)).toEqual([])
    expect(await fillText(text, values)).toBe('AC')
  })

  it('must be all that it prints, of the right kind', async () => {
    const parts = await partsOf('[[a]][[#if b]][[c]][[/if]][[#each d]][[e]][[/each]]')
    expect(errorsOf(parts, {})).toEqual(['values.a', 'values.d'])
    expect(errorsOf(parts, { a: '1', b: 'true', d: [] })).toEqual(['values.c'])
    expect(errorsOf(parts, { a: '1', d: [{ e: 'x' }, {}] })).toEqual(['values.d.1.e'])
    expect(errorsOf(parts, { a: [], d: 'x' })).toEqual(['values.a', 'values.d'])
    expect(errorsOf(parts, { a: '1', d: [{ e: 'x', f: 'y' }] })).toEqual(['values.d.0.f'])
  })

  it('are refused with braces, which begin text tags, and with control characters', async () => {
    const parts = await partsOf('[[a]]')
    for (const a of ['{{Signature}}', '{', 'x}', '\u0007', '\ud800'])
      expect(errorsOf(parts, { a })).toEqual(['values.a'])
    expect(errorsOf(parts, { a: 'two\nlines' })).toEqual([])
  })

  it('have in the rows of a list all names of its uses, and need those that are printed', async () => {
    const parts = await partsOf(
      '[[#each t]][[name]] [[address]][[/each]][[#if x]][[#each t]][[vat]][[/each]][[/if]][[#each t]][[name]][[/each]]',
    )
    expect(errorsOf(parts, { t: [{ name: 'A', address: 'B' }] })).toEqual([])
    expect(errorsOf(parts, { t: [{ name: 'A', address: 'B', vat: '1' }] })).toEqual([])
    expect(errorsOf(parts, { t: [{ name: 'A' }] })).toEqual(['values.t.0.address'])
    expect(errorsOf(parts, { t: [{ name: 'A', address: 'B', other: '' }] })).toEqual(['values.t.0.other'])
  })

  it('cannot be a text and a list at once', async () => {
    expect(findTextAndList(await partsOf('[[#if a]][[a]][[/if]][[#each b]][[a]][[/each]]'))).toBeUndefined()
    expect(findTextAndList(await partsOf('[[#each a]][[b]][[/each]][[#if c]][[a]][[/if]]'))).toBe('a')
  })
})

describe('names of variables', () => {
  it.each(['نام\u200cخانوادگی', 'ശ്രീ\u200dമതി', 'അവന്\u200d', '名前', 'Größe', 'e-mail'])(
    'may be %s',
    async (name) => expect(await fillText(`[[${name}]]`, { [name]: 'V' })).toBe('V'),
  )

  it.each([
    ['pre\u0301nom', 'prénom'],
    ['first\u00a0name', 'first name'],
    ['\u200fשם\u200f', 'שם'],
  ])('are the same as they are shown: %s', async (written, name) => {
    const text = `[[${written}]] [[#if ${written}]]x[[/if]] [[#each l]][[${written}]][[/each]]`
    const parts = await partsOf(text)
    expect(listVariables(parts).map((variable) => variable.name)).toEqual([name, 'l'])
    const values = normalizeNames({ [written]: 'V', l: [{ [written]: 'W' }] })
    expect(values).toEqual({ [name]: 'V', l: [{ [name]: 'W' }] })
    expect(errorsOf(parts, values)).toEqual([])
    expect(await fillText(text, values)).toBe('V x W')
  })
})

it('a condition does not hold for the false of a spreadsheet, in any case', async () => {
  const text = '[[#each t]][[#if vat]]VAT[[/if]];[[/each]]'
  const t = ['FALSE', 'False', ' false ', 'TRUE', 'x'].map((vat) => ({ vat }))
  expect(await fillText(text, { t })).toBe(';;;VAT;VAT;')
})

it('a condition does not hold for another word for false, also of a variable that is printed', async () => {
  const text = '[[#if vat]]VAT [[vat]] [[missing]][[/if]];[[vat]]'
  const values = { vat: ' falsch' }
  const errors: FieldErrors = {}
  checkFillValues(await partsOf(text), values, errors, ['FALSCH'])
  expect(errors).toEqual({})
  const filled = await fillDocx(await docx({ text }), values, ['FALSCH'])
  expect((await readText(filled)).trim()).toBe('; falsch')
  expect(errorsOf(await partsOf(text), values)).toEqual(['values.missing'])
})
