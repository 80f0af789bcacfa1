import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSigning } from '../rules.ts'
import { findNextToInvite, isComplete, type SignerTurn } from './turns.ts'

const someTime = new Date('2026-01-01T00:00:00Z')

function signersWith(...properties: Partial<SignerTurn>[]): SignerTurn[] {
  return properties.map((input, index) => ({
    id: index + 1,
    order: index + 1,
    type: 'sequential',
    role: 'signer',
    status: 'pending',
    embeddedAt: null,
    ...input,
  }))
}
const signedAndEmbedded = { status: 'signed', embeddedAt: someTime } as const
const ids = (signers: SignerTurn[]) => signers.map(({ id }) => id)

describe('findNextToInvite', () => {
  it('invites sequential signers one after the other', () => {
    expect(ids(findNextToInvite(signersWith({}, {}, {})))).toEqual([1])
    expect(ids(findNextToInvite(signersWith(signedAndEmbedded, {}, {})))).toEqual([2])
    expect(ids(findNextToInvite(signersWith(signedAndEmbedded, signedAndEmbedded, {})))).toEqual([3])
  })

  it('invites equal orders together, and parallel signers at once', () => {
    expect(ids(findNextToInvite(signersWith({ order: 1 }, { order: 1 }, { order: 2 })))).toEqual([1, 2])
    expect(ids(findNextToInvite(signersWith({}, { type: 'parallel', order: 9 })))).toEqual([1, 2])
  })

  it('does not let sequential signers wait for parallel ones', () => {
    expect(ids(findNextToInvite(signersWith({ type: 'parallel', status: 'notified' }, {})))).toEqual([2])
  })

  it('uses only the relative order', () => {
    expect(ids(findNextToInvite(signersWith({ order: 70 }, { order: 7 }, { order: 700 })))).toEqual([2])
  })

  it('opens a turn only when the previous revision is stored', () => {
    expect(findNextToInvite(signersWith({ status: 'signed' }, {}))).toEqual([])
  })

  it('waits for approvers, never for viewers and copies', () => {
    expect(findNextToInvite(signersWith({ role: 'approver', status: 'notified' }, {}))).toEqual([])
    expect(ids(findNextToInvite(signersWith({ role: 'viewer', status: 'notified' }, {})))).toEqual([2])
    expect(ids(findNextToInvite(signersWith({ role: 'cc' }, {})))).toEqual([2])
  })

  it('invites viewers in their turn, and recipients of copies not at all', () => {
    expect(ids(findNextToInvite(signersWith({}, { role: 'viewer' })))).toEqual([1])
    expect(ids(findNextToInvite(signersWith(signedAndEmbedded, { role: 'viewer' }, { role: 'cc' })))).toEqual(
      [2],
    )
  })
})

describe('a whole process', () => {
  const properties = fc.record({
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
  const signerLists = fc
    .array(properties, { minLength: 1, maxLength: 12 })
    .filter((signers) => signers.some(isSigning))
    .map((signers) => signersWith(...signers))

  it('invites every signer once and in turn, in any order of signing', () => {
    fc.assert(
      fc.property(signerLists, fc.infiniteStream(fc.nat()), (signers, choices) => {
        const invited: number[] = []
        for (;;) {
          for (const next of findNextToInvite(signers)) {
            expect(invited).not.toContain(next.id)
            expect(next.role).not.toBe('cc')
            const earlierSigners = signers.filter(
              (other) => other.type === 'sequential' && other.order < next.order && isSigning(other),
            )
            if (next.type === 'sequential')
              expect(earlierSigners.every((other) => other.embeddedAt !== null)).toBe(true)
            invited.push(next.id)
            next.status = 'notified'
          }
          expect(findNextToInvite(signers)).toEqual([])
          const waiting = signers.filter((signer) => isSigning(signer) && signer.status === 'notified')
          expect(isComplete(signers)).toBe(waiting.length === 0)
          if (waiting.length === 0) break
          const signer = waiting[choices.next().value % waiting.length]!
          signer.status = 'signed'
          expect(findNextToInvite(signers)).toEqual([])
          signer.embeddedAt = someTime
        }
        expect(invited.toSorted()).toEqual(
          signers
            .filter(({ role }) => role !== 'cc')
            .map(({ id }) => id)
            .toSorted(),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is complete when it has signers and all their signatures are embedded', () => {
    expect(isComplete(signersWith({ role: 'cc' }))).toBe(false)
    expect(isComplete(signersWith({ status: 'signed' }))).toBe(false)
    expect(isComplete(signersWith(signedAndEmbedded, { role: 'viewer' }))).toBe(true)
  })
})
