import { describe, expect, it } from 'vitest'
import { inflatesTooMuch } from '../file/inflation.ts'
import { buildPdf } from '../fixtures/build.ts'
import { docx, zipOf } from '../fixtures/text-documents.ts'
import { contentTokens } from '../import/content.ts'
import { cleanHtml } from './html/clean.ts'
import { isHtml } from './html/decode.ts'
import { checkTextDocument } from './text-document.ts'

const MAX_BYTES = 1_000_000
/** Linear work takes a tenth of it; quadratic work takes longer at some hundred kilobytes. */
const MAX_MILLISECONDS = 4000

/** Doubles the input up to a megabyte, and stops at the first one that takes long. */
async function expectLinear(unit: string, work: (text: string) => unknown): Promise<void> {
  for (let length = 1024; length <= MAX_BYTES; length *= 2) {
    const text = unit.repeat(Math.ceil(length / unit.length))
    const start = performance.now()
    await work(text)
    expect(performance.now() - start, `${length} bytes of ${unit}`).toBeLessThan(MAX_MILLISECONDS)
  }
}

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
          await zipOf({ '[Content_Types].xml': `${text}wordprocessingml.document.main+xml` }),
        )
      })
    },
    120_000,
  )

  it('in an archive of thousands of parts', async () => {
    const parts = Array.from({ length: 4900 }, (_, index) => [`word/${index}.xml`, '<a/>'])
    const document = await docx({ files: Object.fromEntries(parts) })
    const start = performance.now()
    expect((await checkTextDocument(document)).ok).toBe(true)
    expect(performance.now() - start).toBeLessThan(MAX_MILLISECONDS)
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

  it.each(['BI ', 'BI ID ', '(', '<', '%', '[', '/'])(
    'in a content stream of %j',
    async (unit) => {
      await expectLinear(unit, (text) => [...contentTokens(Buffer.from(text))])
    },
    120_000,
  )

  it.each(['/W%', '/W ', '/First%', '/First 1 ', '/W['])(
    'in the dictionaries of a file of %j',
    async (unit) => {
      await expectLinear(unit, (text) => {
        const objects = Object.fromEntries(
          Array.from({ length: 20 }, (_, index) => [
            20 + index,
            `<< /Filter /FlateDecode /Length 1 ${text.slice(0, 60_000)}\n>>\nstream\na\nendstream`,
          ]),
        )
        return inflatesTooMuch(buildPdf({ objects }))
      })
    },
    120_000,
  )
})
