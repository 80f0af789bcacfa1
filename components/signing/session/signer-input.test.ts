import { afterEach, describe, expect, it, vi } from 'vitest'
import { keepSignerInput, readSignerInput } from './signer-input.ts'
import { emptyInput } from './steps.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(storage: Partial<Storage>) {
  vi.stubGlobal('sessionStorage', storage)
}

const input = {
  values: { 4: 'Lyon' },
  typed: { 5: '1.2.3' },
  signature: { method: 'typed' as const, text: 'Ana' },
  initials: null,
}

describe('the input of a signer', () => {
  it('is restored for the same signer only', () => {
    const saved = new Map<string, string>()
    stubStorage({
      getItem: (key) => saved.get(key) ?? null,
      setItem: (key, value) => void saved.set(key, value),
    })
    keepSignerInput(7, input)
    expect(readSignerInput(7)).toEqual(input)
    expect(readSignerInput(8)).toEqual(emptyInput)
  })

  it('is empty when other data was stored', () => {
    for (const text of ['', 'null', '[', '{"values":null}', '3']) {
      stubStorage({ getItem: () => text })
      expect(readSignerInput(7)).toEqual(emptyInput)
    }
  })

  it('does not throw when the storage is full', () => {
    stubStorage({
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(() => keepSignerInput(7, input)).not.toThrow()
  })
})
