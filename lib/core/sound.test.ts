import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { soundPart } from './sound.ts'

const Line = z.object({
  name: z.string().trim(),
  count: z.int().default(1),
  tags: z.array(z.string()).optional(),
})
const Order = z.object({
  title: z.string().min(1),
  lines: z.array(Line).max(2),
  more: z.object({ note: z.string(), mark: z.union([z.object({ a: z.int() }), z.null()]) }).optional(),
})
const right = { title: 'x', lines: [] }

describe('soundPart', () => {
  it('is the whole where nothing is wrong, read as the schema reads', () => {
    expect(soundPart(Order, { ...right, lines: [{ name: ' a ' }] })).toEqual({
      title: 'x',
      lines: [{ name: 'a', count: 1 }],
    })
  })

  it('keeps the members that can be read, at their places', () => {
    const lines = [{ name: 1, count: 4 }, 'no line']
    expect(soundPart(Order, { title: '', lines })).toEqual({ lines: [{ count: 4 }, { count: 1 }] })
  })

  it('takes a list of plain values and one of several forms as a whole or not at all', () => {
    const more = { note: 'n', mark: { a: 'b' } }
    const lines = [{ name: 'a', tags: ['t', 1] }]
    expect(soundPart(Order, { ...right, lines, more })).toEqual({
      title: 'x',
      lines: [{ name: 'a', count: 1 }],
      more: { note: 'n' },
    })
  })

  it('knows that there is something in a list that is wrong as a whole, and not what', () => {
    const line = { name: 'a' }
    for (const lines of [[line, line, line], line, 'text', null, undefined]) {
      expect(soundPart(Order, { ...right, lines })).toEqual({ title: 'x', lines: [{}] })
    }
  })

  it('says nothing of what is no object', () => {
    for (const value of ['text', null, undefined, 7, []]) {
      expect(soundPart(Order, value)?.title).toBeUndefined()
    }
    expect(soundPart(Order, 'text')).toBeUndefined()
  })
})
