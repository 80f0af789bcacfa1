import { PDF } from '@libpdf/core'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPdf } from '../check/check.ts'
import { inspect } from '../check/inspect.ts'
import {
  buildPdf,
  firstPage,
  type Objects,
  pdfObjects,
  startXref,
  stream,
  writeRevision,
} from '../fixtures/build.ts'
import { incrementalUpdate, withIncrement } from './incremental-update.ts'
import { loadPdf } from './load.ts'
import { dict } from './objects.ts'
import { readWithPdfjs } from './reading.ts'
import { mergeEntries, xrefChain } from './xref.ts'

const limits = { maxPages: 20 }
const page = (box: string, number = firstPage) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`

/** A hybrid-reference file (ISO 32000-2, 7.5.8.4): these objects are only in the stream of its section. */
function hybrid(
  hiddenObjects: Objects,
  options: Parameters<typeof pdfObjects>[0] = {},
): Uint8Array<ArrayBuffer> {
  const objects = pdfObjects(options)
  for (const number of hiddenObjects.keys()) objects.delete(number)
  return writeRevision(null, objects, { xrefStm: hiddenObjects })
}

async function getBoxes(bytes: Uint8Array) {
  const ourPages = inspect(await loadPdf(bytes, { lenient: false })).pages
  const { pages } = await readWithPdfjs(bytes, { maxPages: 9, textPages: 0 })
  return { ours: ourPages.map(({ box }) => box), theirs: pages.map(({ box }) => box) }
}

const a4 = [0, 0, 595, 842]
const a5 = [0, 0, 420, 595]

describe('a hybrid file', () => {
  test('has the objects of its stream, for us as for pdf.js', async () => {
    const bytes = hybrid(new Map([[firstPage, page('0 0 420 595')]]))
    expect(await getBoxes(bytes)).toEqual({ ours: [a5], theirs: [a5] })
    expect(await checkPdf(bytes, limits)).toMatchObject({ ok: true, repaired: null, pages: [{ box: a5 }] })
  })

  test('has entries for the hidden objects, those of its table, and the stream itself', async () => {
    const bytes = hybrid(new Map([[firstPage, page('0 0 9 9')]]))
    const chain = xrefChain(bytes)!
    expect(chain).toMatchObject([{ kind: 'table', xrefStm: expect.any(Number) }])
    const entries = mergeEntries(bytes, chain)
    expect(entries.get(firstPage)).toMatchObject({ type: 'packed', index: 0 })
    expect(entries.get(1)).toMatchObject({ type: 'offset' })
    const { stream: holder } = entries.get(firstPage) as { stream: number }
    expect(entries.get(holder)).toMatchObject({ type: 'offset' })
  })

  test('of several hidden objects has each at its index', async () => {
    const hiddenObjects: Objects = new Map([20, 21, 22].map((number) => [number, `<< /Number ${number} >>`]))
    const bytes = hybrid(hiddenObjects)
    const pdf = await loadPdf(bytes)
    const entries = mergeEntries(bytes, xrefChain(bytes)!)
    for (const [index, number] of [...hiddenObjects.keys()].entries()) {
      expect(entries.get(number)).toMatchObject({ type: 'packed', index })
      const ref = { objectNumber: number, generation: 0 } as Parameters<typeof pdf.context.resolve>[0]
      expect(String(pdf.context.resolve(ref)?.type)).toBe('dict')
    }
  })

  test.each(['table', 'stream', 'object-streams'] as const)(
    'that a later %s changes has the newest objects',
    async (format) => {
      const first = hybrid(new Map([[firstPage, page('0 0 420 595')]]))
      const secondFile = writeRevision(first, new Map([[firstPage, page('0 0 595 842')]]), { format })
      expect(await getBoxes(secondFile)).toEqual({ ours: [a4], theirs: [a4] })
      expect(xrefChain(secondFile)).toHaveLength(2)
    },
  )

  test('whose later revision names the stream again does not have its old objects', async () => {
    const first = hybrid(new Map([[firstPage, page('0 0 420 595')]]))
    const { xrefStm } = xrefChain(first)![0]
    const second = writeRevision(first, new Map([[firstPage, page('0 0 595 842')]]), { format: 'table' })
    const text = Buffer.from(second).toString('latin1')
    const at = text.lastIndexOf('/Prev')
    const repeating = Buffer.from(`${text.slice(0, at)}/XRefStm ${xrefStm} ${text.slice(at)}`, 'latin1')
    expect(await getBoxes(repeating)).toEqual({ ours: [a4], theirs: [a4] })
  })

  test('may itself be the later revision', async () => {
    const first = buildPdf({ objects: { [firstPage]: page('0 0 595 842') } })
    const secondFile = writeRevision(first, new Map([[30, '(x)']]), {
      xrefStm: new Map([[firstPage, page('0 0 420 595')]]),
    })
    expect(await getBoxes(secondFile)).toEqual({ ours: [a5], theirs: [a5] })
  })

  test('is continued by an increment with a table, and its hidden objects can be changed', async () => {
    const fileBefore = hybrid(new Map([[firstPage, page('0 0 420 595')]]))
    const pdf = await loadPdf(fileBefore)
    const [ref] = pdf.context.pages.getPages()
    const resolvedDict = pdf.context.resolve(ref!) as ReturnType<typeof dict>
    resolvedDict.set('Rotate', dict({ Value: 90 }).get('Value')!)
    const fileAfter = withIncrement(fileBefore, incrementalUpdate(pdf, fileBefore))
    expect(xrefChain(fileAfter)!.map(({ kind }) => kind)).toEqual(['table', 'table'])
    const reloadedPdf = await PDF.load(fileAfter, { lenient: false })
    expect(inspect(reloadedPdf).pages).toMatchObject([{ rotation: 90, width: 595, height: 420 }])
    const { pages } = await readWithPdfjs(fileAfter, { maxPages: 9, textPages: 0 })
    expect(pages).toMatchObject([{ rotation: 90, width: 595 }])
    expect(Buffer.compare(fileAfter.subarray(0, fileBefore.length), fileBefore)).toBe(0)
  })

  test('with any boxes and any number of revisions is read alike by both readers', async () => {
    const side = fc.integer({ min: 1, max: 900 })
    const revision = fc.record({
      box: fc.tuple(side, side),
      how: fc.constantFrom('table', 'stream', 'object-streams', 'hybrid'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(revision, { minLength: 1, maxLength: 4 }), async (revisions) => {
        let bytes = buildPdf()
        for (const { box, how } of revisions) {
          const changedObjects: Objects = new Map([[firstPage, page(`0 0 ${box.join(' ')}`)]])
          bytes =
            how === 'hybrid'
              ? writeRevision(bytes, new Map([[30, '(x)']]), { xrefStm: changedObjects })
              : writeRevision(bytes, changedObjects, { format: how as 'table' })
        }
        const box = [0, 0, ...revisions.at(-1)!.box]
        // A hybrid section below a stream is not for every reader: what both see must be the same.
        const { ours, theirs } = await getBoxes(bytes)
        expect(ours).toEqual(theirs)
        expect(ours).toEqual([box])
      }),
      { numRuns: 60 },
    )
  })
})

describe('a damaged hybrid file', () => {
  const bytes = hybrid(new Map([[firstPage, page('0 0 420 595')]]))
  const text = Buffer.from(bytes).toString('latin1')
  const at = /\/XRefStm (\d+)/.exec(text)![1]!

  test.each<[string, (text: string) => string]>([
    ['an offset of the stream beyond the end', (file) => file.replace(`/XRefStm ${at}`, '/XRefStm 999999')],
    ['an offset of the stream at another object', (file) => file.replace(`/XRefStm ${at}`, '/XRefStm 15')],
    ['a negative offset', (file) => file.replace(`/XRefStm ${at}`, '/XRefStm -1')],
    ['an offset that is a name', (file) => file.replace(`/XRefStm ${at}`, '/XRefStm /A')],
    ['an offset of its own table', (file) => file.replace(`/XRefStm ${at}`, `/XRefStm ${startXref(bytes)}`)],
    ['a stream that is no cross-reference stream', (file) => file.replace('/Type /XRef', '/Type /XYZf')],
    ['an object stream that is none', (file) => file.replace('/Type /ObjStm', '/Type /ObjXyz')],
    ['a wrong first offset of the object stream', (file) => file.replace(/\/First \d+/, '/First 99')],
    ['a wrong count of the object stream', (file) => file.replace(/\/N 1/, '/N 9')],
    ['widths of nothing', (file) => file.replace('/W [1 4 2]', '/W [0 0 0]')],
  ])('%s: is accepted as pdf.js reads it, or refused', async (_, change) => {
    const damaged = change(text)
    expect(damaged).not.toBe(text)
    const bytes = new Uint8Array(Buffer.from(damaged, 'latin1'))
    const check = await checkPdf(bytes, limits)
    if (!check.ok) {
      expect(check.message).toMatch(/^This PDF .*\.$/)
      return
    }
    const { ours, theirs } = await getBoxes(check.repaired ?? bytes)
    expect(ours).toEqual(theirs)
    expect(check.pages.map(({ box }) => box)).toEqual(theirs)
  })

  test('two objects that hold each other are no reason to hang', async () => {
    const loop = hybrid(
      new Map([
        [20, '<< /A 21 0 R >>'],
        [21, '<< /B 20 0 R >>'],
      ]),
      { catalog: '/Loop 20 0 R' },
    )
    expect(await checkPdf(loop, limits)).toMatchObject({ ok: true })
  })

  test('an object stream within an object stream is not read', async () => {
    const inner = stream('30 0 (x)', '/Type /ObjStm /N 1 /First 5')
    const nested = hybrid(
      new Map([
        [20, inner],
        [firstPage, page('0 0 420 595')],
      ]),
    )
    expect((await checkPdf(nested, limits)).ok).toBe(true)
  })
})
