import { afterEach, expect, it, vi } from 'vitest'
import { forgetAllFormDrafts, forgetFormDraft, keepFormDraft, readFormDraft } from './form-draft.ts'

const startText = '{"name":""}'

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
  expect(readFormDraft('invitation', '7, live', startText)).toEqual({
    input: { name: 'Grace' },
    isOutdated: false,
  })
  expect(readFormDraft('invitation', '7, test', startText)).toBeNull()
  expect(readFormDraft('invitation', '8, live', startText)).toBeNull()
  expect(readFormDraft('webhook', '7, live', startText)).toBeNull()
  forgetFormDraft('invitation')
  expect(readFormDraft('invitation', '7, live', startText)).toBeNull()
})

it('tells input for an earlier version of the record from input for the current one', () => {
  stubStorage()
  keepFormDraft('webhook.3', {
    owner: '7, live',
    startText: '{"url":"https://a"}',
    input: { url: 'https://b' },
  })
  const isOutdated = (start: string) => readFormDraft('webhook.3', '7, live', start)?.isOutdated
  expect(isOutdated('{"url":"https://a"}')).toBe(false)
  expect(isOutdated('{"url":"https://c"}')).toBe(true)
})

it('treats unreadable input as none', () => {
  stubStorage().set('paraph.form.invitation', '{')
  expect(readFormDraft('invitation', '7, live', startText)).toBeNull()
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
  expect(readFormDraft('list', '7, live', startText)).toBeNull()
  expect(() => forgetFormDraft('list')).not.toThrow()
  expect(() => forgetAllFormDrafts()).not.toThrow()
})
