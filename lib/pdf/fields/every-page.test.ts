import { PDF } from '@libpdf/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { inspect } from '../check/inspect.ts'
import { incrementalUpdate, withIncrement } from '../file/incremental-update.ts'
import { loadPdf } from '../file/load.ts'
import { dict } from '../file/objects.ts'
import { buildPdf } from '../fixtures/build.ts'
import { paint, withPage } from '../fixtures/render.ts'
import { FontBook } from '../text/fonts.ts'
import { loadShaping } from '../text/shaping.ts'
import type { Zone } from '../zones.ts'
import { widgetBox } from './field-box.ts'
import { FieldMaker, type FieldPage, topFields } from './fields.ts'
import { ensureAcroForm } from './form.ts'
import { makePanelAppearance, panelBox, readZones } from './panel.ts'

const zone = (id: string, type: Zone['type'], x: number, y: number, more: Partial<Zone> = {}): Zone => ({
  ...{ id, type, x, y, signer: 'p', page: 1, width: 60, height: 24, required: false },
  ...more,
})

/** A field of every type that has a value, in rows of three. */
const zones: Zone[] = [
  zone('text', 'text', 10, 20, { value: 'Iris' }),
  zone('right', 'text', 85, 20, { value: 'Iris', align: 'right' }),
  zone('cells', 'text', 160, 20, { value: 'AB12', cells: 6 }),
  zone('date', 'date', 10, 60, { value: '2026-03-01' }),
  zone('number', 'number', 85, 60, { value: '-12.5' }),
  zone('name', 'name', 160, 60, { value: 'ערב' }),
  zone('dropdown', 'dropdown', 10, 100, { value: 'b', options: ['a', 'b'] }),
  zone('checkbox', 'checkbox', 85, 100, { value: 'true', width: 24 }),
  zone('options', 'radio', 160, 100, { value: 'two', options: ['one', 'two'] }),
  zone('turned', 'text', 10, 140, { value: 'Iris', rotation: 90, width: 24, height: 40 }),
  zone('upside', 'text', 85, 140, { value: 'Iris', rotation: 180 }),
  zone('email', 'email', 160, 140, { value: 'iris@example.com', largest: 5 }),
]

const boxes = [
  '/MediaBox [0 0 320 240]',
  '/MediaBox [-100 -70 300 200] /CropBox [-60 -50 260 190]',
  '/MediaBox [300 240 -40 -10]',
]
const cases = [0, 90, 180, 270].flatMap((rotate) => [
  ...boxes.map((box, index) => [rotate, box, 1 + (index % 2)] as const),
  [rotate, '/MediaBox [0 0 5 5]', 72] as const,
  [rotate, '/MediaBox [0 0 0.16 0.14]', 2500] as const,
])

/** A page with the fields that `make` adds. */
async function withFields(
  [rotate, box, userUnit]: (typeof cases)[number],
  make: (maker: FieldMaker, place: FieldPage) => void,
  inherited = false,
) {
  const page = `${box} /Rotate ${rotate}`
  const bytes = buildPdf({
    inherited: inherited ? page : '',
    objects: {
      1001: `<< /Type /Page /Parent 2 0 R /UserUnit ${userUnit} ${inherited ? '' : page} >>`,
    },
  })
  const pdf = await loadPdf(bytes)
  const [geometry] = inspect(pdf).pages
  const fonts = new FontBook(pdf)
  const maker = new FieldMaker(pdf, fonts, await ensureAcroForm(pdf, fonts, false), 'tag')
  make(maker, { ref: pdf.context.pages.getPages()[0]!, geometry: geometry! })
  maker.write()
  fonts.embed()
  return { pdf, geometry: geometry!, after: withIncrement(bytes, incrementalUpdate(pdf, bytes)) }
}

beforeAll(() => loadShaping(zones))

describe('fields of every type are drawn in their zones, and nowhere else', () => {
  test.each(cases)('/Rotate %d, %s, /UserUnit %d', async (...place) => {
    const { after, geometry } = await withFields(place, (maker, page) => {
      for (const item of zones) maker.value([item], () => page)
    })
    expect(Math.min(geometry.width, geometry.height)).toBeGreaterThanOrEqual(240)
    const painting = await paint(after, 1, 1)
    for (const { x, y, width, height, id } of zones) {
      const ink = painting.ink({ x, y, width, height })
      expect(ink, id).not.toBeNull()
      // A ring around the zone is white.
      const around = { x: x - 4, y: y - 4, width: width + 8, height: height + 8 }
      expect(painting.darkness(around) * around.width * around.height, id).toBeCloseTo(
        painting.darkness({ x, y, width, height }) * width * height,
        -2,
      )
      expect(painting.ink({ ...around, height: 3 }), id).toBeNull()
      expect(painting.ink({ ...around, width: 3 }), id).toBeNull()
    }

    // Each begins where a reader of the page as displayed expects it.
    const partOfInk = (id: string, axis: 'x' | 'y') => {
      const { x, y, width, height } = zones.find((item) => item.id === id)!
      const ink = painting.ink({ x, y, width, height })!
      return axis === 'x'
        ? [(ink.x - x) / width, (ink.x + ink.width - x) / width]
        : [(ink.y - y) / height, (ink.y + ink.height - y) / height]
    }
    expect(partOfInk('text', 'x')[1]).toBeLessThan(0.6)
    expect(partOfInk('right', 'x')[0]).toBeGreaterThan(0.4)
    // Hebrew begins at the right, upside down text at the right, a quarter turn to the left at the bottom.
    expect(partOfInk('name', 'x')[0]).toBeGreaterThan(0.4)
    expect(partOfInk('upside', 'x')[0]).toBeGreaterThan(0.4)
    expect(partOfInk('turned', 'y')[0]).toBeGreaterThan(0.2)
    expect(partOfInk('turned', 'y')[1]).toBeGreaterThan(0.9)
    // The cells from the fifth on are empty.
    expect(partOfInk('cells', 'x')[1]).toBeLessThan(4.1 / 6)
  })

  test.each(cases)('also where the page inherits /Rotate %d, %s, with /UserUnit %d', async (...place) => {
    const make: Parameters<typeof withFields>[1] = (maker, page) => {
      for (const item of zones) maker.value([item], () => page)
    }
    const rects = async (inherited: boolean) => {
      const { after } = await withFields(place, make, inherited)
      return withPage(after, 1, async (page) =>
        (await page.getAnnotations()).map(({ rect, rotation }) => [rect, rotation]),
      )
    }
    expect(await rects(true)).toEqual(await rects(false))
  })
})

describe('a panel over the zones of a signer', () => {
  test.each(cases)('/Rotate %d, %s, /UserUnit %d: values are drawn in their zones', async (...place) => {
    const { after } = await withFields(place, (maker, page) => maker.panel(zones, page))
    const reloaded = await PDF.load(after, { lenient: false })
    const field = topFields(reloaded)[0]!.dict
    const fonts = new FontBook(reloaded)
    const written = readZones(field)!
    const { x, y, width, height } = panelBox(zones)
    expect(written.map((item) => [item.id, item.x + x, item.y + y])).toEqual(
      zones.map((item) => [item.id, item.x, item.y]),
    )
    const box = widgetBox(reloaded, field)
    expect(box.width).toBeCloseTo(width, 1)
    expect(box.height).toBeCloseTo(height, 1)
    const values = { text: 'Iris', checkbox: true, options: 'one', dropdown: '' }
    const appearance = { kind: 'text' as const, text: 'Iris' }
    const appearances = { signature: appearance, initials: appearance, caption: '' }
    const stream = makePanelAppearance(reloaded, fonts, box, written, values, appearances)
    field.set('AP', dict({ N: reloaded.context.register(stream) }))
    fonts.embed()
    const painting = await paint(await reloaded.save(), 1, 1)
    for (const item of zones) {
      const ink = painting.ink({ x: item.x, y: item.y, width: item.width, height: item.height })
      expect([item.id, ink === null]).toEqual([item.id, item.id === 'dropdown'])
    }
    expect(painting.ink({ x: 0, y: 0, width: 320, height: 17 })).toBeNull()
  })
})
