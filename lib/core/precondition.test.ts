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
  it.each([null, '*', '"a"', '"b", "a"', ' "a" ', 'W/"a"'])('%s accepts version a', (header) => {
    expect(() => assertVersion(header, 'a')).not.toThrow()
  })

  it.each(['"b"', 'a', ''])('%s refuses version a', (header) => {
    expect(() => assertVersion(header, 'a')).toThrow(AppError)
  })
})
