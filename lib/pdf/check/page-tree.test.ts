import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadPdf } from '../file/load.ts'
import { arePagesEqual, readWithPdfjs } from '../file/reading.ts'
import { catalogNumber, type Objects, stream, writeRevision } from '../fixtures/build.ts'
import { checkPdf } from './check.ts'
import { inspect } from './inspect.ts'

const limits = { maxPages: 50 }

/** A node of a page tree: a page, or the kids of a node. */
interface Node {
  entries: string
  kids?: Node[]
}

/** Writes the tree from object 2 on; `root` is the catalog's /Pages. */
function getFile(tree: Node, extraObjects: Record<number, string> = {}): Uint8Array<ArrayBuffer> {
  const objects: Objects = new Map([[catalogNumber, '<< /Type /Catalog /Pages 2 0 R >>']])
  let next = 2
  const add = (node: Node, parent: number | null): { number: number; count: number } => {
    const number = next++
    const parentEntry = parent === null ? '' : `/Parent ${parent} 0 R`
    if (!node.kids) {
      objects.set(number, `<< /Type /Page ${parentEntry} ${node.entries} >>`)
      return { number, count: 1 }
    }
    const kids = node.kids.map((kid) => add(kid, number))
    const count = kids.reduce((sum, kid) => sum + kid.count, 0)
    const refs = kids.map((kid) => `${kid.number} 0 R`).join(' ')
    objects.set(number, `<< /Type /Pages ${parentEntry} /Kids [${refs}] /Count ${count} ${node.entries} >>`)
    return { number, count }
  }
  add(tree, null)
  for (const [number, body] of Object.entries(extraObjects)) objects.set(Number(number), body)
  return writeRevision(null, objects)
}

async function readTwice(bytes: Uint8Array) {
  const ourPages = inspect(await loadPdf(bytes)).pages
  const pdfjsReading = await readWithPdfjs(bytes, { maxPages: 50, textPages: 0 })
  return { ours: ourPages, theirs: pdfjsReading.pages }
}

const number = fc.oneof(
  fc.integer({ min: -900, max: 900 }).map(String),
  fc.double({ min: -900, max: 900, noNaN: true }).map((value) => value.toFixed(2)),
)
const box = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(number, number, number, number).map((sides) => `[${sides.join(' ')}]`) },
  fc.constantFrom('[0 0 0 0]', '[10 10 10 500]', '[]', '/A', '(x)', '<< >>', '[0 0 /A 9]'),
)
const rotate = fc.constantFrom('0', '90', '-90', '270', '450', '180', '-720', '90.0', '/A', '45', '1', '(90)')
const attributes = fc
  .record(
    {
      MediaBox: box,
      CropBox: box,
      Rotate: rotate,
      UserUnit: fc.constantFrom('1', '2', '0.5', '0', '-1', '/A'),
    },
    { requiredKeys: [] },
  )
  .map((entries) =>
    Object.entries(entries)
      .map(([key, value]) => `/${key} ${value}`)
      .join(' '),
  )
const { tree } = fc.letrec<{ tree: Node; node: Node; page: Node }>((tie) => ({
  page: fc.record({ entries: attributes }),
  node: fc.record({ entries: attributes, kids: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
  tree: fc.oneof({ maxDepth: 4 }, tie('page'), tie('node')),
}))

describe('inherited attributes (7.7.3.4)', () => {
  test('of any tree are read as pdf.js reads them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 3 }), attributes, async (kids, entries) => {
        const { ours, theirs } = await readTwice(getFile({ entries, kids }))
        expect(ours).toHaveLength(theirs.length)
        for (const [index, page] of ours.entries()) {
          expect(page).toMatchObject({ rotation: theirs[index]!.rotation, userUnit: theirs[index]!.userUnit })
          for (const [side, value] of page.box.entries())
            expect(value).toBeCloseTo(theirs[index]!.box[side]!, 3)
        }
      }),
      { numRuns: 150 },
    )
  })

  const boxed = (entries: string): Node => ({ entries })
  test.each<[string, Node, object[]]>([
    [
      'come from the nearest ancestor',
      {
        entries: '/MediaBox [0 0 10 10] /Rotate 90',
        kids: [
          { entries: '/MediaBox [0 0 20 30]', kids: [boxed(''), boxed('/Rotate 0')] },
          boxed('/MediaBox [0 0 40 50]'),
        ],
      },
      [
        { width: 30, height: 20, rotation: 90 },
        { width: 20, height: 30, rotation: 0 },
        { width: 50, height: 40, rotation: 90 },
      ],
    ],
    [
      'have the crop box of an ancestor clipped to a smaller page',
      { entries: '/CropBox [50 50 400 400]', kids: [boxed('/MediaBox [0 0 100 100]')] },
      [{ box: [50, 50, 100, 100] }],
    ],
    [
      'have no crop box of an ancestor that is beside the page',
      { entries: '/CropBox [500 500 900 900]', kids: [boxed('/MediaBox [0 0 100 100]')] },
      [{ box: [0, 0, 100, 100] }],
    ],
    [
      'may be reversed and negative',
      { entries: '', kids: [boxed('/MediaBox [100 50 -100 -50] /CropBox [0 40 -90 -40]')] },
      [{ box: [-90, -40, 0, 40], width: 90, height: 80 }],
    ],
    [
      'do not include the user unit',
      { entries: '/UserUnit 3', kids: [boxed('/MediaBox [0 0 10 10]')] },
      [{ width: 10, userUnit: 1 }],
    ],
  ])('%s', async (_, root, expected) => {
    const bytes = getFile(root)
    const { ours, theirs } = await readTwice(bytes)
    expect(ours).toMatchObject(expected)
    expect(arePagesEqual(ours, theirs)).toBe(true)
    expect(await checkPdf(bytes, limits)).toMatchObject({ ok: true, pages: expected })
  })
})

describe('damaged page trees are accepted only when both readers see the same pages', () => {
  const page = '/MediaBox [0 0 200 100]'
  const content = stream('BT ET')
  test.each<[string, Record<number, string>]>([
    ['a count that is too small', { 2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 1 >>' }],
    ['a count that is too large', { 2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 9 >>' }],
    ['a count that is no number', { 2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count /Two >>' }],
    ['no count', { 2: '<< /Type /Pages /Kids [3 0 R 4 0 R] >>' }],
    ['no type of the root', { 2: '<< /Kids [3 0 R 4 0 R] /Count 2 >>' }],
    ['a kid that is missing', { 2: '<< /Type /Pages /Kids [3 0 R 700 0 R 4 0 R] /Count 3 >>' }],
    ['a kid that is null', { 2: '<< /Type /Pages /Kids [3 0 R null 4 0 R] /Count 2 >>' }],
    ['a kid that is a number', { 2: '<< /Type /Pages /Kids [3 0 R 7 4 0 R] /Count 2 >>' }],
    ['a kid that is a stream', { 2: '<< /Type /Pages /Kids [3 0 R 9 0 R] /Count 2 >>', 9: content }],
    ['a kid twice', { 2: '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>' }],
    ['a page of another type', { 3: `<< /Type /Template /Parent 2 0 R ${page} >>` }],
    ['a page without a type', { 3: `<< /Parent 2 0 R ${page} >>` }],
    ['a page without a parent', { 3: `<< /Type /Page ${page} >>` }],
    ['a page with a foreign parent', { 3: `<< /Type /Page /Parent 4 0 R ${page} >>` }],
    ['a page with kids', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Kids [4 0 R] >>` }],
    ['a node without kids', { 3: '<< /Type /Pages /Parent 2 0 R /Kids [] /Count 0 >>' }],
    ['a node that says that it is a page', { 3: '<< /Type /Page /Parent 2 0 R /Kids [4 0 R] /Count 1 >>' }],
    ['contents that are a number', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Contents 5 >>` }],
    ['contents that are missing', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Contents 700 0 R >>` }],
    [
      'contents of which some are missing',
      { 3: `<< /Type /Page /Parent 2 0 R ${page} /Contents [700 0 R 9 0 R null] >>`, 9: content },
    ],
    ['resources that are a number', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Resources 5 >>` }],
    ['resources that are missing', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Resources 700 0 R >>` }],
    ['annotations that are no list', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Annots << >> >>` }],
    [
      'annotations that are missing',
      { 3: `<< /Type /Page /Parent 2 0 R ${page} /Annots [700 0 R 5 null (x)] >>` },
    ],
    ['a box with five sides', { 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200 5] >>' }],
    [
      'a box with a huge number',
      { 3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99999999999999999999 5] >>' },
    ],
    [
      'a null turn where one is inherited, which readers understand differently',
      {
        2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /Rotate 90 >>',
        3: `<< /Type /Page /Parent 2 0 R ${page} /Rotate null >>`,
      },
    ],
    [
      'a missing box where one is inherited',
      {
        2: '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 /MediaBox [0 0 9 9] >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox 700 0 R >>',
      },
    ],
    ['a turn of a third', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Rotate 30 >>` }],
    ['a fraction of a turn', { 3: `<< /Type /Page /Parent 2 0 R ${page} /Rotate 90.4 >>` }],
  ])('%s', async (_, objects) => {
    const bytes = getFile({ entries: '', kids: [{ entries: page }, { entries: page }] }, objects)
    const fileBefore = Buffer.from(bytes)
    const check = await checkPdf(bytes, limits)
    expect(Buffer.compare(fileBefore, bytes)).toBe(0)
    if (!check.ok) {
      expect(check.reason).toBe('corrupt')
      return
    }
    const { ours, theirs } = await readTwice(check.repaired ?? bytes)
    expect(arePagesEqual(ours, theirs)).toBe(true)
    expect(arePagesEqual(check.pages, theirs)).toBe(true)
  })
})
