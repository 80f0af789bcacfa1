import { afterEach, expect, it, vi } from 'vitest'

vi.mock('react', () => ({ use: (texts: Promise<object>) => texts }))
vi.mock('react-dom', () => ({ preinit: () => {} }))
// Its scripts have no end.
vi.stubGlobal('document', { createElement: () => ({}), head: { append: () => {} } })
const { useTexts } = await import('./texts.ts')

afterEach(() => void vi.useRealTimers())

it('texts that can be made are made when their script takes long', async () => {
  vi.useFakeTimers()
  const made = { decimal: ',' }
  const texts = useTexts('/texts/forms.de.js', () => made)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await texts).toBe(made)
})

it('texts that cannot be made fail when their script takes long, so that the page can offer another attempt', async () => {
  vi.useFakeTimers()
  const texts = Promise.resolve(useTexts('/texts/sign.de.js')).catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await texts).toBe('/texts/sign.de.js takes too long to load.')
})
