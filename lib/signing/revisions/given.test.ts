import { expect, it } from 'vitest'
import { addSeconds, now } from '#lib/core/clock'
import type { SignerRow } from '#lib/processes/present'
import { ASK_AGAIN_SECONDS, isPostponed } from './given.ts'

it.each([
  [-1, false],
  [ASK_AGAIN_SECONDS - 1, true],
  // The clock was set back.
  [ASK_AGAIN_SECONDS + 5 * 3600, false],
])('a signer who is to be asked again in %i seconds is postponed: %s', (seconds, postponed) => {
  expect(isPostponed({ askAgainAt: addSeconds(now(), seconds) } as SignerRow)).toBe(postponed)
})
