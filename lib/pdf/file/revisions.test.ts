import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import {
  PDF,
  type PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  PdfRef,
  PdfStream,
  type PdfString,
} from '@libpdf/core'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { buildPdf, type Widths } from '../fixtures/build.ts'
import { incrementalUpdate, withIncrement } from './incremental-update.ts'
import { loadPdf } from './load.ts'
import { textString } from './objects.ts'
import { readWithPdfjs } from './reading.ts'
import { SourceReader } from './source-reader.ts'
import { objectsAreStrict } from './strict-objects.ts'
import { mergeEntries, sectionsAreInPlace, xrefChain, xrefTablesPointRight } from './xref.ts'

const folder = mkdtempSync(join(tmpdir(), 'revisions-'))
afterAll(() => rmSync(folder, { recursive: true }))
const hasQpdf = spawnSync('qpdf', ['--version']).error === undefined

/** One change of a revision. */
type Step =
  | { kind: 'rotate'; page: number; by: number }
  | { kind: 'add'; text: string }
  | { kind: 'stream'; length: number }
  | { kind: 'gap'; count: number }
  | { kind: 'note'; page: number; value: number }
  | { kind: 'info'; title: string }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('rotate' as const), page: fc.nat(2), by: fc.constantFrom(90, 180, 270) }),
  fc.record({ kind: fc.constant('add' as const), text: fc.string({ unit: 'grapheme', maxLength: 20 }) }),
  fc.record({ kind: fc.constant('stream' as const), length: fc.nat(100_000) }),
  fc.record({ kind: fc.constant('gap' as const), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constant('note' as const),
    page: fc.nat(2),
    value: fc.integer({ min: -1e6, max: 1e6 }),
  }),
  fc.record({ kind: fc.constant('info' as const), title: fc.string({ maxLength: 20 }) }),
)

/** What a file holds that these steps change. */
interface Model {
  rotations: number[]
  notes: number[]
  texts: Map<number, string>
  streams: Map<number, number>
  title: string | undefined
}

function apply(pdf: PDF, model: Model, change: Step): void {
  const { context } = pdf
  switch (change.kind) {
    case 'rotate':
      model.rotations[change.page] = change.by
      pdf.getPage(change.page)!.dict.set('Rotate', PdfNumber.of(change.by))
      break
    case 'note':
      model.notes[change.page] = change.value
      pdf.getPage(change.page)!.dict.set('Note', PdfNumber.of(change.value))
      break
    case 'add':
      model.texts.set(
        context.register(PdfDict.of({ Text: textString(change.text) })).objectNumber,
        change.text,
      )
      break
    case 'stream': {
      const data = Uint8Array.from({ length: change.length }, (_, index) => index * 7)
      model.streams.set(context.register(new PdfStream([], data)).objectNumber, change.length)
      break
    }
    case 'gap':
      for (let count = 0; count < change.count; count++) context.registry.allocateRef()
      break
    case 'info': {
      const info = context.resolve(context.info.trailer.getRef('Info')!) as PdfDict
      model.title = change.title
      info.set('Title', textString(change.title))
    }
  }
}

async function expectModel(bytes: Uint8Array, model: Model): Promise<void> {
  const pdf = await PDF.load(bytes, { lenient: false })
  expect(pdf.getPages().map(({ rotation }) => rotation)).toEqual(model.rotations)
  expect(pdf.getPages().map(({ dict }) => dict.getNumber('Note')?.value)).toEqual(model.notes)
  for (const [number, text] of model.texts) {
    const object = pdf.context.resolve(PdfRef.of(number, 0)) as PdfDict
    expect((object.get('Text') as PdfString).asString()).toBe(text)
  }
  for (const [number, length] of model.streams)
    expect((pdf.context.resolve(PdfRef.of(number, 0)) as PdfStream).data).toHaveLength(length)
  const other = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
  expect(other.getPages().map((page) => page.getRotation().angle)).toEqual(model.rotations)
  expect(other.getTitle()).toBe(model.title)
  const { pages } = await readWithPdfjs(bytes, { maxPages: 9, textPages: 0 })
  expect(pages.map(({ rotation }) => rotation)).toEqual(model.rotations)
}

const widths: fc.Arbitrary<Widths> = fc.tuple(
  fc.integer({ min: 1, max: 2 }),
  fc.integer({ min: 3, max: 8 }),
  fc.integer({ min: 1, max: 4 }),
)

describe('revisions appended to one another (7.5.6)', () => {
  test('are read alike by three readers, whatever is changed in whatever kind of file', async () => {
    let file = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('table' as const, 'stream' as const, 'object-streams' as const),
        widths,
        fc.constantFrom('', '\n', '\r\n', ' ', '\n\n% a comment', 'padding'),
        fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
        async (format, fieldWidths, end, revisions) => {
          const page = { mediaBox: [0, 0, 300, 300], rotate: 0 }
          const originalFile = buildPdf({
            format,
            widths: fieldWidths,
            pages: [page, page, page],
            trailer: '/Info 20 0 R',
            objects: { 20: '<< /Title () >>' },
          })
          let bytes: Uint8Array = Buffer.concat([originalFile, Buffer.from(end)])
          const model: Model = {
            rotations: [0, 0, 0],
            notes: [],
            texts: new Map(),
            streams: new Map(),
            title: '',
          }
          model.notes.length = 3
          for (const changes of revisions) {
            const pdf = await loadPdf(bytes)
            for (const change of changes) apply(pdf, model, change)
            const increment = incrementalUpdate(pdf, bytes)
            const longerFile = withIncrement(bytes, increment)
            expect(Buffer.compare(longerFile.subarray(0, bytes.length), bytes)).toBe(0)
            bytes = longerFile
            expect(xrefTablesPointRight(bytes)).toBe(true)
            expect(sectionsAreInPlace(bytes)).toBe(true)
          }
          expect(objectsAreStrict(bytes)).toBe(true)
          if (fieldWidths[1] <= 6) await expectModel(bytes, model)
          // Every object stands where the newest sections say, under its number.
          const chain = xrefChain(bytes)!
          const sources = new SourceReader(await loadPdf(bytes), bytes, chain)
          for (const [number, entry] of mergeEntries(bytes, chain))
            if (entry.type !== 'free')
              expect(sources.find(PdfRef.of(number, entry.generation))).not.toBeNull()
          if (!hasQpdf || file++ % 5 > 0) return
          const path = join(folder, `${file}.pdf`)
          writeFileSync(path, bytes)
          const { stdout, stderr, status } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })
          // It counts objects, not numbers: those that were passed over are missing to it.
          expect((stdout + stderr).replace(/WARNING: .*reported number of objects.*\n/g, '')).not.toContain(
            'WARNING',
          )
          expect([0, 3]).toContain(status)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('each names the one before, and its own identifier changes (14.4)', async () => {
    let bytes: Uint8Array = buildPdf({ trailer: '/ID [<0102> <0102>]' })
    const starts: number[] = [xrefChain(bytes)![0].at]
    const identifiers: string[] = []
    for (let revision = 0; revision < 3; revision++) {
      const pdf = await loadPdf(bytes)
      pdf.context.register(PdfName.of('New'))
      bytes = withIncrement(bytes, incrementalUpdate(pdf, bytes))
      const chain = xrefChain(bytes)!
      expect(chain.map(({ at }) => at).slice(1)).toEqual([...starts].reverse())
      starts.push(chain[0].at)
      const id = (await loadPdf(bytes)).context.info.trailer.getArray('ID')!.toArray() as PdfString[]
      expect(Buffer.from(id[0]!.bytes).toString('hex')).toBe('0102')
      identifiers.push(Buffer.from(id[1]!.bytes).toString('hex'))
    }
    expect(new Set([...identifiers, '0102']).size).toBe(4)
  })
})

describe('SourceReader', () => {
  const objects = { 20: '<< /A 1.50 >>', 21: '[ 1 2 ]', 22: '/Name', 23: '(text)' }

  async function reader(bytes: Uint8Array): Promise<SourceReader> {
    return new SourceReader(await loadPdf(bytes), bytes, xrefChain(bytes)!)
  }
  const getText = (objectSource: ReturnType<SourceReader['find']>) =>
    objectSource?.bytes.toString('latin1', objectSource.value.start, objectSource.value.end)

  test.each(['table', 'stream', 'object-streams'] as const)(
    'finds every object of a file with a %s',
    async (format) => {
      const sources = await reader(buildPdf({ format, objects }))
      for (const [number, body] of Object.entries(objects))
        expect(getText(sources.find(PdfRef.of(Number(number), 0)))).toBe(body)
    },
  )

  test('finds the newest of several', async () => {
    const bytes = buildPdf({ objects })
    const pdf = await loadPdf(bytes)
    const array = pdf.context.resolve(PdfRef.of(21, 0)) as PdfArray
    array.push(PdfNumber.of(3))
    expect(
      getText((await reader(withIncrement(bytes, incrementalUpdate(pdf, bytes)))).find(PdfRef.of(21, 0))),
    ).toBe('[1 2 3]')
  })

  test.each([
    ['a number that no section names', PdfRef.of(700, 0)],
    ['another generation', PdfRef.of(20, 1)],
    ['the head of the free list', PdfRef.of(0, 65535)],
  ])('returns null for %s', async (_, ref) => {
    expect((await reader(buildPdf({ objects }))).find(ref)).toBeNull()
  })

  test.each<[string, (text: string) => string]>([
    ['another object is there', (text) => text.replace('\n20 0 obj', '\n29 0 obj')],
    ['no object is there', (text) => text.replace('\n20 0 obj', '\n        ')],
    ['its value cannot be read', (text) => text.replace('<< /A 1.50 >>', '<< /A 1.50   ')],
  ])('returns null where %s', async (_, damage) => {
    const bytes = buildPdf({ objects })
    const damagedFile = new Uint8Array(Buffer.from(damage(Buffer.from(bytes).toString('latin1')), 'latin1'))
    const sources = new SourceReader(await PDF.load(bytes), damagedFile, xrefChain(damagedFile)!)
    expect(sources.find(PdfRef.of(20, 0))).toBeNull()
    expect(sources.find(PdfRef.of(21, 0))).not.toBeNull()
  })
})
