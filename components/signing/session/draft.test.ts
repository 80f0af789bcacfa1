import { afterEach, describe, expect, it, vi } from 'vitest'
import { readDraft, saveDraft } from './draft.ts'
import { emptyDraft } from './steps.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(storage: Partial<Storage>) {
  vi.stubGlobal('sessionStorage', storage)
}

const draft = {
  values: { 4: 'Lyon' },
  typed: { 5: '1.2.3' },
  signature: { method: 'typed' as const, text: 'Ana' },
  initials: null,
}

describe('a draft', () => {
  it('is restored for the same signer only', () => {
    const saved = new Map<string, string>()
    stubStorage({
      getItem: (key) => saved.get(key) ?? null,
      setItem: (key, value) => void saved.set(key, value),
    })
    saveDraft(7, draft)
    expect(readDraft(7)).toEqual(draft)
    expect(readDraft(8)).toEqual(emptyDraft)
  })

  it('is empty when other data was stored', () => {
    for (const text of ['', 'null', '[', '{"values":null}', '3']) {
      stubStorage({ getItem: () => text })
      expect(readDraft(7)).toEqual(emptyDraft)
    }
  })

  it('does not throw when the storage is full', () => {
    stubStorage({
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(() => saveDraft(7, draft)).not.toThrow()
  })
})
