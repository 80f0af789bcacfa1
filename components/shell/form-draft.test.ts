import { expect, it } from 'vitest'
import { keepFormDraft, readFormDraft } from './form-draft.ts'

function makeStorage() {
  const entries = new Map<string, string>()
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  }
}

it('gives the kept input of a form to the user who typed it', () => {
  const storage = makeStorage()
  keepFormDraft(storage, 'invitation', { userId: 7, input: { name: 'Grace' } })
  expect(readFormDraft(storage, 'invitation', 7)).toEqual({ name: 'Grace' })
  expect(readFormDraft(storage, 'invitation', 8)).toBeNull()
  expect(readFormDraft(storage, 'webhook', 7)).toBeNull()
})

it('treats unreadable input as none, and a full storage as no error', () => {
  expect(readFormDraft({ getItem: () => '{' }, 'invitation', 7)).toBeNull()
  const fullStorage = {
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError')
    },
  }
  expect(() => keepFormDraft(fullStorage, 'list', { userId: 7, input: 'a,b' })).not.toThrow()
})
