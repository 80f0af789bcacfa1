import { expect, it } from 'vitest'
import { vaultStatus } from './rules.ts'

const now = new Date('2026-06-15T12:00:00Z')
const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)

it.each([
  ['active', 3650, null],
  ['active', 30.001, null],
  ['expiring', 30, null],
  ['expiring', 0.001, null],
  ['expired', 0, null],
  ['expired', -400, null],
  ['archived', 3650, -1],
  ['archived', -1, -1],
])('a document is %s with %d days left', (status, daysLeft, archivedInDays) => {
  const document = {
    expiresAt: inDays(daysLeft),
    archivedAt: archivedInDays === null ? null : inDays(archivedInDays),
  }
  expect(vaultStatus(document, now)).toBe(status)
})
