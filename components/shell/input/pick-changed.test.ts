import { expect, it } from 'vitest'
import { pickChanged } from './pick-changed.ts'

it('leaves out what is as it was seen', () => {
  const seen = { plan: 'free', signatures: 10, bytes: null as number | null }
  expect(pickChanged(seen, seen)).toEqual({})
  expect(pickChanged({ ...seen, plan: 'business' }, seen)).toEqual({ plan: 'business' })
  expect(pickChanged({ ...seen, bytes: null }, { ...seen, bytes: 5e9 })).toEqual({ bytes: null })
  expect(pickChanged({ access: [2, 5] }, { access: [2, 5] })).toEqual({})
  expect(pickChanged({ access: [2] }, { access: 'everyone' })).toEqual({ access: [2] })
})
