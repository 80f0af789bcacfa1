import { expect, it } from 'vitest'
import { findCommonFolder } from './move-form.tsx'

it('a move of several records starts with their folder, if they are in one', () => {
  const find = (...ids: (number | null)[]) => findCommonFolder(ids.map((folder_id) => ({ folder_id })))
  expect(find(3, 3)).toBe(3)
  expect(find(null, null)).toBeNull()
  expect(find(3, 4)).toBeUndefined()
  expect(find(3, null)).toBeUndefined()
})
