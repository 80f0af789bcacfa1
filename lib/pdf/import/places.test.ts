import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#lib/testing/values/problems'
import { inspect } from '../check/inspect.ts'
import { loadPdf } from '../file/load.ts'
import { buildPdf, stream } from '../fixtures/build.ts'
import { withPage } from '../fixtures/render.ts'
import type { ZoneBox } from '../geometry.ts'
import { fieldsInFile, findTexts } from './fields-in-file.ts'
import { readFormFields } from './form-fields.ts'

const rotations = [0, 90, 180, 270, -90, 450, -360, 720] as const
const boxes = [
  '/MediaBox [0 0 400 300]',
  '/MediaBox [0 0 400 300] /CropBox [20 30 380 290]',
  '/MediaBox [-200 -150 200 150]',
  '/MediaBox [100 50 500 350] /CropBox [90 40 300 360]',
  '/MediaBox [400 300 0 0] /CropBox [350 250 50 20]',
]
const units = [1, 0.5, 3] as const
const cases = rotations.flatMap((rotate) => boxes.map((box) => [rotate, box] as const))

/** The page with these entries, whose only widget has this rectangle; the entries may also be those of its parent. */
function fileWith(page: string, rect: readonly number[], { inherited = '', widget = '', objects = {} } = {}) {
  return buildPdf({
    catalog: '/AcroForm << /Fields [20 0 R] >>',
    inherited,
    objects: {
      20: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect [${rect.join(' ')}] ${widget} >>`,
      1001: `<< /Type /Page /Parent 2 0 R /Annots [20 0 R] ${page} >>`,
      ...objects,
    },
  })
}

async function readField(bytes: Uint8Array) {
  const pdf = await loadPdf(bytes)
  const { fields, problems } = inEnglish(readFormFields(pdf, inspect(pdf).pages))
  return fields[0] ?? problems[0]!.message
}

/** Where pdf.js displays a rectangle of the page, in points from the top left; all of the page where it is beyond. */
async function seenBox(bytes: Uint8Array, rect: readonly number[]): Promise<ZoneBox> {
  return withPage(bytes, 1, (page) => {
    const viewport = page.getViewport({ scale: 1 })
    const { width, height } = viewport
    const [x0, y0] = viewport.convertToViewportPoint(rect[0]!, rect[1]!) as [number, number]
    const [x1, y1] = viewport.convertToViewportPoint(rect[2]!, rect[3]!) as [number, number]
    const [left, right] = [Math.max(0, Math.min(x0, x1)), Math.min(width, Math.max(x0, x1))]
    const [top, bottom] = [Math.max(0, Math.min(y0, y1)), Math.min(height, Math.max(y0, y1))]
    return Promise.resolve({ x: left, y: top, width: right - left, height: bottom - top })
  })
}

function expectNear(field: Awaited<ReturnType<typeof readField>>, seen: ZoneBox): void {
  if (typeof field === 'string') throw new Error(field)
  for (const key of ['x', 'y', 'width', 'height'] as const)
    expect(Math.abs(field[key] - seen[key]), `${key}: ${field[key]}, ${seen[key]}`).toBeLessThan(0.01)
}

describe('a field is where pdf.js displays its widget', () => {
  test.each(cases)('/Rotate %d, %s, in every unit', async (rotate, box) => {
    for (const unit of units) {
      const rect = [120, 60, 220, 85]
      const bytes = fileWith(`${box} /Rotate ${rotate} /UserUnit ${unit}`, rect)
      expectNear(await readField(bytes), await seenBox(bytes, rect))
    }
  })

  test.each(cases)('/Rotate %d, %s, inherited from the root of the page tree', async (rotate, box) => {
    const rect = [120, 60, 220, 85]
    const entries = `${box} /Rotate ${rotate}`
    const own = await readField(fileWith(entries, rect))
    expect(await readField(fileWith('', rect, { inherited: entries }))).toEqual(own)
    // What the page itself says counts.
    const other = '/MediaBox [0 0 50 50] /CropBox [0 0 10 10] /Rotate 45'
    const cropBox = box.includes('/CropBox') ? '' : box.replace('/MediaBox', '/CropBox')
    expect(await readField(fileWith(`${entries} ${cropBox}`, rect, { inherited: other }))).toEqual(own)
  })

  test('the numbers and boxes of a page may be references, one by one or all', async () => {
    const rect = [120, 60, 220, 85]
    const own = await readField(fileWith('/MediaBox [0 0 400 300] /CropBox [20 30 380 290] /Rotate 90', rect))
    const objects = { 30: '[0 0 400 300]', 31: '[20 32 0 R 380 290]', 32: '30', 33: '90' }
    const page = '/MediaBox 30 0 R /CropBox 31 0 R /Rotate 33 0 R'
    expect(await readField(fileWith(page, rect, { objects }))).toEqual(own)
  })

  test('whatever the rectangle: on the page in the part that is seen, or a problem', async () => {
    const number = fc.integer({ min: -600, max: 900 })
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(number, number, number, number),
        fc.constantFrom(...boxes),
        fc.constantFrom(0, 90, 180, 270),
        async (rect, box, rotate) => {
          const bytes = fileWith(`${box} /Rotate ${rotate}`, rect)
          const [field, seen] = [await readField(bytes), await seenBox(bytes, rect)]
          if (typeof field === 'string') expect(Math.min(seen.width, seen.height)).toBeLessThanOrEqual(0.01)
          else expectNear(field, seen)
        },
      ),
      { numRuns: 60 },
    )
  })

  test.each([
    ['[0 0 100 20 300]', '[0 0 100 20]'],
    ['[999999999 0 0 20]', '[400 0 0 20]'],
    ['[-999999999 -5 50 20]', '[0 0 50 20]'],
    ['[--10 0 100 20]', null],
    ['[0 0 100]', null],
    ['[]', null],
    ['[0 0 null 20]', null],
    ['[0 0 100 0.0000001]', null],
    ['(0 0 100 20)', null],
  ])('the rectangle %s is %s', async (rect, same) => {
    const entry = (value: string) =>
      buildPdf({
        catalog: '/AcroForm << /Fields [20 0 R] >>',
        objects: {
          20: `<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Rect ${value} >>`,
          1001: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] /Annots [20 0 R] >>',
        },
      })
    const field = await readField(entry(rect))
    if (same !== null) return expect(field).toEqual(await readField(entry(same)))
    // Nothing is guessed: it has the size of a point at most, or is no field.
    if (typeof field !== 'string') expect(field.height).toBeLessThan(20.001)
    return expect(JSON.stringify(field)).not.toMatch(/null,"y"|NaN|Infinity/)
  })
})

describe('the turn of a field', () => {
  test.each([0, 90, 180, 270].flatMap((rotate) => [0, 90, 180, 270].map((turn) => [rotate, turn] as const)))(
    'on a page of /Rotate %d with /MK /R %d is that on the screen',
    async (rotate, turn) => {
      const page = `/MediaBox [0 0 400 300] /Rotate ${rotate}`
      const field = await readField(fileWith(page, [10, 10, 110, 30], { widget: `/MK << /R ${turn} >>` }))
      const expected = (turn - rotate + 360) % 360
      expect(field).toMatchObject({ layout: expected === 0 ? {} : { rotation: expected } })
    },
  )

  test.each([
    ['45', 0],
    ['-90', 270],
    ['450', 90],
    ['90.0', 90],
    ['(90)', 0],
    ['30 0 R', 180],
    ['31 0 R', 0],
  ])('/R %s is %d', async (turn, expected) => {
    const objects = { 30: '180' }
    const page = '/MediaBox [0 0 400 300]'
    const field = await readField(
      fileWith(page, [10, 10, 110, 30], { widget: `/MK << /R ${turn} >>`, objects }),
    )
    expect(field).toMatchObject({ layout: expected === 0 ? {} : { rotation: expected } })
  })
})

/** Matrices that turn a text by the /Rotate of its page, so that it is displayed from left to right. */
const upright: Record<number, string> = { 0: '1 0 0 1', 90: '0 1 -1 0', 180: '-1 0 0 -1', 270: '0 -1 1 0' }

describe('a text tag is where pdf.js displays its text', () => {
  test.each([0, 90, 180, 270].flatMap((rotate) => boxes.map((box) => [rotate, box] as const)))(
    '/Rotate %d, %s, in every unit',
    async (rotate, box) => {
      for (const unit of units) {
        const content = `BT /F1 10 Tf ${upright[rotate]} 145 95 Tm ({{Name}}) Tj ET`
        const bytes = buildPdf({
          objects: {
            1001: `<< /Type /Page /Parent 2 0 R /Contents 1002 0 R ${box} /Rotate ${rotate} /UserUnit ${unit}
              /Resources << /Font << /F1 3 0 R >> >> >>`,
            1002: stream(content),
          },
        })
        const { fields, problems } = inEnglish(await fieldsInFile(bytes))
        expect(problems).toEqual([])
        expect(fields).toMatchObject([{ name: 'Name', type: 'text' }])
        const start = await withPage(bytes, 1, (page) =>
          Promise.resolve(page.getViewport({ scale: 1 }).convertToViewportPoint(145, 95)),
        )
        const [places] = await findTexts(bytes, ['{{Name}}'])
        const { x, y, height } = places![0]!
        expect(Math.abs(x - start[0]!)).toBeLessThan(0.5 * unit)
        // The baseline is within the box, near its lower edge.
        expect(y).toBeLessThan(start[1]!)
        expect(y + height).toBeGreaterThan(start[1]! - 0.5)
      }
    },
  )
})
