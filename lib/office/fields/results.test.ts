import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkTextDocument } from '../check/text-document.ts'
import { Zip } from '../check/zip.ts'
import { char, code, field, text } from '../fixtures/docx-fields.ts'
import { docx } from '../fixtures/text-documents.ts'
import { findEmptyFormula, keepFieldResults } from './results.ts'

const bookmark = '<w:bookmarkStart w:id="0" w:name="clause"/><w:bookmarkEnd w:id="0"/>'
const named = (name: string, content: string) =>
  `<w:bookmarkStart w:id="9" w:name="${name}"/>${text(content)}<w:bookmarkEnd w:id="9"/>`
const paragraph = (content: string) => `<w:p>${content}</w:p>`

async function keep(body: string, files: Record<string, string> = {}, part = 'word/document.xml') {
  const kept = await keepFieldResults(await docx({ body, files }))
  expect(await checkTextDocument(kept)).toMatchObject({ ok: true })
  const xml = (await new Zip(kept).text(part))!
  return xml.replace(/.*<w:t>Lease<\/w:t><\/w:r><\/w:p>|<\/w:body>.*/gs, '')
}

/** What is printed, and the instructions that are left. */
async function show(body: string) {
  const xml = (await keep(body)).replaceAll('</w:p>', '|').replaceAll(/<w:fldChar [^>]*"(\w).*?>/g, '{$1}')
  return xml.replaceAll(/<[^>]*>/g, '')
}

it.each([
  ['IF', field(' IF 1 = 1 "yes" "no" ', 'yes'), 'yes'],
  ['a field with a name in lower case', field('numwords \\# 0', '512'), '512'],
  ['a name in two pieces', field(code(' I') + code('F 1 = 1 "yes" "no"'), 'yes'), 'yes'],
  [
    'fields in its instruction',
    field(code(' IF ') + field(' IF 1 = 1 MERGEFIELD A ', 'm') + code(' = "m" "Mr" "Mrs" '), 'Mr'),
    'Mr',
  ],
  ['a field in its result', field('IF a', text('page ') + field(' PAGE ', '3')), 'page {b} PAGE {s}3{e}'],
  ['an IF in the result of another field', field('HYPERLINK a', field('IF b', 'c')), '{b}HYPERLINK a{s}c{e}'],
  ['a field in the result of one', field('MERGEFIELD a', field('IF b', 'c')), 'c'],
  ['a value that begins like one', field(' PAGES ', '3'), '3'],
  ['a property of the file', field(' TITLE ', 'Lease'), 'Lease'],
  ['a formula', field('= SUM(ABOVE) \\# "#.##0,00 EUR"', '1.428,00 EUR'), '1.428,00 EUR'],
  ['a formula around a field', field(code('= ') + field('PAGE', '2') + code(' + 1'), '3'), '3'],
  [
    'a simple formula',
    '<w:fldSimple w:instr=" =B1*0,19 "><w:r><w:t>228,00</w:t></w:r></w:fldSimple>',
    '228,00',
  ],
  ['a total that is empty by its format', field('=SUM(ABOVE) \\# "0,00;;"', '<w:r/>'), ''],
  ['a locked formula', field('=B1+B2', '5').replace('"begin"', '"begin" w:fldLock="true"'), '5'],
  ['the day of the last change', field('SAVEDATE \\@ "dd.MM.yyyy"', '01.03.2026'), '01.03.2026'],
  ['the number of changes', field('REVNUM', '12'), '12'],
  ['a counter that is not printed', char('begin') + code('SEQ a \\h \\r 0') + char('end'), ''],
  [
    'a counter that another field sets',
    char('begin') + code('SEQ a \\h \\r 4') + char('end') + field('SEQ A \\* ARABIC', '5'),
    '5',
  ],
  [
    'a counter that is also within the instruction of another field',
    field(code('IF 1 = 1 ') + field('SEQ a \\* ARABIC', '1'), '1') + field('SEQ A \\* ARABIC', '2'),
    '12',
  ],
  [
    'a counter that is also a simple field in an instruction',
    field(`${code('QUOTE ')}<w:fldSimple w:instr="SEQ a \\* ARABIC"/>`, '1') + field('SEQ a \\* ARABIC', '2'),
    '12',
  ],
  ['a counter in words', field('SEQ a \\* CardText', 'four'), 'four'],
  ['a counter without a format', field('SEQ a', '1') + field('SEQ a \\* ARABIC', '2'), '12'],
  ['an empty result', field(' IF 1 = 2 "no" "" ', '<w:r/>'), ''],
  ['a merge field without a result', char('begin') + code('MERGEFIELD a') + char('end'), ''],
  ['a picture', field('TITLE', '<w:r><w:pict/></w:r>'), ''],
  ['a variable, which prints nothing', field('SET a "1200"', '1200'), ''],
  ['a simple variable', `<w:fldSimple w:instr="SET a 1">${text('1')}</w:fldSimple>`, ''],
  [
    'a variable made by a field, and what refers to it',
    field(code('SET Party ') + field('IF a', 'A'), named('party', 'A')) + field('REF PARTY', 'B'),
    'B',
  ],
  [
    'a condition of a mail merge',
    field(code('NEXTIF ') + field('MERGEFIELD a', 'A') + code('= "x"'), 'c'),
    '',
  ],
  ['an empty reference to a variable', field('SET a ""', named('a', '')) + field('REF a', '<w:r/>'), ''],
  ['a counter in Roman capitals', field('SEQ a \\* Roman', 'IV'), 'IV'],
  ['a counter with a name that is a number', field('SEQ pi \\* ARABIC', '1'), '1'],
  ['a formula of the number of pages', field(code('= ') + field('NUMPAGES', '3') + code(' - 1'), '2'), '2'],
  ['a text tag as result', field(' IF a ', '{{signature:Tenant}}'), '{{signature:Tenant}}'],
  ['a reference to no bookmark, without a result', char('begin') + code('REF a') + char('end'), ''],
  ['a reference to no bookmark', field(' REF _Ref1 \\h ', '4.2'), '4.2'],
  [
    'one run',
    '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF a</w:instrText><w:fldChar w:fldCharType="separate"/><w:t>b</w:t><w:fldChar w:fldCharType="end"/></w:r>',
    'b',
  ],
  ['a simple field', '<w:fldSimple w:instr=" IF a "><w:r><w:t>b</w:t></w:r></w:fldSimple>', 'b'],
  ['a placeholder as result', field(' TITLE ', 'Lease of [[name]]'), 'Lease of [[name]]'],
  ['a placeholder in several runs', field('COMMENTS', text('[') + text('[name]]')), '[[name]]'],
  ['a placeholder in a field in its result', field('TITLE', text('a ') + field('PAGE', '[[b]]')), 'a [[b]]'],
  [
    'a simple field with a placeholder',
    '<w:fldSimple w:instr="TITLE"><w:r><w:t>[[a]]</w:t></w:r></w:fldSimple>',
    '[[a]]',
  ],
])('puts the stored result in place of a field: %s', async (_, content, shown) => {
  expect(await show(paragraph(text('(') + content + text(')')))).toBe(`(${shown})|`)
})

describe('a locked field', () => {
  const lock = (xml: string, value = 'true') =>
    xml.replace(/"begin"|(?=><w:r><w:t>)/, (start) => `${start} w:fldLock="${value}"`)
  const target = named('clause', 'new')

  it.each(['REF clause \\h', 'PAGEREF clause', 'SEQ a \\* ARABIC', 'FILENAME', 'NUMPAGES', 'DATE'])(
    'keeps its result: %s',
    async (instruction) => {
      const simple = `<w:fldSimple w:instr="${instruction}">${text('OLD')}</w:fldSimple>`
      for (const xml of [field(instruction, 'OLD'), simple])
        for (const value of ['true', '1', 'on'])
          expect(await show(paragraph(target + lock(xml, value)))).toBe('newOLD|')
    },
  )

  it('does not with a value that is false, or without a result', async () => {
    const body = (content: string) => docx({ body: paragraph(bookmark + content) })
    for (const document of [
      await body(lock(field('REF clause', 'OLD'), '0')),
      await body(lock(field('REF clause', 'OLD'), 'false')),
      await body(lock(field('REF clause', '<w:r/>'))),
      await body(lock(field('HYPERLINK "https://example.com"', 'a'))),
    ])
      expect(await keepFieldResults(document)).toBe(document)
    expect(await show(paragraph(lock(field('SET a 1', '1'))))).toBe('|')
  })

  it('is printed with the value if it is a reference to a placeholder', async () => {
    const body = named('clause', '[[clause]]') + lock(field('REF clause', 'OLD'))
    const template = await docx({ body: paragraph(body) })
    expect(await keepFieldResults(template)).toBe(template)
  })

  it('is not counted: the other counters of its name keep theirs', async () => {
    const counter = 'SEQ a \\* ARABIC'
    expect(await show(paragraph(lock(field(counter, '7')) + field(counter, '8')))).toBe('78|')
  })
})

it.each([
  ['a page number', field(' PAGE ', '3')],
  ['a reference to a bookmark', field(' REF Clause \\h ', '4.2')],
  ['a reference to the number of a clause', field('REF "clause" \\r\\h \\* MERGEFORMAT', '4.2')],
  ['the page of a bookmark', field('PAGEREF clause \\h', '3')],
  ['counters of one kind', field('SEQ a \\* ARABIC', '1') + field('SEQ a \\* roman \\n', 'ii')],
  ...['SEQ a \\* ARABIC \\r 1', 'SEQ a \\* ARABIC \\s 1', 'SEQ a'].map((counter): [string, string] => [
    `empty counters: ${counter}`,
    field(counter, '<w:r/>') + field('SEQ a \\* ARABIC', '<w:r/>'),
  ]),
  ...[
    'TITLE',
    'DOCPROPERTY Customer',
    'AUTHOR',
    'CREATEDATE',
    'SUBJECT',
    '=SUM(ABOVE)',
    'REF clause \\* Upper',
  ].flatMap((kind): [string, string][] => [
    [`an empty result of ${kind}`, field(kind, '<w:r><w:rPr/><w:t/></w:r>')],
    [`a simple field ${kind}`, `<w:fldSimple w:instr="${kind}"/>`],
    [`no result of ${kind}`, char('begin') + code(kind) + char('end')],
  ]),
  ['a link with a placeholder', field(' HYPERLINK "https://example.com" ', '[[name]]')],
  ['a field beside placeholders', text('[[a]]') + field(' PAGE ', 'b') + text('[[c]]')],
  ['a field without a result', char('begin') + code(' SYMBOL 169 ') + char('end')],
  ['a field that does not end', char('begin') + code(' IF a ') + char('separate') + text('b')],
  ['an end without a field', char('separate') + char('end')],
  [
    'an IF in the instruction of another field',
    field(code('HYPERLINK ') + field('IF a', '2') + code('b'), '3'),
  ],
  ['a deleted field', field('<w:r><w:delInstrText>IF a</w:delInstrText></w:r>', 'b')],
  ['a simple field', '<w:fldSimple w:instr="PAGE"><w:r><w:t>b</w:t></w:r></w:fldSimple>'],
])('leaves the document as it is with %s', async (_, content) => {
  const document = await docx({ body: paragraph(bookmark + content) })
  expect(await keepFieldResults(document)).toBe(document)
})

it.each([
  ['REF clause \\# "#.##0,00 €"', '1.200,00 €'],
  ['REF clause \\* CardText', 'one thousand two hundred'],
  ['REF clause \\* Upper \\h', 'RENT'],
  ['REF clause \\p', 'above'],
  ['REF clause \\r \\t', '4'],
  ['PAGEREF clause \\* roman', 'iv'],
])('keeps the result of %s, which has a format', async (instruction, result) => {
  expect(await show(paragraph(bookmark + field(instruction, result)))).toBe(`${result}|`)
})

it('joins the paragraphs around the end of an instruction, without tables and text in it', async () => {
  const table = `<w:tbl><w:tr><w:tc>${paragraph(code('a'))}</w:tc></w:tr></w:tbl>`
  const first = text('before ') + char('begin') + code(' IF x "first ')
  const last = `<w:pPr><w:jc/></w:pPr>${code('last" "" ')}${char('separate')}${text('result')}`
  const body =
    paragraph(first) +
    paragraph(text('never')) +
    table +
    paragraph(last) +
    paragraph(text('end') + char('end'))
  expect(await show(body)).toBe('before result|end|')
})

it('removes a variable over several paragraphs', async () => {
  const first = text('before ') + char('begin') + code(' SET a ') + char('separate') + text('one')
  const last = `<w:pPr><w:jc/></w:pPr>${text('three')}${char('end')}${text('after')}`
  expect(await show(paragraph(first) + paragraph(text('two')) + paragraph(last))).toBe('before after|')
})

it('finds a formula without a result, for which the document is refused', async () => {
  const find = async (content: string) => findEmptyFormula(await docx({ body: paragraph(content) }))
  expect(await find(field(' =SUM(ABOVE) ', '<w:r/>'))).toBe('=SUM(ABOVE)')
  expect(await find(char('begin') + code('= ') + field('PAGE', '1') + code('*2') + char('end'))).toBe(
    '= {PAGE}*2',
  )
  expect(await find(field('IF a', '<w:r/>') + field('=1', '1') + field('TITLE', '<w:r/>'))).toBeNull()
  expect(await find(field('=1', '[[total]]'))).toBeNull()
  for (const format of ['"0,00;;"', '0,00;', '"0,00; "']) {
    expect(await find(field(`=1 \\# ${format}`, '<w:r/>'))).toBeNull()
    expect(await find(char('begin') + code(`=1 \\# ${format}`) + char('end'))).toContain('=1')
  }
  expect(await find(field('=1 \\# "0,00;-0,00"', '<w:r/>'))).toContain('=1')
})

it('leaves no simple field of an instruction that is removed', async () => {
  const simple = '<w:fldSimple w:instr="SEQ a \\* ARABIC"/>'
  expect(await keep(paragraph(field(code('QUOTE ') + simple, '1')))).not.toContain('fldSimple')
})

it('keeps the properties of the runs of a result', async () => {
  const bold = '<w:r><w:rPr><w:b/></w:rPr><w:t>b</w:t></w:r>'
  expect(await keep(paragraph(field('IF a', bold)))).toContain(bold)
})

it('reads headers, in any encoding', async () => {
  const header = (content: string) => `<w:hdr xmlns:w="w">${paragraph(content)}</w:hdr>`
  const files = {
    'word/header1.xml': header(field('IF a', 'Größe')),
    'word/header2.xml': Buffer.from(
      `\ufeff${header(field('IF a', 'Größe'))}`,
      'utf16le',
    ) as unknown as string,
  }
  for (const part of Object.keys(files)) {
    const xml = await keep('', files, part)
    expect(xml).toContain('Größe')
    expect(xml).not.toContain('IF')
  }
})

describe('a field of any kind', () => {
  /** ECMA-376 part 1, 17.16.5, and others of Word. */
  const kinds =
    'ADDRESSBLOCK ADVANCE ASK AUTHOR AUTONUM AUTONUMLGL AUTONUMOUT AUTOTEXT AUTOTEXTLIST BARCODE BIBLIOGRAPHY CITATION COMMENTS COMPARE CREATEDATE DATABASE DATE DISPLAYBARCODE DOCPROPERTY DOCVARIABLE EDITTIME EMBED EQ FILENAME FILESIZE FILLIN FORMCHECKBOX FORMDROPDOWN FORMTEXT GOTOBUTTON GREETINGLINE HYPERLINK IF INDEX INFO KEYWORDS LASTSAVEDBY LISTNUM MACROBUTTON MERGEFIELD MERGEREC MERGESEQ NEXT NEXTIF NOTEREF NUMCHARS NUMPAGES NUMWORDS PAGE PAGEREF PRINT PRINTDATE PRIVATE QUOTE RD REF REVNUM SAVEDATE SECTION SECTIONPAGES SEQ SET SKIPIF STYLEREF SUBJECT SYMBOL TA TC TEMPLATE TIME TITLE TOA TOC USERADDRESS USERINITIALS USERNAME XE ='
  /** What depends on pages, the day or the file, and what is followed or typed. */
  const computed =
    /^\s*(PAGE|REF|PAGEREF|SEQ|NUMPAGES|SECTION|SECTIONPAGES|STYLEREF|TOC|TOA|INDEX|BIBLIOGRAPHY|HYPERLINK|DATE|TIME|FILENAME|EQ|FORM(TEXT|CHECKBOX|DROPDOWN)|MACROBUTTON|GOTOBUTTON)\b/i
  const unprinted = /^\s*(ASK|SET|NEXT|NEXTIF|SKIPIF)\b/i
  const name = fc.oneof(
    fc.constantFrom(...kinds.split(' '), 'page', 'titel'),
    fc.constantFrom('REF', 'PAGEREF', 'Seq', '='),
  )
  const argument = fc.constantFrom('', 'a', 'clause', '"a b"', 'SUM(ABOVE)', 'B1*0,19')
  const format = fc.constantFrom(
    ...['', '\\h', '\\c', '\\r 0', '\\n', '\\p', '\\s 1', '\\# "0,00"', '\\@ "dd.MM.yyyy"'],
    ...['\\* ARABIC', '\\* roman', '\\* CardText', '\\* Upper', '\\* MERGEFORMAT'],
  )
  const instruction = fc
    .tuple(name, argument, format, format)
    .map((words) => ` ${words.filter(Boolean).join(' ')} `)
  const escapeQuotes = (content: string) => content.replaceAll('"', '&quot;')
  const forms: ((instruction: string) => string)[] = [
    (each) => field(escapeQuotes(each), 'RESULT'),
    (each) => field(code(escapeQuotes(each.slice(0, 3))) + code(escapeQuotes(each.slice(3))), 'RESULT'),
    (each) => field(escapeQuotes(each), 'RESULT').replace('"begin"', '"begin" w:fldLock="true"'),
    (each) => `<w:fldSimple w:instr="${escapeQuotes(each)}">${text('RESULT')}</w:fldSimple>`,
    (each) => field(link, field(escapeQuotes(each), 'RESULT')),
    (each) => field(code(escapeQuotes(each)) + field('= 1', 'none'), 'RESULT'),
  ]
  const link = code('HYPERLINK b')
  const cell = (content: string) => `<w:tbl><w:tr><w:tc>${paragraph(content)}</w:tc></w:tr></w:tbl>`
  const box = (content: string) =>
    paragraph(`<w:r><w:pict><w:txbxContent>${paragraph(content)}</w:txbxContent></w:pict></w:r>`)

  const places = [paragraph, cell, box]
  const parts = ['document', 'header1', 'footer2', 'footnotes', 'endnotes']
  const fieldSomewhere = fc.record({
    instruction,
    form: fc.constantFrom(...forms),
    place: fc.constantFrom(...places),
    part: fc.constantFrom(...parts),
  })

  it('is printed as it is stored, wherever it stands, if its kind is not known to be computed', async () => {
    const files = { 'word/comments.xml': `<w:comments xmlns:w="w">${bookmark}</w:comments>` }
    await fc.assert(
      fc.asyncProperty(fieldSomewhere, async ({ instruction, form, place, part }) => {
        const name = `word/${part}.xml`
        const xml = `<w:document xmlns:w="w">${place(text('(') + form(instruction) + text(')'))}</w:document>`
        const kept = (await keep('', { ...files, [name]: xml }, name)).replace(link, '')
        const printed = kept.replaceAll(/<w:instrText>.*?<\/w:instrText>/g, '').replaceAll(/<[^>]*>/g, '')
        expect(printed.replace('none', '')).toBe(unprinted.test(instruction) ? '()' : '(RESULT)')
        if (!/instrText|fldSimple/.test(kept)) return
        expect(instruction).toMatch(computed)
        if (/^\s*(REF|PAGEREF|SEQ)\b/i.test(instruction))
          expect(instruction).not.toMatch(/\\[cps#@]|CardText|Upper/)
      }),
      { numRuns: 200 },
    )
  })
})
