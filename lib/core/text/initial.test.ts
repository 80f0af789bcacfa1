import { expect, it } from 'vitest'
import { getInitial } from './initial.ts'

it.each([
  ['ada', 'A'],
  ['(Ada)', 'A'],
  ['3rd', 'R'],
  ['ölga', 'Ö'],
  ['გიორგი', 'გ'],
  ['Გიორგი', 'Გ'],
  ['𐐨da', '𐐀'],
  ['42', ''],
  ['', ''],
])('of %j is %j', (word, initial) => expect(getInitial(word)).toBe(initial))
