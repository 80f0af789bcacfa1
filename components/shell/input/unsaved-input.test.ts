import { afterEach, expect, it, vi } from 'vitest'
import { forgetOwnedInput } from './owned-storage.ts'
import { forgetUnsavedInput, keepUnsavedInput, readUnsavedInput } from './unsaved-input.ts'

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
  keepUnsavedInput('invitation', { owner: '7, live', startText, input: { name: 'Grace' } })
  expect(readUnsavedInput('invitation', '7, live', start)).toEqual({
    input: { name: 'Grace' },
    isOutdated: false,
  })
  expect(readUnsavedInput('invitation', '7, test', start)).toBeNull()
  expect(readUnsavedInput('invitation', '8, live', start)).toBeNull()
  expect(readUnsavedInput('webhook', '7, live', start)).toBeNull()
  forgetUnsavedInput('invitation')
  expect(readUnsavedInput('invitation', '7, live', start)).toBeNull()
})

it('tells input for an earlier version of the record from input for the current one', () => {
  stubStorage()
  keepUnsavedInput('webhook.3', {
    owner: '7, live',
    startText: '{"url":"https://a"}',
    input: { url: 'https://b' },
  })
  const isOutdated = (url: string) => readUnsavedInput('webhook.3', '7, live', { url })?.isOutdated
  expect(isOutdated('https://a')).toBe(false)
  expect(isOutdated('https://c')).toBe(true)
})

it('completes input from before the form had all its members', () => {
  stubStorage()
  keepUnsavedInput('invitation', { owner: '7, live', startText, input: { name: 'Grace' } })
  expect(readUnsavedInput('invitation', '7, live', { name: '', role: 'user' })).toEqual({
    input: { name: 'Grace', role: 'user' },
    isOutdated: true,
  })
  keepUnsavedInput('language', { owner: '7, live', startText: '"all"', input: 'de' })
  expect(readUnsavedInput('language', '7, live', 'all')).toEqual({ input: 'de', isOutdated: false })
})

it('leaves what the user did not change as the record has it now', () => {
  stubStorage()
  const folder = { name: 'Board', access: 'everyone' as string | number[] }
  const input = { ...folder, name: 'Directors' }
  keepUnsavedInput('folder 3', { owner: '7, live', startText: JSON.stringify(folder), input })
  expect(readUnsavedInput('folder 3', '7, live', { ...folder, access: [2, 5] })).toEqual({
    input: { name: 'Directors', access: [2, 5] },
    isOutdated: true,
  })
})

it('treats unreadable input as none', () => {
  stubStorage().set('paraph.input.form.invitation', '{')
  expect(readUnsavedInput('invitation', '7, live', start)).toBeNull()
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
  keepUnsavedInput('list', { owner: '7, live', startText, input: 'a,b' })
  expect(readUnsavedInput('list', '7, live', start)).toBeNull()
  expect(() => forgetUnsavedInput('list')).not.toThrow()
  expect(() => forgetOwnedInput()).not.toThrow()
})
