import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { loadPdf } from '../file/load.ts'
import { objectsAreStrict } from '../file/strict-objects.ts'
import { buildPdf, type FixturePage, stream } from '../fixtures/build.ts'
import { paint } from '../fixtures/render.ts'
import type { ZoneBox } from '../geometry.ts'
import { contentTokens } from './content.ts'
import { fieldsInFile } from './fields-in-file.ts'
import { readPageTexts } from './readings.ts'
import { replaceFileFields } from './replace.ts'
import { tagBoxes } from './text-tags.ts'

function getPage(
  content: string,
  page: FixturePage = {},
  extraObjects: Record<number, string> = {},
): Uint8Array {
  const { mediaBox = [0, 0, 200, 150], rotate = 0, userUnit = 1 } = page
  return buildPdf({
    objects: {
      1001: `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox?.join(' ')}] /Rotate ${rotate} /UserUnit ${userUnit}
        /Contents 1002 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      1002: stream(content),
      ...extraObjects,
    },
  })
}

async function replaced(fileBefore: Uint8Array) {
  const pdf = await loadPdf(fileBefore)
  const { pages } = inspect(pdf)
  const boxes = readPageTexts(pdf, pages, []).flat().flatMap(tagBoxes)
  replaceFileFields(pdf, pages)
  return { after: withIncrement(fileBefore, incrementalUpdate(pdf, fileBefore)), boxes }
}

async function getInk(bytes: Uint8Array, box: ZoneBox): Promise<number> {
  return (await paint(bytes, 1)).darkness(box)
}

const removableTag = 'BT /F1 12 Tf 1 0 0 1 40 60 Tm ({{Rent;type=number}}) Tj ET'
/** Another text stands for it, which would stay: it is covered. */
const tag = `/Span << /ActualText (a tag) >> BDC ${removableTag} EMC`
const remainingText = 'BT /F1 12 Tf 1 0 0 1 40 20 Tm (stays) Tj ET'

describe('a tag is covered, and the text beside it is not', () => {
  test.each<[string, string]>([
    ['a plain page', `${tag} ${remainingText}`],
    ['a matrix that is never restored', `${remainingText} 0.5 0 0 0.5 50 50 cm ${tag}`],
    ['a matrix, and a state that is never restored', `${remainingText} 0.5 0 0 0.5 50 50 cm q ${tag}`],
    ['several states that are never restored', `${remainingText} q q 1 0 0 1 30 30 cm q ${tag} q q`],
    ['a state that is restored too often', `Q ${remainingText} 0.8 0 0 0.8 10 20 cm ${tag}`],
    [
      'states that are restored too often, then saved',
      `Q Q ${remainingText} 0.8 0 0 0.8 10 20 cm q q ${tag} Q`,
    ],
    ['a state that is restored too often at the end', `${remainingText} 0.8 0 0 0.8 10 20 cm ${tag} Q Q Q`],
    ['a clipping path that is never restored', `${remainingText} ${tag} 0 0 5 5 re W n`],
    ['colours that are never restored', `${remainingText} ${tag} 1 0 0 rg 0 1 0 RG 9 w [4] 0 d`],
    ['a text state that is never restored', `${remainingText} ${tag} 3 Tr 200 Tz 5 Ts`],
    ['letters q and Q in strings', `(q Q q) pop ${remainingText} 0.8 0 0 0.8 10 20 cm ${tag} (q \\( q) pop`],
    ['letters q and Q in names and comments', `/q gs % q q q\n${remainingText} 0.8 0 0 0.8 10 20 cm ${tag}`],
    [
      'letters q in a picture',
      `${remainingText} BI /W 1 /H 1 /BPC 8 /CS /G ID q EI 0.8 0 0 0.8 10 20 cm ${tag}`,
    ],
  ])('on %s', async (_, content) => {
    const fileBefore = getPage(content)
    const { after, boxes } = await replaced(fileBefore)
    expect(boxes).toHaveLength(1)
    const [box] = boxes
    expect(await getInk(fileBefore, box!)).toBeGreaterThan(0.05)
    expect(await getInk(after, box!)).toBe(0)
    const stays = { x: 38, y: 120, width: 40, height: 14 }
    expect(await getInk(after, stays)).toBeCloseTo(await getInk(fileBefore, stays), 5)
    expect((await fieldsInFile(fileBefore)).fields).toMatchObject([{ name: 'Rent', type: 'number' }])
  })

  test('the page has its states saved and restored in pairs afterwards', async () => {
    const operator = fc.constantFrom('q', 'Q', '(q) pop', '/Q gs', '%q\n', '1 0 0 1 0 0 cm', 'BT ET', 'n')
    await fc.assert(
      fc.asyncProperty(fc.array(operator, { maxLength: 12 }), async (operators) => {
        const { after } = await replaced(getPage(`${operators.join(' ')} ${tag}`))
        const pdf = await loadPdf(after)
        const [page] = pdf.getPages()
        let depth = 0
        const resolve = (ref: Parameters<typeof pdf.context.resolve>[0]) => pdf.context.resolve(ref)
        for (const ref of page!.dict.getArray('Contents', resolve)!.toArray()) {
          const part = resolve(ref as never) as unknown as { getDecodedData(): Uint8Array }
          for (const token of contentTokens(Buffer.from(part.getDecodedData()))) {
            if (token === 'q') depth++
            if (token === 'Q') depth--
            expect(depth).toBeGreaterThanOrEqual(0)
          }
        }
        expect(depth).toBe(0)
      }),
      { numRuns: 100 },
    )
  })

  test.each([0, 90, 180, 270])(
    'on a page turned by %i, with a unit and an origin of its own',
    async (rotate) => {
      const matrix = {
        0: '1 0 0 1 -60 -20',
        90: '0 1 -1 0 0 -60',
        180: '-1 0 0 -1 60 0',
        270: '0 -1 1 0 0 60',
      }
      const content = `BT /F1 10 Tf ${matrix[rotate as 0]} Tm ({{Rent}}) Tj ET`
      const fileBefore = getPage(content, { mediaBox: [-100, -80, 100, 70], rotate, userUnit: 2 })
      const { after, boxes } = await replaced(fileBefore)
      expect(boxes).toHaveLength(1)
      expect(await getInk(fileBefore, boxes[0]!)).toBeGreaterThan(0.05)
      expect((await paint(after, 1)).ink()).toBeNull()
    },
  )

  test('in a file whose objects are all strict, which they stay', async () => {
    const fileBefore = getPage(`${remainingText} ${tag}`)
    expect(objectsAreStrict(fileBefore)).toBe(true)
    expect(objectsAreStrict((await replaced(fileBefore)).after)).toBe(true)
  })

  test('a page without tags is not changed', async () => {
    const fileBefore = getPage(`q q ${remainingText} {{ not a tag`)
    expect((await replaced(fileBefore)).after).toEqual(fileBefore)
  })
})

describe('the tokens of a content stream', () => {
  const words = (content: string) =>
    [...contentTokens(Buffer.from(content, 'latin1'))].map((part) => part.trim()).filter(Boolean)

  test.each<[string, string[]]>([
    ['q 1 0 0 1 0 0 cm Q', ['q', '1', '0', '0', '1', '0', '0', 'cm', 'Q']],
    ['/F1 12 Tf(a(b)c)Tj', ['/F1', '12', 'Tf', '(a(b)c)', 'Tj']],
    ['(a\\)b)Tj', ['(a\\)b)', 'Tj']],
    ['(a\\\\)Tj', ['(a\\\\)', 'Tj']],
    ['<4142>Tj[<41>-5(b)]TJ', ['<4142>', 'Tj', '[', '<41>', '-5', '(b)', ']', 'TJ']],
    ['/P<</MCID 0>>BDC', ['/P', '<<', '/MCID', '0', '>>', 'BDC']],
    ['% a comment (\nq', ['% a comment (', 'q']],
    ['(a)\'(b)"', ['(a)', "'", '(b)', '"']],
    ['BI /W 1 ID \x00)(EI\x01 EI Q', ['Q']],
    ['BI /W 1 /H 1 ID x\nEI', []],
    ['BI without an end', ['without', 'an', 'end']],
    ['BIG ID EI', ['BIG', 'ID', 'EI']],
    ['(never closed', ['(never closed']],
    ['<never closed', ['never', 'closed']],
    [')}{ q', ['q']],
    ['/', ['/']],
    ['', []],
  ])('%j', (content, tokens) => {
    expect(words(content)).toEqual(tokens)
  })

  test('joined again have the length of the content, but for pictures', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (content) => {
        fc.pre(!content.includes('BI'))
        const joined = [...contentTokens(Buffer.from(content, 'latin1'))].join('')
        expect(joined).toHaveLength(content.length)
        for (const [index, character] of [...joined].entries())
          if (character !== content[index])
            expect([character, '(){}<>']).toEqual([' ', expect.stringContaining(content[index]!)])
      }),
      { numRuns: 1000 },
    )
  })
})
