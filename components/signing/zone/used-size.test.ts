import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { field } from '../fixtures.ts'
import type { SigningField } from '../shapes.ts'
import { findRoom, getUsedStyle } from './used-size.ts'

const page = { width: 600, height: 800 }

describe('the room of a used field', () => {
  test('ends before its neighbours', () => {
    const text = field({ x: 60, y: 100, width: 120, height: 20 })
    const box = field({ type: 'checkbox', x: 200, y: 102, width: 16, height: 16 })
    const below = field({ x: 60, y: 128, width: 300, height: 20 })
    const away = field({ x: 60, y: 40, width: 100, height: 20, page: 2 })
    const room = findRoom(text, [text, box, below, away], page)
    expect(room).toEqual({ left: 56, right: 16, above: 96, below: 4 })
  })

  test('counts what is above a field as far as the field grows to the side', () => {
    const text = field({ x: 60, y: 100, width: 40, height: 20 })
    const near = field({ x: 200, y: 70, width: 16, height: 16 })
    const far = field({ x: 400, y: 82, width: 16, height: 16 })
    expect(findRoom(text, [text, near, far], page).above).toBe(10)
  })

  test('ends at each button of a form, and not between them', () => {
    const text = field({ x: 60, y: 100, width: 120, height: 20 })
    const place = { page: 1, dy: 0, width: 16, height: 20 }
    const buttons = field({
      ...{ type: 'radio', x: 20, y: 100, width: 300, height: 20 },
      layout: {
        widgets: [
          { ...place, dx: 0 },
          { ...place, dx: 284 },
        ],
      },
    })
    expect(findRoom(text, [text, buttons], page)).toMatchObject({ left: 20, right: 120 })
  })

  const someField = fc
    .record({
      column: fc.nat(5),
      row: fc.nat(20),
      width: fc.integer({ min: 4, max: 96 }),
      height: fc.integer({ min: 4, max: 30 }),
    })
    .map(({ column, row, width, height }) => field({ x: column * 100, y: row * 35, width, height }))

  test('holds no part of another field, whatever the page has', () => {
    const places = (fields: SigningField[]) => new Map(fields.map((one) => [`${one.x} ${one.y}`, one]))
    fc.assert(
      fc.property(fc.array(someField, { minLength: 1, maxLength: 30 }), (some) => {
        const fields = [...places(some).values()]
        const [used, ...others] = fields as [SigningField, ...SigningField[]]
        const room = findRoom(used, fields, page)
        const row = { ...used, x: used.x - room.left, width: used.width + room.left + room.right }
        const column = { ...used, y: used.y - room.above, height: used.height + room.above + room.below }
        for (const other of others) {
          expect(overlaps(row, other)).toBe(false)
          expect(overlaps(column, other)).toBe(false)
        }
        expect(Math.min(...Object.values(room))).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})

type Rectangle = Pick<SigningField, 'x' | 'y' | 'width' | 'height'>
const overlaps = (a: Rectangle, b: Rectangle) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('turned content grows as in a page of its own', () => {
  const text = field({ x: 60, y: 100, width: 20, height: 120, layout: { rotation: 90 } })
  const beside = field({ x: 82, y: 100, width: 20, height: 120 })
  expect(getUsedStyle(text, [text, beside], page)).toEqual(getUsedStyle(text, [text], page))
})
