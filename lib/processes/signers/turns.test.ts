import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSigning } from '../rules.ts'
import { isComplete, nextToInvite, type SignerTurn } from './turns.ts'

const at = new Date('2026-01-01T00:00:00Z')

function people(...signers: Partial<SignerTurn>[]): SignerTurn[] {
  return signers.map((place, index) => ({
    id: index + 1,
    order: index + 1,
    type: 'sequential',
    role: 'signer',
    status: 'pending',
    embeddedAt: null,
    ...place,
  }))
}
const done = { status: 'signed', embeddedAt: at } as const
const ids = (places: SignerTurn[]) => places.map(({ id }) => id)

describe('nextToInvite', () => {
  it('invites sequential signers one after the other', () => {
    expect(ids(nextToInvite(people({}, {}, {})))).toEqual([1])
    expect(ids(nextToInvite(people(done, {}, {})))).toEqual([2])
    expect(ids(nextToInvite(people(done, done, {})))).toEqual([3])
  })

  it('invites equal orders together, and parallel signers at once', () => {
    expect(ids(nextToInvite(people({ order: 1 }, { order: 1 }, { order: 2 })))).toEqual([1, 2])
    expect(ids(nextToInvite(people({}, { type: 'parallel', order: 9 })))).toEqual([1, 2])
  })

  it('does not let sequential signers wait for parallel ones', () => {
    expect(ids(nextToInvite(people({ type: 'parallel', status: 'notified' }, {})))).toEqual([2])
  })

  it('uses only the relative order', () => {
    expect(ids(nextToInvite(people({ order: 70 }, { order: 7 }, { order: 700 })))).toEqual([2])
  })

  it('opens a turn only when the previous revision is stored', () => {
    expect(nextToInvite(people({ status: 'signed' }, {}))).toEqual([])
  })

  it('waits for approvers, never for viewers and copies', () => {
    expect(nextToInvite(people({ role: 'approver', status: 'notified' }, {}))).toEqual([])
    expect(ids(nextToInvite(people({ role: 'viewer', status: 'notified' }, {})))).toEqual([2])
    expect(ids(nextToInvite(people({ role: 'cc' }, {})))).toEqual([2])
  })

  it('gives viewers their turn, and copies only at the end', () => {
    expect(ids(nextToInvite(people({}, { role: 'viewer' })))).toEqual([1])
    expect(ids(nextToInvite(people(done, { role: 'viewer' }, { role: 'cc' })))).toEqual([2])
  })
})

describe('a whole process', () => {
  const place = fc.record({
    order: fc.integer({ min: 0, max: 4 }),
    type: fc.constantFrom('sequential' as const, 'parallel' as const),
    role: fc.constantFrom(
      'signer' as const,
      'signer' as const,
      'approver' as const,
      'viewer' as const,
      'cc' as const,
    ),
  })
  const crowd = fc
    .array(place, { minLength: 1, maxLength: 12 })
    .filter((places) => places.some(isSigning))
    .map((places) => people(...places))

  it('invites every signer once and in order, at any speed of signing', () => {
    fc.assert(
      fc.property(crowd, fc.infiniteStream(fc.nat()), (places, choices) => {
        const invited: number[] = []
        for (;;) {
          for (const next of nextToInvite(places)) {
            expect(invited).not.toContain(next.id)
            expect(next.role).not.toBe('cc')
            const before = places.filter(
              (other) => other.type === 'sequential' && other.order < next.order && isSigning(other),
            )
            if (next.type === 'sequential')
              expect(before.every((other) => other.embeddedAt !== null)).toBe(true)
            invited.push(next.id)
            next.status = 'notified'
          }
          expect(nextToInvite(places)).toEqual([])
          const asked = places.filter((one) => isSigning(one) && one.status === 'notified')
          expect(isComplete(places)).toBe(asked.length === 0)
          if (asked.length === 0) break
          const signer = asked[choices.next().value % asked.length]!
          signer.status = 'signed'
          expect(nextToInvite(places)).toEqual([])
          signer.embeddedAt = at
        }
        expect(invited.toSorted()).toEqual(
          places
            .filter(({ role }) => role !== 'cc')
            .map(({ id }) => id)
            .toSorted(),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is complete only with at least one signer', () => {
    expect(isComplete(people({ role: 'cc' }))).toBe(false)
    expect(isComplete(people({ status: 'signed' }))).toBe(false)
    expect(isComplete(people(done, { role: 'viewer' }))).toBe(true)
  })
})
