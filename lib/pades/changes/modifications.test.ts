import { describe, expect, test } from 'vitest'
import {
  type Finding,
  findCoveringSignature,
  higherLevel,
  isCertifiedFill,
  isCoveredBySigner,
  isSignedIncrement,
  type Modification,
  type ModificationKind,
  modificationKinds,
  modificationLevels,
  toLevel,
} from './modifications.ts'

const change = (kind: ModificationKind, overrides: Partial<Finding> = {}): Finding => ({
  ...{ kind, level: toLevel(kind), permitted: true, message: kind, offset: 100, owners: [] },
  ...overrides,
})
const laterSignatures = [
  { fieldName: 'before', end: 50, isTimestamp: false },
  { fieldName: 'ada', end: 200, isTimestamp: false },
  { fieldName: 'zhang', end: 300, isTimestamp: false },
]

describe('levels', () => {
  test.each<[ModificationKind[], string]>([
    [[], 'none'],
    [['validation_data'], 'lta_updates'],
    [['metadata', 'time_stamp_added'], 'lta_updates'],
    [['time_stamp_added', 'signature_added'], 'form_filling'],
    [['annotation_added', 'field_filled'], 'annotations'],
    [['content', 'validation_data'], 'other'],
  ])('of %j: %s', (kinds, level) => {
    expect(kinds.map(toLevel).reduce(higherLevel, 'none')).toBe(level)
  })

  test('every kind has a level above `none`', () => {
    for (const kind of modificationKinds) expect(modificationLevels.indexOf(toLevel(kind))).toBeGreaterThan(0)
  })
})

describe('the signature that covers a change', () => {
  test.each([
    [0, 'before'],
    [49, 'before'],
    [50, 'ada'],
    [199, 'ada'],
    [200, 'zhang'],
    [300, undefined],
  ])('at %i is %s', (offset, name) => {
    expect(findCoveringSignature(change('content', { offset }), laterSignatures)).toBe(name)
  })
})

describe('nothing beyond the next signature is covered by it', () => {
  const ownModification = { owners: ['ada'] }
  test.each<[string, Modification, boolean]>([
    ['validation data', change('validation_data', { offset: 900 }), true],
    ['a time stamp', change('time_stamp_added', { offset: 900 }), true],
    ['metadata that a signature covers', change('metadata'), true],
    ['metadata behind all signatures', change('metadata', { offset: 300 }), false],
    ['a form that a signature covers', change('form_changed'), true],
    ['a form behind all signatures', change('form_changed', { offset: 300 }), false],
    ['an empty field that a signature covers', change('signature_field_added'), true],
    ['an empty field behind all', change('signature_field_added', { offset: 300 }), false],
    ['a field that becomes read-only', change('field_locked'), true],
    ['the signature itself', change('signature_added', { fieldName: 'ada' }), true],
    ['one that is not intact', change('signature_added', { fieldName: 'broken' }), false],
    ['a value of the signer’s own field', change('field_filled', ownModification), true],
    ['its appearance', change('field_appearance', ownModification), true],
    ['a value of another signer’s field', change('field_filled', { owners: ['other'] }), false],
    ['a value of a field without an owner', change('field_filled'), false],
    [
      'a value filled in after its signer signed',
      change('field_filled', { ...ownModification, offset: 200 }),
      false,
    ],
    [
      'a value of several owners, one of whom signs',
      change('field_filled', { owners: ['other', 'zhang'] }),
      true,
    ],
    ['an annotation', change('annotation_added', ownModification), false],
    ['content', change('content', ownModification), false],
  ])('%s: %s', (_, modification, expected) => {
    expect(isSignedIncrement(modification, laterSignatures)).toBe(expected)
  })

  test.each<[string, Finding, boolean]>([
    ['metadata', change('metadata'), true],
    ['a time stamp', change('time_stamp_added', { fieldName: 'stamp' }), true],
    ['a field that does not show', change('signature_field_added', { visible: false }), true],
    ['a field that shows', change('signature_field_added', { visible: true }), false],
    ['the form', change('form_changed'), false],
    ['a field that becomes read-only', change('field_locked'), false],
    ['a stamp that shows', change('signature_added', { fieldName: 'stamp' }), false],
    ['a value of the field’s owner', change('field_filled', { owners: ['stamp'] }), false],
    ['an appearance of the field', change('field_appearance', { owners: ['stamp'] }), false],
  ])('that only a time stamp covers: %s: %s', (_, modification, expected) => {
    const stamp = { fieldName: 'stamp', end: 200, isTimestamp: true }
    expect(isSignedIncrement(modification, [stamp])).toBe(expected)
    const signer = { fieldName: 'ada', end: 300, isTimestamp: false }
    expect(isSignedIncrement(modification, [stamp, signer])).toBe(
      expected ||
        modification.visible === true ||
        ['form_changed', 'field_locked'].includes(modification.kind),
    )
  })

  test('a signature with the name of an earlier one is not that one', () => {
    const added = change('signature_added', { fieldName: 'before' })
    expect(isSignedIncrement(added, laterSignatures)).toBe(false)
  })

  test.each(modificationKinds)('%s that is not permitted never is', (kind) => {
    expect(
      isSignedIncrement(
        change(kind, { permitted: false, fieldName: 'ada', owners: ['ada'] }),
        laterSignatures,
      ),
    ).toBe(false)
  })

  test.each(modificationKinds)('%s without a later signature is only what helps to verify', (kind) => {
    const helps = kind === 'validation_data' || kind === 'time_stamp_added'
    expect(isSignedIncrement(change(kind, { fieldName: 'ada', owners: ['ada'] }), [])).toBe(helps)
  })
})

describe('a field that is filled in under a certification (table 257)', () => {
  const isPermitted = (certification: 1 | 2 | 3 | null, modification: Modification, certifies = true) =>
    isCertifiedFill(
      { ...modification, isSigned: isCoveredBySigner(modification, laterSignatures) },
      { certification, certifies, isLocked: () => false },
    )

  test.each([
    [null, false],
    [1, false],
    [2, true],
    [3, true],
  ] as const)('and covered by a later signature belongs to it under P=%s: %s', (certification, expected) => {
    expect(isPermitted(certification, change('field_filled'))).toBe(expected)
    expect(isPermitted(certification, change('field_appearance'))).toBe(expected)
  })

  test.each<[string, Modification]>([
    ['behind all signatures', change('field_filled', { offset: 300 })],
    ['reserved for somebody who signs later', change('field_filled', { owners: ['ada'] })],
    ['an annotation', change('annotation_added')],
    ['content', change('content')],
  ])('does not: %s', (_, modification) => {
    expect(isPermitted(2, modification)).toBe(false)
  })

  test.each(['field_filled', 'field_appearance'] as const)('does not for another signature: %s', (kind) => {
    expect(isPermitted(2, change(kind, { before: '' }), false)).toBe(false)
  })

  test('is not covered by a time stamp', () => {
    const stamp = { fieldName: 'stamp', end: 400, isTimestamp: true }
    expect(isCoveredBySigner(change('field_filled'), [stamp])).toBe(false)
    expect(isCoveredBySigner(change('field_filled'), [stamp, ...laterSignatures])).toBe(true)
  })
})
