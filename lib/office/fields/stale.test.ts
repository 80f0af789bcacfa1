import { describe, expect, it } from 'vitest'
import { code, field, text } from '../fixtures/docx-fields.ts'
import { docx } from '../fixtures/text-documents.ts'
import { keepFieldResults } from './results.ts'
import { findStaleField } from './stale.ts'

const paragraph = (content: string) => `<w:p>${content}</w:p>`

describe('a field whose result depends on placeholders', () => {
  const row = (...cells: string[]) =>
    `<w:tr>${cells.map((content) => `<w:tc>${paragraph(content)}</w:tc>`).join('')}</w:tr>`
  const table = (...rows: string[]) => `<w:tbl>${rows.join('')}</w:tbl><w:p/>`
  const total = field(' =SUM(ABOVE) ', '1.428,00')
  const marked = (content: string) =>
    `<w:bookmarkStart w:id="1" w:name="Rent"/>${content}<w:bookmarkEnd w:id="1"/>`
  const price = paragraph(marked(text('[[rent]]')))
  const point = '<w:bookmarkStart w:id="2" w:name="Prices"/><w:bookmarkEnd w:id="2"/>'
  /** A field, and the one in braces in its instruction. */
  const counted = (instruction: string) => {
    const [outer, inner] = instruction.split(/[{}]/)
    return field(inner ? code(outer!) + field(inner, '1') : outer!, '1')
  }
  const part = (opening: string, content: string) =>
    paragraph(`${text(`[[#${opening}]]`)}${content}${text(`[[/${opening.split(' ')[0]}]]`)}`)
  const note = '<w:r><w:footnoteReference w:id="2"/></w:r>'
  const locked = (xml: string) => xml.replace('"begin"', '"begin" w:fldLock="1"')
  const find = async (body: string) => (await findStaleField(await docx({ body })))?.code ?? null

  it.each([
    ['a total below placeholders', table(row(text('[[net]]')), row(total)), '=SUM(ABOVE)'],
    [
      'a total above placeholders',
      table(row(field('=SUM(BELOW)', '0')), row(text('[[net]]'))),
      '=SUM(BELOW)',
    ],
    ['a total of repeated rows', table(row(text('[[#each a]][[b]][[/each]]')), row(total)), '=SUM(ABOVE)'],
    ['a simple field', table(row(text('[[a]]'), '<w:fldSimple w:instr="=A1"/>')), '=A1'],
    ['a formula with a bookmark', price + paragraph(field('=rent*12', '0')), '=rent*12'],
    [
      'a condition',
      price + paragraph(field(code('IF ') + field('REF Rent', '0') + code('>1 "a"'), 'a')),
      'IF {REF Rent}>1 "a"',
    ],
    [
      'a quoted field in a condition',
      price + paragraph(field(code('IF "') + field('REF Rent', '0') + code('" = "a" "b"'), 'b')),
      'IF "{REF Rent}" = "a" "b"',
    ],
    [
      'a formula in another field',
      table(row(text('[[net]]')), row(field(code('QUOTE ') + field('=SUM(ABOVE)', '0'), '0'))),
      'QUOTE {=SUM(ABOVE)}',
    ],
    [
      'a reference in another field',
      price + paragraph(field(code('QUOTE ') + field('REF rent', '0'), '0')),
      'QUOTE {REF rent}',
    ],
    [
      'a variable made by a formula',
      price + paragraph(field(code('SET total ') + field('=rent*12', '0'), '0')),
      'SET total {=rent*12}',
    ],
    [
      'cells of a table by a bookmark in it',
      table(row(text('[[net]]'), point)) + paragraph(field('=SUM(Prices B1:B2)', '0')),
      '=SUM(Prices B1:B2)',
    ],
    ['a placeholder in a formula', paragraph(field('= [[rent]] * 12', '0')), '= [[rent]] * 12'],
    ['a placeholder in a simple field', paragraph('<w:fldSimple w:instr="= [[rent]]"/>'), '= [[rent]]'],
    [
      'a placeholder in a field in a condition',
      paragraph(field(code('IF ') + field('MERGEFIELD a', '[[a]]') + code(' = 1 "b"'), 'b')),
      'IF {MERGEFIELD a} = 1 "b"',
    ],
    ['a placeholder as a variable', paragraph(field('SET a', '[[a]]')), 'SET a'],
    [
      'a reference in words',
      price + paragraph(field('REF Rent \\* CardText', 'zero')),
      'REF Rent \\* CardText',
    ],
    ['a reference with a format', price + paragraph(field('REF Rent \\# 0,00', '0')), 'REF Rent \\# 0,00'],
    ['a total beside placeholders', table(row(text('[[a]]'), field('=SUM(LEFT)', '0'))), '=SUM(LEFT)'],
    [
      'a total of a range',
      table(row(text('[[a]]')), row(text('1')), row('', field('=SUM(A:A)', '1'))),
      '=SUM(A:A)',
    ],
    [
      'a total below merged cells',
      table(row(`<w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${text('[[a]]')}`), row(text('1'), total)),
      '=SUM(ABOVE)',
    ],
    [
      'a total beside rows that are repeated',
      table(row(text('[') + text('[ ') + text('#each a]]b[[/each]]'), text('5')), row('', total)),
      '=SUM(ABOVE)',
    ],
    ...['=SUM(über)', '=SUMME(LINKS)', '=Z1S1*2', '=SUM(C1)'].map((formula): [string, string, string] => [
      `a formula with words of another language or cells: ${formula}`,
      table(row(text('[[net]]'), field(formula, '0'))),
      formula,
    ]),
    [
      'a total of references to a placeholder',
      price + table(row(field('REF rent', '0')), row(total), row(text('[[a]]'))),
      '=SUM(ABOVE)',
    ],
    [
      'a simple field in a condition',
      price + paragraph(field(`${code('IF ')}<w:fldSimple w:instr="REF rent"/>${code(' > 1 "a"')}`, 'a')),
      'IF {REF rent} > 1 "a"',
    ],
    ...['SEQ a', 'SEQ a \\* Ordinal', 'SEQ a \\# "00"', 'LISTNUM', 'AUTONUM', 'IF 1 = 1 {SEQ a}'].map(
      (instruction): [string, string, string] => [
        `a number in a repeated row: ${instruction}`,
        table(row(text('[[#each a]]') + counted(instruction), text('[[b]][[/each]]'))),
        instruction,
      ],
    ),
    [
      'a number before the beginning of a repeated row',
      table(row(field('SEQ a', '1'), text('[[#each a]]'), text('[[b]][[/each]]'))),
      'SEQ a',
    ],
    [
      'a number after the end of repeated rows',
      table(row(text('[') + text('[#each a]]')), row(text('[[/each]]'), field('SEQ a', '1'))),
      'SEQ a',
    ],
    [
      'a number after one that is left out',
      part('if b', field('SEQ A', '1')) + paragraph(field('SEQ a', '2')),
      'SEQ a',
    ],
    [
      'the number of a note after one that is left out',
      paragraph(`${text('[[#if b]]')}${note}${text('[[/if]]')}`) + paragraph(field('NOTEREF c', '2')),
      'NOTEREF c',
    ],
    [
      'a locked reference with a format',
      price + paragraph(locked(field('REF Rent \\# 0,00', '0'))),
      'REF Rent \\# 0,00',
    ],
    ['the name of a bookmark', price + paragraph(field('RENT \\# "0,00"', '0')), 'RENT \\# "0,00"'],
  ])('is found: %s', async (_, body, instruction) => {
    expect(await find(body)).toBe(instruction)
  })

  it.each([
    ['a total of other rows', paragraph(text('[[name]]')) + table(row(text('5')), row(total))],
    ['a total in a table in a table', table(row(text('[[a]]'), table(row(text('5')), row(total))))],
    ['a total that is a placeholder', table(row(text('[[net]]')), row(field('=SUM(ABOVE)', '[[total]]')))],
    ['a formula with another bookmark', price + paragraph(marked(text('5')) + field('=Rents*2', '0'))],
    ['a total of fixed numbers beside names', table(row(text('[[a]]'), text('5')), row(text('b'), total))],
    [
      'a formula of the number of pages',
      table(row(text('[[a]]'), field(code('=') + field('NUMPAGES', '3') + code('-1'), '2'))),
    ],
    [
      'a formula below a table, with a bookmark in it',
      table(row(text('[[a]]'), point)) + paragraph(field('=Prices*2', '0')),
    ],
    ['data of another program', price + paragraph(field('ADDIN {"issued":[[2020]]}', '(2020)'))],
    ['a link to a placeholder', paragraph(field('HYPERLINK "mailto:[[email]]"', '[[email]]'))],
    [
      'a total beside references',
      price + table(row(field('REF rent', '0'), text('5')), row(text('b'), total)),
    ],
    [
      'a total with letters in its format',
      table(row(text('[[a]]'), text('5')), row(text('b'), field('=SUM(ABOVE) \\# EUR0,00', '5'))),
    ],
    ['where a bookmark is', price + paragraph(field('REF Rent \\p \\h', 'above'))],
    ['the number of a clause', price + paragraph(field('REF Rent \\r \\t', '2'))],
    ['the page of a bookmark', price + paragraph(field('PAGEREF Rent \\* roman', 'ii'))],
    [
      'a number that is counted in a repeated row',
      table(row(text('[[#each a]]') + field('SEQ a \\* ARABIC', '1'), text('[[b]][[/each]]'))),
    ],
    [
      'a number in a repeated row without a result',
      table(row(text('[[#each a]]') + field('LISTNUM', '<w:r/>'), text('[[b]][[/each]]'))),
    ],
    [
      'a number beside a part in a cell',
      table(row(field('SEQ a', '1'), text('[[#if a]]b[[/if]]')), row(field('SEQ a', '2'))),
    ],
    [
      'a number of another counter',
      paragraph(
        `${text('[[#if b]]')}${field('SEQ b \\* ARABIC', '1')}${text('[[/if]]')}${field('SEQ a', '1')}`,
      ),
    ],
    [
      'the number of a note outside of parts',
      paragraph(`${text('[[#if b]]')}${field('NOTEREF c', '2')}${text('[[/if]]')}`),
    ],
    ['a locked reference', price + paragraph(locked(field('REF Rent', '0')))],
    ['a quoted word', price + paragraph(field('IF 1=1 "rent"', 'rent'))],
    ['a reference', price + paragraph(field('REF Rent \\* Upper', 'A'))],
  ])('is not: %s', async (_, body) => {
    expect(await find(body)).toBeNull()
  })

  describe.each(['SEQ a \\* Ordinal', 'SEQ a \\* ARABIC \\s 1', 'LISTNUM'])(
    'a stored number: %s',
    (instruction) => {
      const number = field(instruction, '1')
      const alone = paragraph(number)
      const box = (content: string) => paragraph(`<w:r><w:txbxContent>${content}</w:txbxContent></w:r>`)

      it.each([
        ['after one that is left out', part('if b', number) + alone],
        ['after repeated ones', part('each b', number) + alone],
        ['in a part after another', part('if b', number) + part('if c', number)],
        ['in a repeated part', part('each b', number)],
        ['in a part in a repeated one', part('each b', text('[[#if c]]') + number + text('[[/if]]'))],
        [
          'in a part whose tag is in pieces',
          paragraph(text('[[') + text(' # ') + text('each b]]') + number + text('[[/each]]')),
        ],
        ['in a text box before one that is left out', box(alone) + part('if b', number)],
        ['before one that is left out in a text box', alone + box(part('if b', number))],
        [
          'in a table in a cell of a repeated row',
          table(row(table(row(number)), text('[[#each a]]'), text('[[b]][[/each]]'))),
        ],
      ])('is found %s', async (_, body) => {
        expect(await findStaleField(await docx({ body }))).toEqual({ code: instruction, isNumber: true })
      })

      it.each([
        ['alone in a part that is left out', part('if b', number)],
        ['with another in one', part('if b', number + number)],
        ['before one that is left out', alone + part('if b', number)],
        [
          'before repeated ones',
          alone + table(row(text('[[#each a]][[b]][[/each]]'))) + part('if b', number),
        ],
        ['in a part in the one with those before it', part('if b', number + part('if c', number))],
        ['in a row that is left out', table(row(number, text('[[#if a]]'), text('b[[/if]]')))],
      ])('is not %s', async (_, body) => {
        expect(await find(body)).toBeNull()
      })
    },
  )

  it('is the number of a note or another number if one before that may be left out', async () => {
    const named = (content: string) =>
      `<w:bookmarkStart w:id="3" w:name="Other"/>${content}<w:bookmarkEnd w:id="3"/>`
    for (const [instruction, counted] of [
      ['NOTEREF other', note],
      ['SEQ a other', field('SEQ a', '<w:r/>')],
    ] as const) {
      const [reference, target] = [paragraph(field(instruction, '1')), paragraph(named(counted))]
      const optional = part('if b', counted)
      for (const body of [optional + target + reference, reference + optional + target])
        expect(await findStaleField(await docx({ body }))).toEqual({ code: instruction, isNumber: true })
      for (const body of [target + optional + reference, reference + target + optional])
        expect(await find(body)).toBeNull()
      expect(await find(part('if b', named(counted) + reference))).toBeNull()
      expect(await find(part('if b', named(counted)) + reference)).toBe(instruction)
    }
    const repeated = table(row(note, text('[[#each a]]'), text('[[b]][[/each]]')))
    expect(await find(repeated + paragraph(field('NOTEREF other', '1')))).toBe('NOTEREF other')
  })

  it.each(['DATE \\@ "yyyy"', 'TITLE', 'PAGE', 'FORMTEXT', 'IF 1 = 1 "a"', 'MERGEFIELD a', 'SEQ a'])(
    'is not one of a kind whose name a bookmark has: %s',
    async (instruction) => {
      const [name] = instruction.split(' ')
      const bookmark = price.replace('Rent', name!.toLowerCase())
      expect(await find(bookmark + paragraph(field(instruction, 'a')))).toBeNull()
    },
  )

  it('is printed with the value if it refers to the placeholder, and is not replaced after that', async () => {
    const template = await docx({ body: price + paragraph(field('REF Rent \\* Upper', 'OLD')) })
    expect(await keepFieldResults(template)).toBe(template)
    const filled = await docx({
      body: price.replace('[[rent]]', 'new') + paragraph(field('REF Rent \\* Upper', 'OLD')),
    })
    expect(await keepFieldResults(filled, true)).toBe(filled)
    for (const instruction of ['REF Rent \\p', 'REF Rent \\r \\t', 'PAGEREF Rent \\* roman']) {
      const stored = await docx({ body: price + paragraph(field(instruction, 'OLD')) })
      expect(await keepFieldResults(stored)).not.toBe(stored)
    }
    const removed = await docx({ body: paragraph(field('REF Rent', 'OLD')) })
    expect(await keepFieldResults(removed, true)).not.toBe(removed)
  })
})
