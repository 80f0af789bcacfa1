import { describe, expect, it } from 'vitest'
import { readDraft, saveDraft } from './draft.ts'
import { emptyDraft } from './steps.ts'

function makeStorage(): Storage {
  const saved = new Map<string, string>()
  return {
    getItem: (key: string) => saved.get(key) ?? null,
    setItem: (key: string, value: string) => void saved.set(key, value),
  } as Storage
}

const draft = {
  values: { 4: 'Lyon' },
  typed: { 5: '1.2.3' },
  signature: { method: 'typed' as const, text: 'Ana' },
  initials: null,
}

describe('a draft', () => {
  it('is restored for the same signer only', () => {
    const storage = makeStorage()
    saveDraft(storage, 7, draft)
    expect(readDraft(storage, 7)).toEqual(draft)
    expect(readDraft(storage, 8)).toEqual(emptyDraft)
  })

  it('is empty when other data was stored', () => {
    for (const text of ['', 'null', '[', '{"values":null}', '3']) {
      expect(readDraft({ getItem: () => text }, 7)).toEqual(emptyDraft)
    }
  })

  it('does not throw when the storage is full', () => {
    const full = {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => saveDraft(full, 7, draft)).not.toThrow()
  })
})
