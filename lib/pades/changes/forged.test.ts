import { beforeAll, describe, expect, test } from 'vitest'
import {
  bodyOf,
  buildPdf,
  firstPage,
  getText,
  type Objects,
  pdfObjects,
  startXref,
  stream,
  writeRevision,
  type XrefFormat,
} from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '../fixtures/process.ts'
import { verifyPdf } from '../verify.ts'

/** Revisions in which @libpdf/core finds nothing that is shown, and other readers do. */

const formats = ['table', 'stream', 'object-streams'] as const
const [contents, evil, unused] = [firstPage + 1, 40, 60]
const shown = stream('BT /F1 12 Tf 20 20 Td (Hello) Tj ET')
const forged = stream('BT /F1 12 Tf 20 20 Td (Evil) Tj ET')
let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

const sign = (file: Uint8Array) => signedElsewhere(fixture, file)

/** Appends text, and a table with these entries: the number, and where the object begins in the text or in the file. */
function appendTable(
  file: Uint8Array,
  text: string,
  entries: [number: number, head: string | number][],
  prev = startXref(file),
): Uint8Array {
  const lines = entries.map(([number, head]) => {
    const offset = typeof head === 'number' ? head : file.length + text.indexOf(head)
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const trailer = `trailer\n<< /Size 9000 /Root 1 0 R /Prev ${prev} >>\n`
  const end = `${text}xref\n${lines.join('')}${trailer}startxref\n${file.length + text.length}\n%%EOF\n`
  return Buffer.concat([file, Buffer.from(end, 'latin1')])
}

async function expectForged(file: Uint8Array, fault: RegExp): Promise<void> {
  const { valid, signatures } = await verifyPdf(file)
  expect(valid).toBe(false)
  expect(signatures[0]).toMatchObject({ digestOk: true, valid: false, changedAfterSigning: true })
  expect(signatures[0]!.faults.join()).toMatch(fault)
}

async function expectUnchanged(file: Uint8Array): Promise<void> {
  const { signatures } = await verifyPdf(file)
  expect(signatures[0]!.faults).toEqual([])
  expect(signatures[0]).toMatchObject({ valid: true, changedAfterSigning: false })
}

describe.each(formats)('in a signed file written as %s', (format) => {
  let signed: Uint8Array
  let page: string
  const revise = (objects: Objects, later: XrefFormat = format) =>
    writeRevision(signed, objects, { format: later })

  beforeAll(async () => {
    signed = await sign(
      buildPdf({
        format,
        objects: { 61: '<< /A (\\() /B <4 1> /C /D#20 /E [true null -.5 +3 4. 61 0 R] >>' },
      }),
    )
    page = bodyOf(signed, firstPage)
  })

  test.each<[string, (page: string) => string]>([
    [
      'a word before a key',
      (text) => text.replace('/Contents', `/Contents ${contents} 0 R 0/Contents ${evil} 0 R null/A`),
    ],
    ['a word at the end', (text) => text.replace(/>>$/, `0 /Contents ${evil} 0 R null >>`)],
    ['a number with two signs', (text) => text.replace('612', '--612')],
    ['a reference with a sign', (text) => text.replace(`${contents} 0 R`, `-${contents} 0 R`)],
    ['a keyword that is none', (text) => text.replace('/Contents', '/Z nil /Contents')],
    ['deep arrays', (text) => text.replace(/>>$/, `/Z ${'['.repeat(300)}${']'.repeat(300)} >>`)],
    ['a name with another escape', (text) => text.replace('/Contents', '/#ef#bb#bfContents')],
    ['a name with half an escape', (text) => text.replace('/Contents', '/Z#4 1 /Contents')],
  ])('%s in the page', async (_, edit) => {
    const edited = edit(page)
    expect(edited).not.toBe(page)
    for (const later of formats)
      await expectForged(
        revise(
          new Map([
            [firstPage, edited],
            [evil, forged],
          ]),
          later,
        ),
        /The syntax of object \d+ is wrong|Object \d+ has (the (word|name)|names with)/,
      )
  })

  test.each(formats)('the same objects again, and new ones, as %s', async (later) => {
    await expectUnchanged(
      revise(
        new Map([
          [firstPage, page],
          [unused, '<< /A (obj) /B <2F> /C#20 [1 2.5] >>'],
        ]),
        later,
      ),
    )
  })

  test.each(['0 obj', '0\0obj', '0obj', '%a\n0 obj', '0 %a\nobj', '0%a\robj'])(
    'an object that no section lists, as %j',
    async (head) => {
      const unlisted = `${contents} ${head}\n${forged}\nendobj\n`
      const end = Buffer.from(`${unlisted}%${' '.repeat(2000)}\n`)
      const listed = revise(new Map([[unused, 'null']]))
      for (const file of [signed, listed])
        await expectForged(Buffer.concat([file, end]), /no cross-reference section lists/)
      // Between two signatures: the later one covers it.
      const between = await sign(
        appendTable(signed, `${unlisted}${unused} 0 obj\nnull\nendobj\n`, [[unused, `${unused} 0`]]),
      )
      await expectForged(between, /no cross-reference section lists/)
      expect((await verifyPdf(between)).signatures[1]!.valid).toBe(true)
    },
  )

  test.each([
    ['in a stream', stream(`\nendobj\n${contents} 0 obj\n${forged}\nendobj\n`), true],
    [
      'after a first end in a stream',
      stream(`\nendstream\nendobj\n${contents} %a\n0 obj\n<< >>\nendobj\n`),
      true,
    ],
    ['in a string', `(\n${contents} 0 obj\n<< >>\nendobj\n)`, true],
    ['by its keyword alone, in a stream', stream(' obj and trailer, 1 0 robj '), false],
    ['by its keyword alone, in a string', '(1 obj 2 trailer)', false],
  ])('an object that is hidden %s', async (_, body, isForged) => {
    const file = revise(new Map([[unused, body]]), 'table')
    if (isForged) await expectForged(file, /no cross-reference section lists/)
    else await expectUnchanged(file)
  })

  test('a trailer that belongs to no section', async () => {
    const catalog = '<< /Type /Catalog /Pages 2 0 R >>'
    const file = revise(new Map([[unused, catalog]]))
    const trailer = `trailer\n<< /Root ${unused} 0 R >>\n`
    await expectForged(Buffer.concat([file, Buffer.from(trailer)]), /belongs to no cross-reference section/)
    await expectForged(revise(new Map([[unused, stream(trailer)]])), /belongs to no cross-reference section/)
  })

  test('an object that one table lists at two places', async () => {
    const [good, bad] = [shown, forged].map((body) => `${contents} 0 obj\n${body}\nendobj\n`)
    for (const text of [`${bad}${good}`, `${good}${bad}`]) {
      const second = signed.length + text.lastIndexOf(`${contents} 0 obj`)
      const file = appendTable(signed, text, [
        [contents, `${contents} 0 obj`],
        [contents, second],
      ])
      await expectForged(file, /with two entries/)
    }
  })

  test('a version that is before the earlier one in the file', async () => {
    const [good, bad] = [shown, forged].map((body) => `${contents} 0 obj\n${body}\nendobj\n`)
    const first = appendTable(signed, `${good}${bad}`, [[contents, bad!]])
    await expectForged(appendTable(first, '', [[contents, signed.length]]), /before its earlier version/)
    // Undone in the order of the file, it is still a change: not all readers may follow the later section.
    const after = appendTable(signed, bad!, [[contents, bad!]])
    const undone = appendTable(after, good!, [[contents, good!]])
    await expectForged(undone, /Object \d+ was changed after signing/)
    await expectForged(await sign(undone), /Object \d+ was changed after signing/)
  })

  test('a section that readers take for damaged, or follow in different ways', async () => {
    const table = getText(revise(new Map([[unused, 'null']]), 'table'))
    const xref = getText(revise(new Map([[unused, 'null']]), 'stream'))
    await expectUnchanged(Buffer.from(table, 'latin1'))
    const inLast = (text: string, pattern: RegExp, replacement: string) => {
      const later = text.slice(signed.length)
      const edited = later.replace(pattern, replacement)
      expect(edited).not.toBe(later)
      return Buffer.from(text.slice(0, signed.length) + edited, 'latin1')
    }
    for (const text of [table, xref])
      for (const key of ['Size', 'Prev'])
        for (const number of ['$1.0', '00000000000$1'])
          await expectForged(inLast(text, new RegExp(`/${key} (\\d+)`), `/${key} ${number}`), /readers take/)
    await expectForged(inLast(xref, /\/W ?\[ ?(\d)/, '/W [$1.0'), /readers take/)
    await expectForged(inLast(xref, /\/Prev/, '/XRefStm 1 /Prev'), /\/XRefStm/)
    await expectForged(inLast(table, /\/Root (\d+) 0/, '/Root $1 1'), /catalog was replaced/)
    for (const edit of ['Xstartxref\n', 'startxref\n00000000000'])
      await expectForged(inLast(table, /startxref\n/, edit), /startxref of the file is damaged/)
    await expectForged(inLast(table, /(startxref\n\d+)/, '$1x'), /startxref of the file is damaged/)
  })
})

describe('an object stream', () => {
  let signed: Uint8Array
  let page: string

  beforeAll(async () => {
    signed = await sign(buildPdf())
    page = bodyOf(signed, firstPage)
  })

  /** Appends an object stream with this head and body, and a cross-reference stream with these rows for objects in it. */
  function appendPacked(
    head: string,
    body: string,
    rows: [number: number, index: number][],
    count: number,
  ): Uint8Array {
    const packed = stream(`${head} ${body}`, `/Type /ObjStm /N ${count} /First ${head.length + 1}`)
    const text = `${evil} 0 obj\n${forged}\nendobj\n90 0 obj\n${packed}\nendobj\n`
    const at = (number: number) => signed.length + text.indexOf(`${number} 0 obj`)
    const hex = (type: number, second: number, third: number) =>
      [type, second, third]
        .map((value, field) => value.toString(16).padStart([2, 8, 4][field]!, '0'))
        .join('')
    const all = [
      ...rows.map(([number, index]) => [number, hex(2, 90, index)]),
      ...[evil, 90].map((number) => [number, hex(1, at(number), 0)]),
    ]
    const index = all.map(([number]) => `${number} 1`).join(' ')
    const data = Buffer.from(all.map(([, row]) => row).join(''), 'hex').toString('latin1')
    const entries = `/Type /XRef /W [1 4 2] /Index [${index}] /Size 99 /Root 1 0 R /Prev ${startXref(signed)}`
    const end = `${text}91 0 obj\n${stream(data, entries)}\nendobj\nstartxref\n${signed.length + text.length}\n%%EOF\n`
    return Buffer.concat([signed, Buffer.from(end, 'latin1')])
  }

  test('with one object, is read', async () => {
    await expectUnchanged(appendPacked(`${firstPage} 0`, page, [[firstPage, 0]], 1))
    await expectUnchanged(appendPacked(`${firstPage} 0 % 60 5\n`, `%a\n${page}`, [[firstPage, 0]], 1))
    await expectUnchanged(
      appendPacked(
        `60 0 ${firstPage} 5`,
        `null ${page}`,
        [
          [60, 0],
          [firstPage, 1],
        ],
        2,
      ),
    )
  })

  test.each<[string, (other: string) => Uint8Array, RegExp]>([
    [
      'one number twice, the first as it was',
      (other) =>
        appendPacked(
          `${firstPage} 0 ${firstPage} ${page.length + 1}`,
          `${page} ${other}`,
          [[firstPage, 0]],
          2,
        ),
      /head of an object stream/,
    ],
    [
      'one number twice, the second as it was',
      (other) =>
        appendPacked(
          `${firstPage} 0 ${firstPage} ${other.length + 1}`,
          `${other} ${page}`,
          [[firstPage, 1]],
          2,
        ),
      /head of an object stream/,
    ],
    [
      'another number at the index',
      (other) =>
        appendPacked(`60 0 ${firstPage} ${page.length + 1}`, `${page} ${other}`, [[firstPage, 0]], 2),
      /not where its cross-reference entry says/,
    ],
    [
      'offsets that go back',
      (other) =>
        appendPacked(
          `60 ${page.length + 1} ${firstPage} 0`,
          `${page} ${other}`,
          [
            [60, 0],
            [firstPage, 1],
          ],
          2,
        ),
      /head of an object stream/,
    ],
    [
      'another object between two',
      (other) =>
        appendPacked(
          `60 0 ${firstPage} ${other.length + 6}`,
          `null ${other} ${page}`,
          [
            [60, 0],
            [firstPage, 1],
          ],
          2,
        ),
      /syntax of object 60/,
    ],
    [
      'more numbers than /N says',
      () => appendPacked(`${firstPage} 0 60 ${page.length + 1}`, `${page} null`, [[firstPage, 0]], 1),
      /head of an object stream/,
    ],
    [
      'a number that is none',
      () => appendPacked(`${firstPage} 0 60 +${page.length + 1}`, `${page} null`, [[firstPage, 0]], 2),
      /head of an object stream/,
    ],
    [
      'an object that no section lists',
      (other) => appendPacked(`60 0 ${firstPage} 5`, `null ${other}`, [[60, 0]], 2),
      /is not listed there/,
    ],
  ])('with %s', async (_, build, fault) => {
    const other = page.replace(`${contents} 0 R`, `${evil} 0 R`)
    expect(other).not.toBe(page)
    await expectForged(build(other), fault)
  })
})

describe('what its author prepared in a signed file', () => {
  const resources = (names: string) => `<< /Font << /F1 3 0 R >> /XObject << ${names} >> >>`
  const secondPage = firstPage + 2
  const twoPages = (edit: (page: string) => string, format?: XrefFormat) => {
    const objects = pdfObjects({ pages: [{ mediaBox: [0, 0, 9, 9] }, { mediaBox: [0, 0, 9, 9] }] })
    return writeRevision(null, new Map([...objects, [secondPage, edit(objects.get(secondPage)!)]]), {
      format,
    })
  }

  test.each([
    ['/X#ff 31 0 R /X#fe 32 0 R', '/X#ff 32 0 R'],
    ['/X#ff 31 0 R', '/X#fe 31 0 R'],
    ['/X\xe9 31 0 R', '/X#c3#a9 31 0 R'],
    ['/X\xc3\xa9 31 0 R', '/X#c3#83#c2#a9 31 0 R'],
  ])('the names %s, later %s', async (before, after) => {
    for (const format of formats) {
      const signed = await sign(
        buildPdf({ format, objects: { 50: resources(before), 31: shown, 32: forged } }),
      )
      const later = writeRevision(signed, new Map([[50, resources(after)]]), { format })
      await expectForged(later, /two spellings|two values for one key|some readers take for one/)
    }
  })

  test.each(['/X#ff 31 0 R', '/X\xe9 31 0 R', '/X#c3#a9 31 0 R /X\xe8 31 0 R'])(
    'the names %s, which stay',
    async (names) => {
      const signed = await sign(buildPdf({ objects: { 50: resources(names), 31: shown } }))
      await expectUnchanged(writeRevision(signed, new Map([[50, resources(names)]])))
    },
  )

  const zeros = '0'.repeat(300)
  test.each<[string, before: string, after: string, fault: RegExp]>([
    ['an integer that becomes a real', '/F 2', '/F 2.0', /integer 2 as a real/],
    ['an integer that becomes a real without decimals', '/F 2', '/F 2.', /integer 2 as a real/],
    [
      'an integer in arrays',
      '/A [<< /F 1 >> << /F 2.0 >> << /F 2 >>]',
      '/A [<< /F 1 >> << /F 2 >> << /F 2.0 >>]',
      /integer 2 as a real/,
    ],
    ['an integer with many zeros', '/F 2', `/F ${zeros}2`, /a very long number/],
    ['a real with many zeros', '/F 2.0', `/F 2.${zeros}`, /a very long number/],
    ['a reference with many zeros', '/A 31 0 R', `/A ${zeros}31 0 R`, /a very long reference/],
    ['a string with CR LF for LF', '/A [(1\n2)]', '/A [(1\r\n2)]', /another end-of-line marker/],
    ['a string with LF for CR LF', '/A [(1\r\n2)]', '/A [(1\n2)]', /another end-of-line marker/],
    ['a string with CR for an escape', '/A [<0a> (\\012)]', '/A [<0a> (\r)]', /another end-of-line marker/],
  ])('%s', async (_, before, after, fault) => {
    for (const format of formats) {
      const signed = await sign(buildPdf({ format, objects: { 50: `<< ${before} >>`, 31: shown } }))
      const later = writeRevision(signed, new Map([[50, `<< ${after} >>`]]), { format })
      await expectForged(later, fault)
      const restored = writeRevision(later, new Map([[50, `<< ${before} >>`]]), { format })
      await expectForged(restored, fault)
    }
  })

  test.each([
    ['a real that becomes an integer', '/A [595.0 0 0.0] /F 2.0', '/F 2 /A [595 0 0]'],
    ['an integer and a real that stay', '/A [0 0.0 1] /B 1.0', '/B 1.0 /A [0 0.0 1]'],
    ['a string with a CR that stays', '/A (1\r\n2) /B (1)', '/B <31> /A (1\r\n2)'],
    ['a string whose CR is escaped', '/A (1\n2)', '/A (1\\\r\n\\n2)'],
  ])('%s', async (_, before, after) => {
    for (const format of formats) {
      const signed = await sign(buildPdf({ format, objects: { 50: `<< ${before} >>` } }))
      await expectUnchanged(writeRevision(signed, new Map([[50, `<< ${after} >>`]]), { format }))
    }
  })

  test.each<[string, (page: string) => string]>([
    [
      'after a word',
      (page) => page.replace('/Contents', `0/Contents [${contents} 0 R ${evil} 0 R] /Contents`),
    ],
    ['of a key with two values', (page) => page.replace('/Contents', `/Contents ${evil} 0 R /Contents`)],
    ['with a sign', (page) => page.replace('/Contents', `/Z [--${evil} 0 R 1e5] /Contents`)],
    ['of a name with another escape', (page) => `${page.slice(0, -2)} /#ef#bb#bfContents ${evil} 0 R >>`],
    [
      'below deep arrays',
      (page) => `${page.slice(0, -2)} /Z ${'['.repeat(300)}${evil} 0 R${']'.repeat(300)} >>`,
    ],
  ])('a reference %s to an object that is added later', async (_, edit) => {
    for (const format of formats) {
      const signed = await sign(twoPages(edit, format))
      await expectForged(
        writeRevision(signed, new Map([[evil, forged]]), { format }),
        /which the signed document refers to, was added/,
      )
      await expectUnchanged(writeRevision(signed, new Map([[unused, forged]]), { format }))
    }
  })

  test.each<[string, (page: string) => string]>([
    ['two values for one key', (page) => page.replace('/Contents', `/Contents ${evil} 0 R /Contents`)],
    ['a word before a key', (page) => page.replace(/>>$/, `0/Contents ${evil} 0 R null >>`)],
  ])('%s in a page that a later revision writes again', async (_, edit) => {
    for (const format of formats) {
      const clean = bodyOf(
        twoPages((page) => page),
        secondPage,
      )
      const base = writeRevision(twoPages(edit, format), new Map([[evil, forged]]), { format })
      await expectForged(
        writeRevision(await sign(base), new Map([[secondPage, clean]]), { format }),
        /two values for one key|syntax of object/,
      )
    }
  })

  test('an object at two places, of which a later section lists one', async () => {
    const base = buildPdf()
    const [good, bad] = [shown, forged].map((body) => `${contents} 0 obj\n${body}\nendobj\n`)
    const places = [base.length, base.length + good!.length] as const
    const signed = await sign(
      appendTable(
        base,
        `${good}${bad}`,
        places.map((place) => [contents, place]),
      ),
    )
    for (const place of places)
      await expectForged(appendTable(signed, '', [[contents, place]]), /with two entries/)
    // The other one may also refer to what is added.
    await expectForged(writeRevision(signed, new Map([[unused, 'null']])), /with two entries/)
    await expectUnchanged(signed)
  })
})
