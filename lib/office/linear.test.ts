import { describe, expect, it } from 'vitest'
import { expectLinear, MAX_MILLISECONDS } from '#lib/testing/values/linear'
import { startProcessorClock } from '#lib/testing/values/processor-time'
import { checkConvertible, checkTextDocument } from './check/text-document.ts'
import { cleanHtml } from './clean/clean.ts'
import { isHtml } from './clean/decode.ts'
import { keepFieldResults } from './fields/results.ts'
import { findStaleField } from './fields/stale.ts'
import { fillDocx, findPlaceholders } from './fill/fill.ts'
import { docx, makeZip, odt } from './fixtures/text-documents.ts'
import { keepStoredTexts } from './stored-texts.ts'

describe('hostile text is read in linear time', () => {
  const hostile = [
    '<!--',
    '<!-- ',
    '<?',
    '<a "',
    "<a b='",
    '<a b="c" ',
    'a="b" ',
    '&#x41',
    '&',
    '<a>',
    '<a/>',
    ']]>',
    ' encoding=',
  ]

  it.each([...hostile, 'PartName="/', '<w:instrText>', '<w:tbl>', '<w:tc/>'])(
    'in XML of %j',
    async (unit) => {
      await expectLinear(unit, async (text) => {
        const files = { 'word/a.xml': `<a>${text}`, 'word/b.xml': `<a ${text}`, 'word/c.bin': text }
        await checkTextDocument(await docx({ files }))
        await checkTextDocument(await docx({ body: text }))
        await checkTextDocument(
          await makeZip({ '[Content_Types].xml': `${text}wordprocessingml.document.main+xml` }),
        )
      })
    },
    120_000,
  )

  it.each(['[[', '[[a', '[[a</w:t></w:r><w:r><w:t>]]'])(
    'in placeholders of %j',
    async (unit) => {
      await expectLinear(unit, async (text) => findPlaceholders(await docx({ text }), false))
    },
    120_000,
  )

  it.each(['MACROBUTTON ', '[[', 'MACROBUTTON [['])(
    'in instructions of %j beside a placeholder',
    async (unit) => {
      await expectLinear(unit, async (text) => {
        const instruction = `<w:r><w:instrText>MACROBUTTON ${text}</w:instrText></w:r>`
        await findPlaceholders(
          await docx({ body: `<w:p><w:r><w:t>[[a]]</w:t></w:r>${instruction}</w:p>` }),
          false,
        )
      })
    },
    120_000,
  )

  it.each([
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r>',
    '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>IF</w:instrText><w:fldChar w:fldCharType="separate"/></w:r>',
    '<w:fldSimple w:instr="IF"/>',
    '<![CDATA[<bookmarkStart ]]>',
  ])(
    'in fields of %s',
    async (unit) => {
      const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
      await expectLinear(unit, async (text) => {
        await keepFieldResults(await docx({ body: `<w:p>${text}</w:p>` }))
        await keepFieldResults(
          await docx({ body: `<w:p>${text}${end.repeat(text.length / unit.length)}</w:p>` }),
        )
      })
    },
    120_000,
  )

  it.each(['REF a ', '\\\\h ', '"', 'a', ' ', '= ', 'a(', '[[', '\\\\* UPPER '])(
    'in an instruction of %j',
    async (unit) => {
      await expectLinear(unit, async (text) => {
        for (const start of ['', 'REF a \\h ', 'SEQ a \\n ', '=']) {
          const instruction = `${start}${text}x`.replaceAll('"', '&quot;')
          const document = await docx({ body: `<w:p><w:fldSimple w:instr="${instruction}"/></w:p>` })
          await keepFieldResults(document)
          await findStaleField(document)
          await checkConvertible(document)
        }
      })
    },
    120_000,
  )

  it.each(['[', '[ ', '[[', '[[#', '[[/', ' '])(
    'in texts of tables of %j beside formulas',
    async (unit) => {
      await expectLinear(unit, async (text) => {
        const cell = `<w:tc><w:p><w:r><w:t>${unit}</w:t></w:r><w:fldSimple w:instr="=SUM(ABOVE)"/></w:p></w:tc>`
        const row = `<w:tr>${cell.repeat(text.length / unit.length / 10)}</w:tr>`
        await findStaleField(
          await docx({ body: `<w:tbl>${row}</w:tbl><w:p><w:r><w:t>${text}</w:t></w:r></w:p>` }),
        )
      })
    },
    120_000,
  )

  it.each([
    '<text:title/>',
    '<text:variable-set/>',
    '<text:p table:formula=""/>',
    '<a/>',
    '<table-cell value=""/>',
  ])(
    'in an ODT of %s',
    async (unit) => {
      await expectLinear(unit, async (text) => keepStoredTexts(await odt({ body: text })))
    },
    120_000,
  )

  it.each(['a', ' ', '=', "'", 'a:'])(
    'in a cell of an ODT of %j',
    async (unit) => {
      await expectLinear(unit, async (text) => {
        const blank = text.replaceAll(/\S/g, ' ')
        await keepStoredTexts(await odt({ body: `<table-cell value="${text}"${blank}/>` }))
        await keepStoredTexts(await odt({ body: `<table-cell value${blank}=${blank}""${blank}/>` }))
        const name = text.replaceAll(/\W/g, '_')
        await keepStoredTexts(await odt({ body: `<table-cell ${name}="" ${name}:value=""/>` }))
        await keepStoredTexts(await odt({ body: `<${name}:table-cell value=""${blank}/>` }))
      })
    },
    120_000,
  )

  it('in a paragraph of thousands of conditions', async () => {
    const template = await docx({ text: '[[#if a]]x[[/if]]'.repeat(2000) })
    const getMilliseconds = startProcessorClock()
    await fillDocx(template, { a: 'true' })
    expect(getMilliseconds()).toBeLessThan(MAX_MILLISECONDS)
  })

  it('in an archive of thousands of parts', async () => {
    const parts = Array.from({ length: 4900 }, (_, index) => [`word/${index}.xml`, '<a/>'])
    const document = await docx({ files: Object.fromEntries(parts) })
    const getMilliseconds = startProcessorClock()
    expect((await checkTextDocument(document)).ok).toBe(true)
    expect(getMilliseconds()).toBeLessThan(MAX_MILLISECONDS)
  })

  it.each([
    ...hostile,
    '/*',
    '-->',
    'url(',
    'var(--a',
    '--a:b;',
    '{',
    'a{',
    '@media all{',
    '.a{color:red}',
    '.a::before{content:""}',
    'p>',
    ':not(',
    '[a=',
    ';content:"',
    '<select><option>',
    '<ol><li>',
    'a ',
    '<p class=a>',
    '<td>',
  ])(
    'in HTML of %j',
    async (unit) => {
      const classes = 'a '.repeat(1000)
      await expectLinear(unit, async (text) => {
        isHtml(Buffer.from(text))
        await cleanHtml(Buffer.from(`<html>${text}`))
        await cleanHtml(
          Buffer.from(`<html><style>${text}</style><p class="${classes}">${'<p class=a>b'.repeat(1000)}`),
        )
        await cleanHtml(Buffer.from(`<html><p style="${text}" class="${text}">a`))
      })
    },
    240_000,
  )
})
