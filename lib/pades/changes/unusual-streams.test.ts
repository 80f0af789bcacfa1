import { beforeAll, describe, expect, test } from 'vitest'
import { checkPdf } from '#lib/pdf/check/check'
import { buildPdf, firstPage, pdfObjects, stream, writeRevision } from '#lib/pdf/fixtures/build'
import {
  allRevisions,
  makeProcessFixture,
  type ProcessFixture,
  signedElsewhere,
} from '../fixtures/process.ts'
import { verifyPdf } from '../verify.ts'
import { verifyRevision } from '../verify-revision.ts'
import { Sources } from './sources.ts'

/** Object streams in signed files that are not written as ISO 32000-2, 7.5.7 says, or with comments. */

const [secondPage, evil, unused] = [firstPage + 2, 40, 60]
const page = { mediaBox: [0, 0, 595, 842] }
const font = pdfObjects().get(3)!
const content = { pages: [page, page], objects: { 4: font, 70: 'null', 71: 'null' } }
let fixture: ProcessFixture

beforeAll(async () => {
  fixture = await makeProcessFixture()
})

type Packed = [number: number, body: string][]

interface StreamOptions {
  edit?: (packed: Packed) => Packed
  /** How many of the numbers in the head /N leaves out. */
  left?: number
  /** After each pair of numbers, and before each object. */
  comment?: string
}

/** A file with these objects in an object stream, as the indexes of its cross-reference entries say before `edit`. */
function fileWith({ edit = (packed) => packed, left = 0, comment = '' }: StreamOptions): Uint8Array {
  const base = buildPdf({ ...content, format: 'object-streams' })
  const number = /(\d+) 0 obj\n<< \/Length \d+ \/Type \/ObjStm/.exec(Buffer.from(base).toString('latin1'))![1]
  const packed = edit([...pdfObjects(content)].filter(([, body]) => !body.includes('stream')))
  let [head, data] = ['', '']
  for (const [packedNumber, body] of packed) {
    head += `${packedNumber} ${data.length} ${comment}`
    data += `${body}\n${comment}`
  }
  const entries = `/Type /ObjStm /N ${packed.length - left} /First ${head.length}`
  return writeRevision(base, new Map([[Number(number), stream(head + data, entries)]]))
}

const exchanged = (packed: Packed): Packed =>
  packed.map(([number, body]) => [{ 3: 4, 4: 3 }[number] ?? number, body])

describe.each<[string, StreamOptions]>([
  ['more numbers than /N says', { edit: (packed) => [...packed, [80, 'null']], left: 1 }],
  ['an unused number twice', { edit: (packed) => [...packed, [80, 'null'], [80, '<< /A 1 >>']] }],
  ['another number at the index of the entry', { edit: exchanged }],
  ['comments', { comment: '%% Object stream: object 2, index 0 >> 4 0 R\n' }],
])('an object stream with %s', (_, options) => {
  test('in a file that is sent', async () => {
    const file = fileWith(options)
    const check = await checkPdf(file.slice(), { maxPages: 5 })
    expect(check).toMatchObject({ ok: true })
    expect(check.ok && check.repaired).toBeFalsy()
    const { revisions, sealed } = await allRevisions(fixture, file)
    for (const [index, revision] of revisions.entries())
      if (index > 0) await verifyRevision(revisions[index - 1]!, revision)
    const { valid, signatures } = await verifyPdf(sealed)
    expect([valid, signatures.map(({ changedAfterSigning }) => changedAfterSigning)]).toEqual([
      true,
      [false, false, false, false],
    ])
  })

  test('in a file that others signed', async () => {
    const signed = await signedElsewhere(fixture, fileWith(options))
    for (const file of [
      writeRevision(signed, new Map([[unused, 'null']])),
      await signedElsewhere(fixture, signed),
    ]) {
      const [signature] = (await verifyPdf(file)).signatures
      expect(signature).toMatchObject({ valid: true, changedAfterSigning: false, faults: [] })
    }
  })
})

describe('an object stream that lists a page twice', () => {
  const other = (packed: Packed): [number, string] => {
    const body = packed.find(([number]) => number === secondPage)![1]
    return [secondPage, body.replace(/\/Contents \d+/, `/Contents ${evil}`)]
  }

  test.each<[string, StreamOptions]>([
    ['at the end', { edit: (packed) => [...packed, other(packed)] }],
    ['beyond /N', { edit: (packed) => [...packed, other(packed)], left: 1 }],
    [
      'away from its index',
      {
        edit: (packed) => [
          ...packed.map(([number, body]): Packed[number] => [number === secondPage ? 80 : number, body]),
          other(packed),
        ],
      },
    ],
  ])('%s: what it refers to there may not be added', async (_, options) => {
    const signed = await signedElsewhere(fixture, fileWith(options))
    const judge = async (number: number, body: string) =>
      (await verifyPdf(writeRevision(signed, new Map([[number, body]])))).signatures[0]!
    const forged = await judge(evil, stream('BT (Evil) Tj ET'))
    expect(forged).toMatchObject({ valid: false, changedAfterSigning: true })
    expect(forged.faults.join()).toMatch(/which the signed document refers to, was added/)
    expect(await judge(unused, 'null')).toMatchObject({ valid: true, changedAfterSigning: false })
    // Readers do not agree about the page that would be replaced.
    expect((await judge(secondPage, pdfObjects(content).get(secondPage)!)).faults.join()).toMatch(
      /The head of an object stream is wrong|is not where its cross-reference entry says/,
    )
  })
})

test('an object without an end is not read again and again', () => {
  const sources = new Sources(Buffer.from(`1 0 obj\n${'[ 4 0 R '.repeat(100)}`), () => null)
  const count = () => sources.countUnclearRefs({ number: 1, type: 'offset', generation: 0, offset: 0 })
  for (let time = 0; time < 4; time++) expect(count()).toEqual(new Map([[4, 100]]))
  expect(count).toThrow('Reading the objects of the file takes too long.')
})
