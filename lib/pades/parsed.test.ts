import { expect, test, vi } from 'vitest'
import { memoize } from './parsed.ts'

const bytes = (...values: number[]) => new Uint8Array(values)

test('parses the same bytes once, and different bytes apart', () => {
  const parse = vi.fn((der: Uint8Array) => ({ length: der.length }))
  const read = memoize(parse)
  expect(read(bytes(1, 2))).toBe(read(bytes(1, 2)))
  expect(read(bytes(1, 2, 3))).toEqual({ length: 3 })
  expect(parse).toHaveBeenCalledTimes(2)
})

test('drops the least recently used entry', () => {
  const parse = vi.fn((der: Uint8Array) => ({ first: der[0] }))
  const read = memoize(parse)
  const pair = (number: number) => bytes(number & 255, number >> 8)
  for (let number = 0; number < 200; number++) read(pair(number))
  read(pair(0))
  read(pair(200))
  expect(parse).toHaveBeenCalledTimes(201)
  read(pair(0))
  expect(parse).toHaveBeenCalledTimes(201)
  read(pair(1))
  expect(parse).toHaveBeenCalledTimes(202)
})

test('does not cache errors', () => {
  let tries = 0
  const read = memoize(() => {
    tries += 1
    if (tries === 1) throw new Error('no ASN.1')
    return tries
  })
  expect(() => read(bytes(1))).toThrow('no ASN.1')
  expect(read(bytes(1))).toBe(2)
})
