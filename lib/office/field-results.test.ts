import { expect, it } from 'vitest'
import { checkTextDocument } from './check/text-document.ts'
import { Zip } from './check/zip.ts'
import { keepFieldResults } from './field-results.ts'
import { docx } from './fixtures/text-documents.ts'

const char = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const text = (content: string) => `<w:r><w:t>${content}</w:t></w:r>`
const code = (content: string) => `<w:r><w:instrText>${content}</w:instrText></w:r>`
/** A field with its instruction, which may have fields in it, and its stored result. */
const field = (instruction: string, result: string) =>
  char('begin') +
  (instruction.startsWith('<') ? instruction : code(instruction)) +
  char('separate') +
  (result.startsWith('<') ? result : text(result)) +
  char('end')
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
  [
    'an IF in the result of another field',
    field('MERGEFIELD a', field('IF b', 'c')),
    '{b}MERGEFIELD a{s}c{e}',
  ],
  ['an empty result', field(' IF 1 = 2 "no" "" ', '<w:r/>'), ''],
  ['a text tag as result', field(' IF a ', '{{signature:Tenant}}'), '{{signature:Tenant}}'],
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

it.each([
  ['a page number', field(' PAGE ', '3')],
  ['a value that begins like one', field(' IFS ', '3')],
  ['a reference to a bookmark', field(' REF Clause \\h ', '4.2')],
  ['a link with a placeholder', field(' HYPERLINK "https://example.com" ', '[[name]]')],
  ['a field beside placeholders', text('[[a]]') + field(' TITLE ', 'b') + text('[[c]]')],
  ['a field without a result', char('begin') + code(' SYMBOL 169 ') + char('end')],
  ['a field that does not end', char('begin') + code(' IF a ') + char('separate') + text('b')],
  ['an end without a field', char('separate') + char('end')],
  ['an IF in the instruction of another field', field(code('= ') + field('IF a', '2') + code(' + 1'), '3')],
  ['a deleted field', field('<w:r><w:delInstrText>IF a</w:delInstrText></w:r>', 'b')],
  ['a simple field', '<w:fldSimple w:instr="PAGE"><w:r><w:t>b</w:t></w:r></w:fldSimple>'],
])('leaves the document as it is with %s', async (_, content) => {
  const bookmark = '<w:bookmarkStart w:id="0" w:name="clause"/><w:bookmarkEnd w:id="0"/>'
  const document = await docx({ body: paragraph(bookmark + content) })
  expect(await keepFieldResults(document)).toBe(document)
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
