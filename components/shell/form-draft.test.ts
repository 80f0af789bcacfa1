import { afterEach, expect, it, vi } from 'vitest'
import { forgetAllFormDrafts, forgetFormDraft, keepFormDraft, readFormDraft } from './form-draft.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage() {
  const entries = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  })
  return entries
}

it('gives the kept input of a form to its owner', () => {
  stubStorage()
  keepFormDraft('invitation', { owner: '7, live', input: { name: 'Grace' } })
  expect(readFormDraft('invitation', '7, live')).toEqual({ name: 'Grace' })
  expect(readFormDraft('invitation', '7, test')).toBeNull()
  expect(readFormDraft('invitation', '8, live')).toBeNull()
  expect(readFormDraft('webhook', '7, live')).toBeNull()
  forgetFormDraft('invitation')
  expect(readFormDraft('invitation', '7, live')).toBeNull()
})

it('treats unreadable input as none', () => {
  stubStorage().set('paraph.form.invitation', '{')
  expect(readFormDraft('invitation', '7, live')).toBeNull()
})

it('fails in no way when the storage is blocked', () => {
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(
      {},
      {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError')
        },
      },
    ),
  )
  keepFormDraft('list', { owner: '7, live', input: 'a,b' })
  expect(readFormDraft('list', '7, live')).toBeNull()
  expect(() => forgetFormDraft('list')).not.toThrow()
  expect(() => forgetAllFormDrafts()).not.toThrow()
})
