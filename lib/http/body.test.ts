import { expect, it } from 'vitest'
import { z } from 'zod'
import type { FieldErrors } from '#lib/core/errors'
import { parsePart } from './body.ts'

const Names = z.object({ names: z.array(z.string()) })

function faultsOf(schema: z.ZodType, value: unknown): FieldErrors {
  const faults: FieldErrors = {}
  parsePart(schema, value, faults)
  return faults
}

it('names the place of what cannot be stored, in members that nobody asked for too', () => {
  const value = { names: ['Ada', 'NUL \0'], more: [{ half: '\ud800' }, { 'NUL \0': 1 }] }
  expect(faultsOf(Names, value)).toEqual({
    'names.1': ['Contains characters that are not text.'],
    'more.0.half': ['Contains characters that are not text.'],
    'more.1': ['Contains a name that is not text.'],
  })
})

it.each([
  ['unstorable', '\0'],
  ['of the wrong type', 1],
])('tells of a thousand faults at most: half a million values %s', (_what, one) => {
  const faults = faultsOf(Names, { names: Array(500_000).fill(one) })
  expect(Object.keys(faults).length).toBeLessThanOrEqual(1001)
  expect(faults['names.0']).toHaveLength(1)
})
