import { afterEach, expect, it, vi } from 'vitest'
import { forgetOwnedInput } from '#components/shell/input/owned-storage.ts'
import { keepDeletedDrafts, readDeletedDrafts } from './deleted-drafts.ts'

afterEach(() => vi.unstubAllGlobals())

it('keeps the deleted drafts of a user apart from those of others in the same tab', () => {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  })
  keepDeletedDrafts('7, live', [3, 4])
  expect(readDeletedDrafts('7, live')).toEqual([3, 4])
  expect(readDeletedDrafts('8, live')).toEqual([])
})

it('keeps none where the storage is blocked', () => {
  const blocked = () => {
    throw new DOMException('Blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: blocked, ownKeys: blocked }))
  keepDeletedDrafts('7, live', [3])
  expect(readDeletedDrafts('7, live')).toEqual([])
  expect(() => forgetOwnedInput()).not.toThrow()
})
