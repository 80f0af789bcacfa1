import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { testAuthority } from '../fixtures/authority.ts'
import { signDigest } from './cms.ts'
import { readSigningTime } from './signing-time.ts'

const digest = createHash('sha256').update('a document').digest()

it.each([
  '1999-12-31T23:59:59.000Z',
  '2026-03-01T10:00:00.000Z',
  '2049-12-31T23:59:59.000Z',
  '2050-01-01T00:00:00.000Z',
])('the signing-time %s is read, as UTCTime or GeneralizedTime', async (time) => {
  const identity = await (await testAuthority()).identity('Ada')
  const der = await signDigest(digest, identity, { signedAt: new Date(time) })
  expect(readSigningTime(der)?.toISOString()).toBe(time)
  expect(readSigningTime(await signDigest(digest, identity))).toBeNull()
})
