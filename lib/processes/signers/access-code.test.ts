import { expect, it } from 'vitest'
import { hmacHex } from '#lib/core/ids'
import { deriveKey } from '#lib/core/secretbox'
import { hashAccessCode, isAccessCode } from './access-code.ts'

/** The hash as it was while the script of digits counted. */
const earlierHash = (code: string) => `salt.${hmacHex(deriveKey('access code'), `salt ${code}`)}`

it.each([
  ['blue heron 1848', 'Blue Heron ١٨٤٨'],
  ['blue heron १८४८', 'Blue Heron 1848'],
  ['４７１１', '٤٧١١'],
])('takes %j and %j for the same', (code, entered) => {
  expect(isAccessCode(entered, hashAccessCode(code))).toBe(true)
  expect(isAccessCode(entered.slice(1), hashAccessCode(code))).toBe(false)
})

it('takes codes that were hashed with the digits of their script', () => {
  expect(isAccessCode('Blue Heron ١٨٤٨', earlierHash('blueheron١٨٤٨'))).toBe(true)
  expect(isAccessCode('Blue Heron 1848', earlierHash('blueheron1848'))).toBe(true)
  expect(isAccessCode('Blue Heron ١٨٤٨', earlierHash('blueheron1848'))).toBe(true)
  expect(isAccessCode('Blue Heron ١٨٤٩', earlierHash('blueheron١٨٤٨'))).toBe(false)
})
