import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  bodyOf,
  catalogNumber,
  firstPage,
  type Objects,
  pdfObjects,
  stream,
  writeRevision,
} from '#lib/pdf/fixtures/build'
import { makeProcessFixture, type ProcessFixture, signedElsewhere } from '../fixtures/process.ts'
import { hasPyHanko } from '../fixtures/pyhanko.ts'
import { verifyPdf } from '../verify.ts'
import { modificationLevels } from './modifications.ts'

/** Signed files of every format to which a revision is added that replaces, moves, renames or reorders objects. */

const RUN_COUNT = 150
const formats = ['table', 'stream', 'object-streams'] as const
const [contents, moreContents] = [firstPage + 1, 30]
const xObject = (text: string) =>
  stream(`BT (${text}) Tj ET`, '/Type /XObject /Subtype /Form /BBox [0 0 90 90]')
const objects: Objects = new Map([
  ...pdfObjects(),
  [
    firstPage,
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [${contents} 0 R ${moreContents} 0 R] /Annots [20 0 R 21 0 R] /Resources << /Font << /F1 3 0 R >> /XObject << /X 31 0 R /Y 32 0 R >> >> >>`,
  ],
  [20, '<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP << /N 31 0 R >> >>'],
  [21, '<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP << /N 32 0 R >> >>'],
  [moreContents, stream('BT /F1 12 Tf 20 40 Td (100 EUR) Tj ET')],
  [31, xObject('100')],
  [32, xObject('900')],
])
/** Objects that are shown, each with one or more other bodies. */
const others: [number, string[]][] = [
  [2, [`<< /Type /Pages /Kids [${firstPage} 0 R] /Count 1 /Rotate 90 >>`]],
  [
    3,
    [
      '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Differences [49 /nine] >> >>',
    ],
  ],
  [
    20,
    [
      '<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /AP << /N 32 0 R >> >>',
      '<< /Type /Annot /Subtype /Stamp /Rect [0 0 99 99] /F 28 /AP << /N 31 0 R >> >>',
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /Rect [0 0 99 99] /AP << /N 31 0 R >> >>',
      'null',
    ],
  ],
  [contents, [stream('BT (other) Tj ET'), stream('', '/Type /XRef'), stream('', '/Type /ObjStm')]],
  [moreContents, [stream('BT (900 EUR) Tj ET', '/Type /ObjStm /N 0 /First 0'), '<< /Length 0 >>']],
  [
    31,
    [
      xObject('900'),
      stream('BT (100) Tj ET', '/Type /XObject /Subtype /Form'),
      stream('', '/Type /Metadata /Subtype /XML'),
    ],
  ],
]

let fixture: ProcessFixture
let files: Map<string, Uint8Array>

beforeAll(async () => {
  fixture = await makeProcessFixture()
  files = new Map()
  for (const format of formats)
    files.set(format, await signedElsewhere(fixture, writeRevision(null, objects, { format })))
})

/** The bodies of all objects of a signed file: the page has the widget of the signature too. */
function getBodies(file: Uint8Array): Objects {
  // Signing wrote the catalog and the page again.
  const written = [catalogNumber, firstPage].map((number) => [number, bodyOf(file, number)] as const)
  return new Map([...objects, ...written])
}

/** The objects that a revision writes. */
type Mutation = (bodies: Objects) => Objects

const number = fc.constantFrom(...objects.keys())
const same = fc.uniqueArray(number, { minLength: 1, maxLength: 4 }).map(
  (numbers): Mutation =>
    (bodies) =>
      new Map(numbers.map((one) => [one, bodies.get(one)!])),
)
const unused = fc.constantFrom('<< /Type /Font >>', stream('x'), '[1 2]').map(
  (body): Mutation =>
    () =>
      new Map([[500, body]]),
)
const replaced = fc
  .constantFrom(...others.flatMap(([one, bodies]) => bodies.map((body) => [one, body] as const)))
  .map(
    ([one, body]): Mutation =>
      () =>
        new Map([[one, body]]),
  )
const reordered = fc
  .constantFrom<[RegExp, string]>(
    [/20 0 R(?= 21| 33)/, '20 0 R 20 0 R'],
    [/(\[)(20 0 R) (21 0 R)/, '$1$3 $2'],
    [/\/X 31 0 R/, '/X 32 0 R'],
    [new RegExp(`${contents} 0 R ${moreContents} 0 R`), `${moreContents} 0 R ${contents} 0 R`],
    [/20 0 R /, ''],
  )
  .map(
    ([from, to]): Mutation =>
      (bodies) =>
        new Map([[firstPage, bodies.get(firstPage)!.replace(from, to)]]),
  )

const mutation = fc.oneof(same, unused, replaced, reordered)
const format = fc.constantFrom(...formats)
const run = fc.record({
  base: format,
  mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }),
  format,
  countersigned: fc.boolean(),
})

type Run = typeof run extends fc.Arbitrary<infer T> ? T : never

/** The file with one revision for each mutation, and perhaps another signature on top. */
async function mutate({ base, mutations, format, countersigned }: Run) {
  let file = files.get(base)!
  const signed = getBodies(file)
  const bodies = new Map(signed)
  // Also where a later revision writes the signed object again.
  let isSame = true
  for (const edit of mutations) {
    const edited = edit(bodies)
    for (const [one, body] of edited) bodies.set(one, body)
    isSame &&= [...signed].every(([one, body]) => bodies.get(one) === body)
    file = writeRevision(file, edited, { format })
  }
  return {
    file: countersigned ? await signedElsewhere(fixture, file) : file,
    isSame,
  }
}

test('what is shown cannot be replaced, however its objects are stored and called', async () => {
  await fc.assert(
    fc.asyncProperty(run, async (input) => {
      const { file, isSame } = await mutate(input)
      const [first] = (await verifyPdf(file)).signatures
      expect(first).toMatchObject({ digestOk: true, valid: isSame, changedAfterSigning: !isSame })
      if (!isSame) expect(first!.modificationLevel).toBe('other')
      else if (!input.countersigned) expect(first!.modificationLevel).toBe('none')
    }),
    { numRuns: RUN_COUNT },
  )
}, 120_000)

/** What only some readers skip: where it may stand in a dictionary, and what with it stands for other readers. */
const strayWords = ['0', 'null', '-1 0', '(a)', '[]', '<41>', '1 0 R', '--', 'obj', '+-1'].map(
  (word) => `${word} /Contents ${moreContents} 0 R null`,
)
const spellings = [
  ...strayWords.map((text) => ({ from: /(?=\/)(?!\/Type \/)/g, to: ` ${text} ` })),
  ...['--', '+-', '---', '+--'].map((sign) => ({ from: /(?<=[ [])(?=\d+[ \]])/g, to: sign })),
  ...['/#ef#bb#bf', '/#00', '/#', '/#4'].map((name) => ({ from: /\/(?=[A-Z])/g, to: name })),
  ...['>', ']'].map((delimiter) => ({ from: / (?=\/)/g, to: ` ${delimiter} ` })),
]

test('no object can be written again in a syntax that readers take in different ways', async () => {
  const input = fc.record({
    base: format,
    number: fc.constantFrom(firstPage, 2, 3, 20, 21),
    spelling: fc.constantFrom(...spellings),
    place: fc.nat(),
    format,
    countersigned: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(input, async ({ base, spelling, place, format: later, ...rest }) => {
      const file = files.get(base)!
      const body = getBodies(file).get(rest.number)!
      const places = [...body.matchAll(spelling.from)].map(({ index }) => index)
      fc.pre(places.length > 0)
      const at = places[place % places.length]!
      const [head, tail] = [body.slice(0, at), body.slice(at)]
      const spelled = spelling.to.startsWith('/')
        ? `${head}${spelling.to}${tail.slice(1)}`
        : `${head}${spelling.to}${tail}`
      const revised = writeRevision(file, new Map([[rest.number, spelled]]), { format: later })
      const changed = rest.countersigned
        ? await signedElsewhere(fixture, revised).catch(() => revised)
        : revised
      const { valid, signatures } = await verifyPdf(changed)
      expect(valid).toBe(false)
      // The library cannot open all of them.
      if (signatures[0])
        expect(signatures[0], spelled).toMatchObject({
          digestOk: true,
          valid: false,
          changedAfterSigning: true,
        })
    }),
    { numRuns: RUN_COUNT },
  )
}, 120_000)

test('no object is found that no cross-reference section lists', async () => {
  const input = fc.record({
    base: format,
    format,
    separators: fc.array(fc.constantFrom(' ', '\n', '\0', '\f', '%\n', '% 1 0 obj\r', '\r\n'), {
      minLength: 3,
      maxLength: 3,
    }),
    replaced: fc.constantFrom(...others),
    wrap: fc.constantFrom(
      (text: string) => text,
      (text: string) => stream(`\nendobj\n${text}`),
      (text: string) => `(\n${text})`,
    ),
    countersigned: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(input, async ({ base, format: later, separators: [first, second, third], ...rest }) => {
      const [hidden, [body]] = rest.replaced
      const isHead = [first, second].every((separator) => !separator!.includes('%'))
      const text = `${hidden}${first}0${second}obj${third}${body}\nendobj\n`
      // In a string or a stream, only objects without comments in their head are found.
      const isListed = rest.wrap('') !== ''
      fc.pre(!isListed || isHead)
      const file = files.get(base)!
      const revised = isListed
        ? writeRevision(file, new Map([[500, rest.wrap(text)]]), { format: 'table' })
        : Buffer.concat([writeRevision(file, new Map([[500, 'null']]), { format: later }), Buffer.from(text)])
      const changed = rest.countersigned ? await signedElsewhere(fixture, revised) : revised
      const [report] = (await verifyPdf(changed)).signatures
      expect(report, text).toMatchObject({ digestOk: true, valid: false, changedAfterSigning: true })
    }),
    { numRuns: RUN_COUNT },
  )
}, 120_000)

const rank = (level: string) => modificationLevels.map(String).indexOf(level)
test.skipIf(!hasPyHanko)(
  'no change is called smaller than pyHanko calls it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mutated-'))
    try {
      // One revision without unused objects: pyHanko also judges what a later revision undoes, and what nothing uses.
      const single = fc.record({
        ...{ base: format, format, countersigned: fc.boolean() },
        mutations: fc.tuple(fc.oneof(same, replaced, reordered)),
      })
      const samples = await Promise.all(fc.sample(single, { numRuns: 40, seed: 28 }).map(mutate))
      const paths = samples.map(({ file }, index) => {
        const path = join(folder, `${index}.pdf`)
        writeFileSync(path, file)
        return path
      })
      const { stdout } = spawnSync('python3', ['scripts/interop.py', ...paths], { encoding: 'utf8' })
      const verdicts = stdout.trim().split('\n')
      expect(verdicts).toHaveLength(samples.length)
      for (const [index, verdict] of verdicts.entries()) {
        const { changes } = JSON.parse(verdict).signatures[0] as { changes: string }
        const { modificationLevel } = (await verifyPdf(samples[index]!.file)).signatures[0]!
        // pyHanko has no smaller level for a revision, even one that changes nothing.
        const ours = Math.max(rank('lta_updates'), rank(modificationLevel))
        expect(rank(changes.toLowerCase()), changes).toBeLessThanOrEqual(ours)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  120_000,
)
