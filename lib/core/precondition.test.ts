import { describe, expect, it } from 'vitest'
import { AppError } from './errors.ts'
import { assertVersion } from './precondition.ts'

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
