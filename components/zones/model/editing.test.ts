import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  align,
  distribute,
  fitToPages,
  moveAll,
  moveByPages,
  resizeAll,
  sameSize,
} from '#components/zones/model/arrange.ts'
import { copyToPages, duplicateZones, pasteZones } from '#components/zones/model/copies.ts'
import { applyStep, newHistory } from '#components/zones/model/history.ts'
import {
  avoidOverlap,
  findOverlappingZones,
  freePosition,
  overlaps,
  placeMoved,
  separate,
} from '#components/zones/model/placement.ts'
import { boxBetween, listKeysOnPage, toggled } from '#components/zones/model/selection.ts'
import { snap } from '#components/zones/model/snap.ts'
import { type DraftZone, makeZone, onPage, shift } from '#components/zones/model/zone-model.ts'
import { MAX_ZOOM, MIN_ZOOM, nextZoom, wheelZoom } from '#components/zones/page/zoom.ts'
import { parsePages } from '#components/zones/panels/selection-actions.tsx'
import { widgetBox } from '#lib/processes/fields/layout'
import { startProcessorClock } from '#lib/testing/values/processor-time'

const page = { width: 595, height: 842 }
const initial = { type: 'text' as const, documentId: 1, signerId: 9, page: 1 }
const zone = (key: string, change: Partial<DraftZone> = {}): DraftZone => ({
  ...makeZone(key, initial, { x: 200, y: 200 }, page),
  ...change,
})
const box = (x: number, y: number, width = 100, height = 20) => ({ x, y, width, height })
const getPageSize = () => page
let count = 0
const newKey = () => `copy-${++count}`

describe('a group of zones', () => {
  it('moves together: distances stay the same, and no zone leaves its page', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900, max: 900 }), fc.integer({ min: -900, max: 900 }), (dx, dy) => {
        const [a, b] = moveAll([zone('a', box(10, 20)), zone('b', box(400, 700))], dx, dy, getPageSize)
        expect([b!.x - a!.x, b!.y - a!.y]).toEqual([390, 680])
        expect(a!.x).toBeGreaterThanOrEqual(0)
        expect(b!.y + b!.height).toBeLessThanOrEqual(page.height)
      }),
    )
  })

  it('is resized by the same distance', () => {
    const grown = resizeAll([zone('a', box(10, 20)), zone('b', box(300, 400, 50))], 'e', 15, 0, getPageSize)
    expect(grown.map(({ width }) => width)).toEqual([115, 65])
  })

  it('is kept on its pages by a change of its place, which another change leaves as it is', () => {
    const imported = zone('a', { x: 72.123, y: 300.333, width: 150.456, height: 8 })
    const change = (part: Partial<DraftZone>) => fitToPages([{ key: 'a', ...part }], [imported], getPageSize)
    expect(change({ signerId: 7, label: 'Rent' })).toEqual([{ key: 'a', signerId: 7, label: 'Rent' }])
    const { y, width } = imported
    expect(change({ x: 900 })).toEqual([{ key: 'a', x: 444.544, y, width, height: 10 }])
    expect(fitToPages([{ key: 'a', page: 2 }], [imported], () => undefined)).toBeNull()
  })

  it('moves to another page only if every zone has such a page', () => {
    const zones = [zone('a'), zone('b', { page: 2 })]
    const sizes = ({ page: number }: DraftZone) => (number >= 1 && number <= 2 ? page : undefined)
    expect(moveByPages(zones, 1, sizes)).toBeNull()
    expect(moveByPages([zones[0]!], 1, sizes)?.[0]).toMatchObject({ page: 2, x: zones[0]!.x })
  })

  it.each([
    ['left', [10, 10], [20, 400]],
    ['centre', [85, 60], [20, 400]],
    ['right', [160, 110], [20, 400]],
    ['top', [10, 110], [20, 20]],
    ['middle', [10, 110], [220, 210]],
    ['bottom', [10, 110], [420, 400]],
  ] as const)('is aligned %s', (alignment, x, y) => {
    const zones = [zone('a', box(10, 20, 50, 20)), zone('b', box(110, 400, 100, 40))]
    const aligned = align(zones, alignment)
    expect(aligned.map((zone) => zone.x)).toEqual(x)
    expect(aligned.map((zone) => zone.y)).toEqual(y)
  })

  it('is aligned on each page by itself', () => {
    const zones = [zone('a', { x: 10 }), zone('b', { x: 90, page: 2 }), zone('c', { x: 50, page: 2 })]
    expect(align(zones, 'left').map(({ x }) => x)).toEqual([10, 50, 50])
  })

  it('is aligned in a row where the zones would cover each other', () => {
    const zones = [0, 1, 2].map((index) => zone(`${index}`, box(100, 50 + 100 * index)))
    expect(align(zones, 'top').map(({ x, y }) => [x, y])).toEqual([
      [100, 50],
      [204, 50],
      [308, 50],
    ])
    const atEdge = align([zone('a', box(480, 0)), zone('b', box(490, 80))], 'top')
    const placed = separate(atEdge, atEdge, getPageSize, 'x')
    expect(placed.map(({ y }) => y)).toEqual([0, 0])
    expect(findOverlappingZones(placed)).toEqual([])
  })

  it('is distributed with equal spaces between the outer two', () => {
    const zones = [zone('a', box(0, 0, 100)), zone('b', box(300, 0, 50)), zone('c', box(120, 0, 30))]
    const spread = distribute(zones, 'across').toSorted((a, b) => a.x - b.x)
    expect(spread.map(({ key, x }) => [key, x])).toEqual([
      ['a', 0],
      ['c', 185],
      ['b', 300],
    ])
  })

  it('gets the size of the first', () => {
    const sized = sameSize([zone('a', box(0, 0, 80, 30)), zone('b', box(580, 0, 10, 10))], getPageSize)
    expect(sized[1]).toMatchObject({ width: 80, height: 30, x: page.width - 80 })
  })
})

/** A zone at (100, 700) with further places at (100, 740) of its page, and at (100, 100) of page 5. */
const repeated = (change: Partial<DraftZone> = {}) =>
  zone('a', {
    ...box(100, 700),
    layout: {
      widgets: [
        { page: 1, dx: 0, dy: 40, width: 100, height: 20 },
        { page: 5, dx: 0, dy: -600, width: 100, height: 20 },
      ],
    },
    ...change,
  })
const buttons = (...pages: number[]) =>
  zone('radio', {
    ...box(100, 100, 20, 60),
    type: 'radio',
    options: pages.map((_, index) => `${index}`),
    layout: {
      squares: true,
      widgets: pages.map((page, index) => ({
        ...{ page, dx: 0, dy: index * 20, width: 20, height: 20, option: `${index}` },
      })),
    },
  })
/** The zone after a change as the editor applies it. */
function changed(start: DraftZone, change: Partial<DraftZone>, size = getPageSize): DraftZone {
  const changes = fitToPages([{ key: start.key, ...change }], [start], size)!
  return applyStep(newHistory([start]), { type: 'change', changes }).zones[0]!
}
const placesOf = (zone: DraftZone) =>
  (zone.layout.widgets ?? []).map((widget) => ({ page: widget.page, ...widgetBox(zone, widget) }))

describe('the further places of a zone', () => {
  it('move to another page with it; those of other pages stay where they are', () => {
    expect(placesOf(changed(buttons(1, 1), { page: 2, x: 300, y: 400 }))).toEqual([
      { page: 2, ...box(300, 400, 20, 20) },
      { page: 2, ...box(300, 420, 20, 20) },
    ])
    expect(placesOf(changed(repeated(), { page: 2, x: 300, y: 400 }))).toEqual([
      { page: 2, ...box(300, 440) },
      { page: 5, ...box(100, 100) },
    ])
    const [moved] = moveByPages([repeated()], 1, getPageSize)!
    expect(placesOf(moved!).map((place) => place.page)).toEqual([2, 5])
    expect(placesOf(changed(repeated(), { page: moved!.page }))).toEqual(placesOf(moved!))
  })

  it('stay on their pages, wherever the zone is moved', () => {
    const distance = fc.integer({ min: -900, max: 900 })
    fc.assert(
      fc.property(distance, distance, (dx, dy) => {
        const [moved] = moveAll([repeated()], dx, dy, getPageSize)
        const { x, y } = moved!
        expect(changed(repeated(), { x, y })).toEqual(moved)
        expect(changed(repeated(), { x: 100 + dx, y: 700 + dy })).toEqual(moved)
        const [beside, elsewhere] = placesOf(moved!)
        expect(beside).toMatchObject({ page: 1, x, y: y + 40 })
        expect(beside!.y + 20).toBeLessThanOrEqual(page.height)
        expect(elsewhere).toEqual({ page: 5, ...box(100, 100) })
      }),
    )
  })

  it('are moved and shortened to fit on a smaller page', () => {
    const small = { width: 80, height: 50 }
    const moved = changed(repeated(), { page: 2 }, () => small)
    expect(moved).toMatchObject({ page: 2, x: 0, width: 80 })
    expect(placesOf(moved)[0]).toEqual({ page: 2, ...box(0, 30, 80) })
    expect(placesOf(moved)[1]).toEqual({ page: 5, ...box(100, 100) })
  })

  it('stay where they are when the zone is resized, also by a change of its size', () => {
    const [resized] = resizeAll([repeated()], 'nw', -30, -10, getPageSize)
    expect(resized).toMatchObject(box(70, 690, 130, 30))
    const { x, y, width, height } = resized!
    for (const zone of [resized!, changed(repeated(), { x, y, width, height })])
      expect(placesOf(zone)).toEqual(placesOf(repeated()))
  })

  it('follow a zone that is smaller than a new one', () => {
    const tiny = repeated({ height: 8 })
    expect(placesOf(changed(tiny, { x: 130 }))[0]).toMatchObject({ page: 1, ...box(130, 740) })
  })

  it('are shown where they are while it is dragged to another page', () => {
    expect(placesOf(shift(repeated(), 30, 400))).toEqual([
      { page: 1, ...box(130, 1140) },
      { page: 5, ...box(100, 100) },
    ])
    expect(shift(zone('a', box(100, 100)), 30, 800)).toEqual(zone('a', box(130, 900)))
  })

  it('move with it when it is dropped on another page', () => {
    const [moved] = moveAll([onPage(repeated(), 2)], 10, -50, getPageSize)
    const { page: number, x, y } = moved!
    expect(placesOf(changed(repeated(), { page: number, x, y }))).toEqual(placesOf(moved!))
  })
})

describe('a new zone', () => {
  it('never covers another while the page has room', () => {
    const anyPoint = fc.record({ x: fc.integer({ min: 0, max: 500 }), y: fc.integer({ min: 0, max: 800 }) })
    fc.assert(
      fc.property(fc.array(anyPoint, { minLength: 1, maxLength: 25 }), (spots) => {
        const placedZones: DraftZone[] = []
        for (const [index, spot] of spots.entries())
          placedZones.push(...avoidOverlap([makeZone(`${index}`, initial, spot, page)], placedZones, page))
        for (const [index, first] of placedZones.entries())
          for (const second of placedZones.slice(index + 1)) expect(overlaps(first, second)).toBe(false)
      }),
    )
  })

  it('goes to the nearest free position, with a gap of 4 points', () => {
    expect(freePosition(box(100, 100), [box(90, 95)], page)).toEqual({ x: 100, y: 95 + 20 + 4 })
  })

  it('stays where it is beside zones of other pages, and on a full page', () => {
    expect(avoidOverlap([zone('b')], [zone('a', { page: 2 })], page)).toEqual([zone('b')])
    expect(avoidOverlap([zone('b')], [zone('a', { x: 0, y: 0, ...page })], page)).toEqual([zone('b')])
  })
})

describe('moved zones', () => {
  it('that would cover another go to the nearest free place, with the same distances', () => {
    const others = [zone('other', box(100, 100))]
    const moved = [zone('a', box(90, 90)), zone('b', box(90, 150))]
    const [a, b] = placeMoved(moved, [...others, ...moved], getPageSize)
    expect([a!.x, a!.y, b!.y - a!.y]).toEqual([90, 124, 60])
  })

  it('stay where they are dropped if they cover no other, even around one', () => {
    const moved = [zone('a', box(100, 100)), zone('b', box(100, 300))]
    expect(placeMoved(moved, [zone('between', box(100, 200)), ...moved], getPageSize)).toEqual(moved)
  })

  it('are placed one by one on a page without room for all together', () => {
    const moved = [zone('top', box(0, 0, 595)), zone('bottom', box(0, 822, 595))]
    const placed = placeMoved(moved, [zone('covered', box(100, 10)), ...moved], getPageSize)
    expect(placed[0]).toMatchObject({ x: 0, y: 34 })
    expect(placed[1]).toEqual(moved[1])
  })
})

it('many zones of a page are arranged and moved in little time', () => {
  const zones = Array.from({ length: 150 }, (_, index) =>
    zone(`${index}`, box(20 + (index % 4) * 140, 5 + Math.floor(index / 4) * 21, 130, index ? 18 : 22)),
  )
  const others = zones.map((other) => ({ ...other, key: `other ${other.key}`, page: 2 }))
  const start = process.cpuUsage()
  separate(align(zones, 'left'), zones, getPageSize, 'y')
  separate(align(zones, 'top'), zones, getPageSize, 'x')
  const moved = zones.map((zone) => ({ ...zone, page: 2 }))
  placeMoved(moved, [...zones, ...others], getPageSize)
  expect(process.cpuUsage(start).user).toBeLessThan(4e6)
})

it('zones that are moved to many full pages share the time of one', () => {
  const full = (page: number) =>
    Array.from({ length: 120 }, (_, index) => {
      const [column, row] = [index % 4, Math.floor(index / 4)]
      return zone(`${page} ${index}`, {
        ...box(5 + column * 145 + ((index * 7) % 11), 5 + row * 27 + ((index * 5) % 7), 130, 18),
        page,
      })
    })
  const measure = (pageCount: number) => {
    const pages = Array.from({ length: pageCount }, (_, index) => index + 1)
    const zones = pages.flatMap(full)
    const others = pages.flatMap((page) => full(page + pageCount))
    const moved = zones.map((zone) => ({ ...zone, page: zone.page + pageCount }))
    const getMilliseconds = startProcessorClock()
    placeMoved(moved, [...zones, ...others], getPageSize)
    return getMilliseconds()
  }
  // Not twenty times as long.
  const onePage = measure(1)
  expect(measure(20)).toBeLessThan(10 * onePage)
})

describe('copies', () => {
  const signers = [{ id: 9, name: 'Ada' }]
  const zones = [zone('a', box(100, 100)), zone('b', box(100, 140))]

  it('are pasted beside the originals, with the same distances', () => {
    const place = { documentId: 1, page: 1, size: page }
    const [a, b] = pasteZones(zones, place, zones, signers, 9, newKey)
    expect(b!.y - a!.y).toBe(40)
    for (const copy of [a!, b!]) for (const original of zones) expect(overlaps(copy, original)).toBe(false)
    expect(new Set([a!.key, b!.key, 'a', 'b']).size).toBe(4)
  })

  it('keep their position on another page, and get a signer of this editor', () => {
    const place = { documentId: 2, page: 5, size: page }
    const [copy] = pasteZones([zone('a', { signerId: 77 })], place, zones, signers, 9, newKey)
    expect(copy).toMatchObject({ documentId: 2, page: 5, x: zone('a').x, y: zone('a').y, signerId: 9 })
  })

  it('replace no form field of the file', () => {
    const imported = [zone('a', { imported: true })]
    const pages = [2].map((number) => ({ number, ...page }))
    const copies = [
      ...pasteZones(imported, { documentId: 2, page: 1, size: page }, [], signers, 9, newKey),
      ...duplicateZones(imported, imported, getPageSize, newKey),
      ...copyToPages(imported, pages, imported, newKey),
    ]
    expect(copies.map((copy) => copy.imported)).toEqual([false, false, false])
  })

  it('have only the further places on their page', () => {
    const pages = [1, 2, 3].map((number) => ({ number, ...page }))
    const copies = copyToPages([repeated()], pages, [repeated()], newKey)
    expect(copies.map(placesOf)).toEqual([2, 3].map((page) => [{ page, ...box(100, 740) }]))
    const elsewhere = repeated({ layout: { align: 'right', widgets: [repeated().layout.widgets![1]!] } })
    const [copy] = duplicateZones([elsewhere], [elsewhere], getPageSize, newKey)
    expect(copy!.layout).toEqual({ align: 'right' })
  })

  it.each([
    ['near the edge', box(100, 779), 40],
    ['whose further place is far below', box(100, 100), 700],
    ['that is as wide as the page, as far as the page has room', box(0, 100, 595), 600],
  ])('of a zone %s do not cover it', (_, place, dy) => {
    const widgets = [{ page: 1, dx: 0, dy, width: 100, height: 20 }]
    const original = zone('a', { ...place, layout: { widgets } })
    const [copy] = duplicateZones([original], [original], getPageSize, newKey)
    const { x, y } = copy!
    expect(overlaps(changed(copy!, { x, y }), original)).toBe(false)
    expect(placesOf(copy!)[0]).toMatchObject({ x, y: y + dy })
  })

  it('of a group keep their distances near the edge', () => {
    const originals = [repeated({ y: 779 }), zone('b', box(250, 779))]
    const [a, b] = duplicateZones(originals, originals, getPageSize, newKey)
    expect([b!.x - a!.x, b!.y - a!.y]).toEqual([150, 0])
    for (const copy of [a!, b!])
      for (const original of originals) expect(overlaps(copy, original)).toBe(false)
  })

  it('of radio buttons keep those on their page, or list the options that have none there', () => {
    const place = { documentId: 2, page: 3, size: page }
    const paste = (zone: DraftZone) => pasteZones([zone], place, [], signers, 9, newKey)[0]!
    expect(placesOf(paste(buttons(1, 1))).map((button) => button.page)).toEqual([3, 3])
    expect(paste(buttons(1, 2)).layout).toEqual({ squares: true })
  })

  it('are made on the page of each original by duplicating', () => {
    const originals = [zone('a'), zone('b', { page: 2 })]
    expect(duplicateZones(originals, originals, getPageSize, newKey).map((copy) => copy.page)).toEqual([1, 2])
  })

  it('are not added to a page that has them already', () => {
    const pages = [1, 2, 3].map((number) => ({ number, ...page }))
    const copies = copyToPages([zone('a')], pages, [zone('a')], newKey)
    expect(copies.map((copy) => copy.page)).toEqual([2, 3])
    expect(copyToPages([zone('a')], pages, [zone('a'), ...copies], newKey)).toEqual([])
  })

  it('are not added to their own page, also not by zones in thousandths of a point or smaller than new ones', () => {
    const imported = zone('a', { x: 72.123, y: 300.3334, width: 150.456, height: 8 })
    const pages = [1, 2].map((number) => ({ number, ...page }))
    const copies = copyToPages([imported], pages, [imported], newKey)
    expect(copies.map((copy) => copy.page)).toEqual([2])
    expect(copyToPages([imported], pages, [imported, ...copies], newKey)).toEqual([])
  })

  it('of equal zones are made once, and those of other zones beside each other', () => {
    const pages = [1, 2, 3].map((number) => ({ number, ...page }))
    const equal = [zone('a'), zone('b', { page: 2 })]
    expect(copyToPages(equal, pages, equal, newKey).map((copy) => copy.page)).toEqual([3])
    const twice = [zone('a'), zone('b')]
    expect(copyToPages(twice, pages, twice, newKey).map((copy) => copy.page)).toEqual([2, 3])
    const other = [zone('a', { label: 'Rent' }), zone('b', { page: 2, label: 'Fee' })]
    const copies = copyToPages(other, pages, other, newKey).filter((copy) => copy.page === 3)
    expect(copies.map(({ label }) => label)).toEqual(['Rent', 'Fee'])
    expect(findOverlappingZones(copies)).toEqual([])
  })

  it('from the same place of several pages are pasted beside each other', () => {
    const place = { documentId: 1, page: 3, size: page }
    const copies = pasteZones([zone('a'), zone('b', { page: 2 })], place, [], signers, 9, newKey)
    expect([copies.length, findOverlappingZones(copies)]).toEqual([2, []])
  })

  it('are not added to a page without room', () => {
    const full = zone('full', { page: 2, x: 0, y: 0, ...page })
    const pages = [2, 3].map((number) => ({ number, ...page }))
    expect(copyToPages([zone('a')], pages, [zone('a'), full], newKey).map((copy) => copy.page)).toEqual([3])
  })
})

describe('a page range', () => {
  it.each([
    ['3', [3]],
    ['1-3, 7', [1, 2, 3, 7]],
    [' 5 – 6 ; 5', [5, 6]],
  ])('reads “%s”', (text, pages) => {
    expect(parsePages(text, 9)).toEqual(pages)
  })

  it.each(['', '0', '4-2', '8-10', 'all', '1,,2', '-3'])('rejects “%s”', (text) => {
    expect(parsePages(text, 9)).toBeNull()
  })
})

describe('a selection', () => {
  it('toggles a zone', () => {
    const selection = toggled(new Set(['a']), 'b')
    expect([...selection]).toEqual(['a', 'b'])
    expect([...toggled(selection, 'a')]).toEqual(['b'])
  })

  it('by marquee has the zones of the page that the marquee touches', () => {
    const zones = [zone('a', box(10, 10)), zone('b', box(300, 300)), zone('c', { ...box(10, 10), page: 2 })]
    const marquee = boxBetween({ x: 60, y: 60 }, { x: 0, y: 0 })
    expect(listKeysOnPage(zones, { documentId: 1, page: 1 }, marquee)).toEqual(['a'])
    expect(listKeysOnPage(zones, { documentId: 1, page: 1 })).toEqual(['a', 'b'])
  })
})

describe('snap', () => {
  it('snaps a box to the edge of its neighbour, with a guide', () => {
    const { box: snapped, guides } = snap(box(103, 300, 50), [zone('a', box(100, 50, 170, 22))], page, 4)
    expect([snapped.x, snapped.y]).toEqual([100, 300])
    expect(guides).toEqual([{ axis: 'x', at: 100 }])
  })

  it('snaps to the margins and the centre of the page', () => {
    expect(snap(box(70, 300), [], page, 4)).toMatchObject({
      box: { x: 72 },
      guides: [{ axis: 'x', at: 72 }],
    })
    expect(snap(box(300, 842 - 36 - 22), [], page, 4).box.y).toBe(842 - 36 - 20)
    expect(snap(box(246, 100), [], page, 4).box.x).toBe(247.5)
  })

  it('snaps to the nearest of several lines', () => {
    const [near, farther] = [box(101, 0, 10, 10), box(98, 0, 10, 10)]
    expect(snap(box(100.4, 500, 40, 40), [farther, near], page, 4).box.x).toBe(101)
  })

  it('does not move a box without a line nearby', () => {
    const alone = box(310, 310, 10, 10)
    expect(snap(alone, [zone('a', box(10, 10))], page, 4)).toEqual({ box: alone, guides: [] })
  })
})

describe('the zoom', () => {
  it('goes through the factors of the buttons and stops at both ends', () => {
    expect([nextZoom(1, 1), nextZoom(1, -1), nextZoom(1.1, -1), nextZoom(4, 1)]).toEqual([1.25, 0.75, 1, 4])
  })

  it('follows the wheel within its bounds', () => {
    expect(wheelZoom(1, -100)).toBeGreaterThan(1.1)
    expect(wheelZoom(1, 3)).toBeLessThan(1)
    expect(wheelZoom(MAX_ZOOM, -5000)).toBe(MAX_ZOOM)
    expect(wheelZoom(MIN_ZOOM, 5000)).toBe(MIN_ZOOM)
  })
})
