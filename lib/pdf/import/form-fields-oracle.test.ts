import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { withPage } from '../fixtures/render.ts'
import { readFormFields } from './form-fields.ts'

/** The members of a widget of pdf.js that are compared. */
interface SeenField {
  fieldName: string
  fieldType: string
  fieldValue: unknown
  rect: number[]
  readOnly: boolean
  required: boolean
  maxLen?: number
  alternativeText?: string
  exportValue?: string
  options?: { exportValue: string | null; displayValue: string | null }[]
}

/** Labels and options are on one line here, which those of pdf.js are not. */
const joinLines = (text: string | null) => text!.replace(/[\s\p{Cc}]+/gu, ' ').trim()

/** A form field, as PDF syntax. */
interface Entry {
  type: string
  entries: string
}

const box = (index: number) => `/Rect [${10 + index} ${250 - index * 30} ${110 + index} ${270 - index * 30}]`

function getForm(fields: Entry[], parent = ''): Uint8Array {
  const kids = fields.map((_, index) => `${20 + index} 0 R`).join(' ')
  const bodies = fields.map(({ type, entries }, index) => [
    20 + index,
    `<< /Type /Annot /Subtype /Widget ${box(index)} ${type} /T (field ${index}) ${entries} ${parent && '/Parent 19 0 R'} >>`,
  ])
  return buildPdf({
    catalog: `/AcroForm << /Fields [${parent ? '19 0 R' : kids}] >>`,
    objects: {
      ...Object.fromEntries(bodies),
      19: `<< /T (group) /Kids [${kids}] ${parent} >>`,
      40: stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [${kids}] >>`,
    },
  })
}

async function readTwice(bytes: Uint8Array) {
  const pdf = await loadPdf(bytes)
  const { fields, problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
  const widgets = await withPage(bytes, 1, (page) => page.getAnnotations())
  return { fields, problems, seen: widgets as SeenField[] }
}

/** A string of PDF in one of its encodings. */
const pdfText = fc
  .tuple(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.constantFrom('16be', '16le', '8'))
  .map(([text, encoding]) => {
    const trimmed = `${text.replaceAll('\u001b', '').trim()}x`
    const littleEndian = Buffer.from(`\ufeff${trimmed}`, 'utf16le')
    if (encoding === '8') return { text: trimmed, syntax: `<EFBBBF${Buffer.from(trimmed).toString('hex')}>` }
    const bytes = encoding === '16le' ? littleEndian : littleEndian.swap16()
    return { text: trimmed, syntax: `<${bytes.toString('hex')}>` }
  })
const flags = fc.constantFrom(0, 1, 2, 3, 1 << 12, (1 << 12) | 2, 1 << 23, (1 << 24) | 2, 1 << 25, 1 << 20)

describe('a form is read as pdf.js reads it', () => {
  test('text fields: name, value, tooltip, flags, length and rectangle', async () => {
    const field = fc.record({
      value: pdfText,
      tooltip: pdfText,
      ff: flags,
      length: fc.integer({ min: 20, max: 99 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 6 }), async (inputs) => {
        const entries = inputs.map(({ value, tooltip, ff, length }) => ({
          type: '/FT /Tx',
          entries: `/V ${value.syntax} /TU ${tooltip.syntax} /Ff ${ff} /MaxLen ${length}`,
        }))
        const { fields, seen } = await readTwice(getForm(entries))
        expect(seen).toHaveLength(inputs.length)
        for (const [index, widget] of seen.entries()) {
          const [left, bottom, right, top] = widget.rect as [number, number, number, number]
          expect(fields[index]).toMatchObject({
            name: widget.fieldName,
            value: widget.fieldValue,
            label: joinLines(widget.alternativeText!),
            readOnly: widget.readOnly,
            required: widget.required,
            maxLength: widget.maxLen,
            ...{ x: left, y: 300 - top, width: right - left, height: top - bottom },
          })
          expect(fields[index]!.value).toBe(inputs[index]!.value.text)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('lists: the texts of the options, and the chosen one by its export value', async () => {
    const option = fc.record({ shown: pdfText, exported: fc.option(pdfText) })
    const list = fc.uniqueArray(option, { selector: ({ shown }) => shown.text, minLength: 1, maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(list, fc.nat(5), async (options, choice) => {
        const texts = new Set(options.map(({ exported, shown }) => (exported ?? shown).text))
        fc.pre(texts.size === options.length)
        const syntax = options.map(({ shown, exported }) =>
          exported ? `[${exported.syntax} ${shown.syntax}]` : shown.syntax,
        )
        const chosen = options[choice % options.length]!
        const entries = `/Opt [${syntax.join(' ')}] /V ${(chosen.exported ?? chosen.shown).syntax} /Ff 131072`
        const { fields, seen } = await readTwice(getForm([{ type: '/FT /Ch', entries }]))
        const [widget] = seen
        expect(fields[0]!.options).toEqual(
          widget!.options!.map(({ displayValue }) => joinLines(displayValue)),
        )
        const [selected] = widget!.fieldValue as string[]
        const shownOption = widget!.options!.find(({ exportValue }) => exportValue === selected)
        expect(fields[0]!.value).toBe(joinLines(shownOption!.displayValue))
        expect(fields[0]!.value).toBe(joinLines(chosen.shown.text))
      }),
      { numRuns: 40 },
    )
  })

  test('check boxes: ticked where the value is the state of their appearance', async () => {
    const state = fc.constantFrom('Yes', 'On', 'A', 'B#20C', '1')
    const boxes = fc.array(fc.record({ own: state, value: fc.option(state), as: fc.boolean() }), {
      minLength: 1,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(boxes, async (inputs) => {
        const entries = inputs.map(({ own, value, as }) => {
          const shownState = value === own ? own : 'Off'
          return {
            type: '/FT /Btn',
            entries: `/AP << /N << /${own} 40 0 R /Off 40 0 R >> >> ${value ? `/V /${value}` : ''} ${as ? `/AS /${shownState}` : ''}`,
          }
        })
        const { fields, seen } = await readTwice(getForm(entries))
        for (const [index, widget] of seen.entries()) {
          const isTicked = widget.fieldValue === widget.exportValue
          expect(fields[index]!.value).toBe(isTicked ? 'true' : null)
        }
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['text', '/FT /Tx /V (shared) /Ff 2 /MaxLen 30', '/TU (own)'],
    ['a list', '/FT /Ch /Opt [[(1) (One)] [(2) (Two)]] /V (2) /Ff 131074', ''],
    ['a signature', '/FT /Sig', ''],
    ['a check box', '/FT /Btn /V /On', '/AP << /N << /On 40 0 R >> >>'],
    ['a read-only text', '/FT /Tx /V (x) /Ff 1', ''],
  ])('%s that inherits type, value and flags', async (_, parent, ownState) => {
    const { fields, seen } = await readTwice(getForm([{ type: '', entries: ownState }], parent))
    expect(fields).toHaveLength(1)
    const [widget] = seen
    expect(widget!.fieldName).toBe(fields[0]!.name)
    expect(fields[0]).toMatchObject({ name: 'group.field 0', readOnly: widget!.readOnly })
    const type = { text: 'Tx', dropdown: 'Ch', signature: 'Sig', checkbox: 'Btn' }[fields[0]!.type as 'text']
    expect(type).toBe(widget!.fieldType)
  })
})

describe('every field flag (tables 227, 229, 231, 233)', () => {
  const list = '/FT /Ch /T (a) /Opt [(x)] /V (x)'
  const text = '/FT /Tx /T (a) /V (x)'
  test.each<[string, string, number, object | string]>([
    ['read-only', text, 1, { readOnly: true, required: false, type: 'text' }],
    ['required', text, 2, { readOnly: false, required: true }],
    ['no export', text, 3, { type: 'text', required: false, readOnly: false }],
    ['multiline', text, 13, { type: 'text', value: 'x' }],
    ['password', text, 14, 'A password field'],
    ['file select', text, 21, { type: 'text' }],
    ['do not spell check', text, 23, { type: 'text' }],
    ['do not scroll', text, 24, { type: 'text' }],
    ['comb', `${text} /MaxLen 8`, 25, { type: 'text', maxLength: 8 }],
    ['rich text', `${text} /RV (<body/>)`, 26, { type: 'text', value: 'x' }],
    ['a combo box', list, 18, { type: 'dropdown', value: 'x' }],
    ['an editable combo box', list, 19, { type: 'dropdown', value: 'x' }],
    ['sorted', list, 20, { type: 'dropdown', options: ['x'] }],
    ['multiple selection', list, 22, 'several options'],
    ['commit on change', list, 27, { type: 'dropdown' }],
    ['no toggle to off', '/FT /Btn /T (a)', 15, { type: 'checkbox' }],
    ['radio', '/FT /Btn /T (a)', 16, 'A radio field with 0 options'],
    ['push button', '/FT /Btn /T (a)', 17, 'A push button'],
    ['radios in unison', '/FT /Btn /T (a)', 26, { type: 'checkbox' }],
    ['a bit of another type', list, 14, { type: 'dropdown' }],
    ['an unknown bit', text, 32, { type: 'text', required: false }],
  ])('%s', async (_, entries, bit, expected) => {
    const { fields, problems } = await readTwice(
      getForm([{ type: '', entries: `${entries} /Ff ${2 ** (bit - 1)}` }]),
    )
    if (typeof expected === 'string') expect(problems).toMatchObject([{ text: 'a', page: 1 }])
    if (typeof expected === 'string') expect(problems[0]!.message).toContain(expected)
    else expect(fields).toMatchObject([expected])
  })

  test.each(['-1', '1.5', '(2)', '/Two', 'null', '[2]', '99999999999999999999', '700 0 R'])(
    'flags that are %s harm nothing',
    async (ff) => {
      const { fields, problems } = await readTwice(
        getForm([{ type: '/FT /Tx', entries: `/V (x) /Ff ${ff}` }]),
      )
      expect(fields.length + problems.length).toBe(1)
    },
  )

  test.each(['', '/DA (no font)', '/DA 5', '/DA (/Nothing 0 Tf)', '/DA null', '/Q 9 /DR null'])(
    'an appearance of text that is %j does not matter',
    async (entries) => {
      const { fields } = await readTwice(getForm([{ type: '/FT /Tx', entries: `/V (x) ${entries}` }]))
      expect(fields).toMatchObject([{ type: 'text', value: 'x' }])
    },
  )
})
