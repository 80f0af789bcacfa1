import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { assertVersion, versionOf } from './precondition.ts'

describe('a version', () => {
  it('changes with the content, and is safe in a header', () => {
    expect(versionOf([{ x: 1 }])).toBe(versionOf([{ x: 1 }]))
    expect(versionOf([{ x: 1 }])).not.toBe(versionOf([{ x: 2 }]))
    expect(versionOf([])).toMatch(/^[0-9a-f]{32}$/)
  })
})

describe('If-Match', () => {
  it.each([null, '*', '"a"', '"b", "a"', ' "a" ', 'W/"a"', '"a-br"', 'W/"a-gzip"'])(
    '%s accepts version a',
    (header) => {
      expect(() => assertVersion(header, 'a')).not.toThrow()
    },
  )

  it.each(['"b"', 'a', ''])('%s refuses version a', (header) => {
    expect(() => assertVersion(header, 'a')).toThrow(AppError)
  })
})

describe('versionOf', () => {
  it('does not depend on the order of members, which JSONB does not keep', () => {
    const written = { id: 1, validation: { min: 1, max: 2 }, layout: { widgets: [{ page: 1, dx: 2 }] } }
    const stored = { layout: { widgets: [{ dx: 2, page: 1 }] }, validation: { max: 2, min: 1 }, id: 1 }
    expect(versionOf(stored)).toBe(versionOf(written))
    expect(versionOf([1, 2])).not.toBe(versionOf([2, 1]))
  })
})
