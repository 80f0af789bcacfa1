import { afterEach, describe, expect, it, vi } from 'vitest'
import { emptyInput } from './steps.ts'
import { keepInput, readDevice, readKeptInput } from './use-draft.ts'

afterEach(() => vi.unstubAllGlobals())

function stubStorage(storage: Partial<Storage>) {
  vi.stubGlobal('sessionStorage', storage)
}

const ada = { id: 7, name: 'Ada Lovelase', email: 'ada@example.org' }
const kept = {
  input: {
    values: { 4: 'Lyon' },
    typed: { 5: '1.2.3' },
    signature: { method: 'typed' as const, text: 'Ana' },
    initials: null,
  },
  savedAt: '2026-11-26T10:00:00.000Z',
  saved: { ...emptyInput, values: { 4: 'Paris' } },
}

describe('the input of a signer', () => {
  it('is restored for the same signer only', () => {
    const saved = new Map<string, string>()
    stubStorage({
      getItem: (key) => saved.get(key) ?? null,
      setItem: (key, value) => void saved.set(key, value),
    })
    keepInput(ada, kept)
    expect(readKeptInput(ada)).toEqual(kept)
    expect(readKeptInput({ ...ada, email: 'Ada@Example.org' })).toEqual(kept)
    expect(readKeptInput({ ...ada, id: 8 })).toBeNull()
    // After a correction or hand-over another person has the place and the id.
    expect(readKeptInput({ ...ada, email: 'eva@example.org' })).toBeNull()
  })

  it('is restored without the signature and initials of another name', () => {
    const stored = new Map<string, string>()
    stubStorage({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    })
    const initials = { method: 'typed' as const, text: 'AL' }
    const input = { ...kept.input, initials }
    keepInput(ada, { ...kept, input, saved: { ...kept.saved, initials } })
    const unsigned = { ...input, signature: null, initials: null }
    expect(readKeptInput({ ...ada, name: 'Ada Lovelace' })).toEqual({ ...kept, input: unsigned })
    keepInput(ada, { ...kept, input: { ...emptyInput, initials }, saved: null })
    expect(readKeptInput({ ...ada, name: 'Ada Lovelace' })).toBeNull()
    keepInput(ada, { ...kept, input, saved: null })
    expect(readKeptInput({ ...ada, name: 'Ada Lovelace' })).toEqual({ ...kept, input: unsigned, saved: null })
  })

  it('is not restored when other data was stored', () => {
    for (const text of ['', 'null', '[', '{"values":{}}', '{"input":{"values":null}}', '3']) {
      stubStorage({ getItem: () => text })
      expect(readKeptInput(ada)).toBeNull()
    }
  })

  it('is complete when an earlier version of the page kept it', () => {
    const { name } = ada
    stubStorage({ getItem: () => JSON.stringify({ input: { values: { 4: 'Lyon' } }, name }) })
    expect(readKeptInput(ada)).toEqual({
      input: { ...emptyInput, values: { 4: 'Lyon' } },
      savedAt: null,
      saved: emptyInput,
    })
    expect(readKeptInput({ ...ada, name: 'Eva Lovelace' })).toBeNull()
  })

  it('does not throw when the storage is full', () => {
    stubStorage({
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(() => keepInput(ada, kept)).not.toThrow()
  })
})

describe('the id of this tab', () => {
  it('stays, and is another one for each signer', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    })
    const device = readDevice(7)
    expect(device).toMatch(/^[\d-]{4,64}$/)
    expect([readDevice(7), readDevice(8) === device]).toEqual([device, false])
  })

  it('is there where storage is blocked', () => {
    vi.stubGlobal('sessionStorage', undefined)
    expect(readDevice(7)).not.toBe('')
  })
})
