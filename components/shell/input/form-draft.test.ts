import { afterEach, expect, it, vi } from 'vitest'
import { forgetFormDraft, keepFormDraft, readFormDraft } from './form-draft.ts'
import { forgetOwnedInput } from './owned-storage.ts'

const start = { name: '' }
const startText = JSON.stringify(start)

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
  keepFormDraft('invitation', { owner: '7, live', startText, input: { name: 'Grace' } })
  expect(readFormDraft('invitation', '7, live', start)).toEqual({
    input: { name: 'Grace' },
    isOutdated: false,
  })
  expect(readFormDraft('invitation', '7, test', start)).toBeNull()
  expect(readFormDraft('invitation', '8, live', start)).toBeNull()
  expect(readFormDraft('webhook', '7, live', start)).toBeNull()
  forgetFormDraft('invitation')
  expect(readFormDraft('invitation', '7, live', start)).toBeNull()
})

it('tells input for an earlier version of the record from input for the current one', () => {
  stubStorage()
  keepFormDraft('webhook.3', {
    owner: '7, live',
    startText: '{"url":"https://a"}',
    input: { url: 'https://b' },
  })
  const isOutdated = (url: string) => readFormDraft('webhook.3', '7, live', { url })?.isOutdated
  expect(isOutdated('https://a')).toBe(false)
  expect(isOutdated('https://c')).toBe(true)
})

it('completes input from before the form had all its members', () => {
  stubStorage()
  keepFormDraft('invitation', { owner: '7, live', startText, input: { name: 'Grace' } })
  expect(readFormDraft('invitation', '7, live', { name: '', role: 'user' })).toEqual({
    input: { name: 'Grace', role: 'user' },
    isOutdated: true,
  })
  keepFormDraft('language', { owner: '7, live', startText: '"all"', input: 'de' })
  expect(readFormDraft('language', '7, live', 'all')).toEqual({ input: 'de', isOutdated: false })
})

it('treats unreadable input as none', () => {
  stubStorage().set('paraph.input.form.invitation', '{')
  expect(readFormDraft('invitation', '7, live', start)).toBeNull()
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
  keepFormDraft('list', { owner: '7, live', startText, input: 'a,b' })
  expect(readFormDraft('list', '7, live', start)).toBeNull()
  expect(() => forgetFormDraft('list')).not.toThrow()
  expect(() => forgetOwnedInput()).not.toThrow()
})
