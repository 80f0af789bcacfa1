import { expect, it } from 'vitest'
import { folderRules } from './folder-rules.ts'

it.each([
  ['everyone', [], false],
  ['everyone', [7], true],
  ['everyone', 'everyone', true],
  [[7], [], false],
  [[], [], true],
] as const)('a folder for %j may become one for %j: %s', (stored, access, isAccepted) => {
  const result = folderRules(typeof stored === 'string' ? stored : [...stored], 'Choose one.').safeParse({
    name: 'Contracts',
    access,
  })
  expect(result.success).toBe(isAccepted)
})
