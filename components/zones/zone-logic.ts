import type { DraftZone } from '#components/zones/zone-model.ts'
import { findLogicErrors } from '#lib/processes/fields/logic-errors'

export type Condition = NonNullable<DraftZone['condition']>

/** The ways to compare, as the editor names them. */
export const comparisons = {
  filled: 'is filled in',
  empty: 'is empty',
  equals: 'is',
  not_equals: 'is not',
} as const
export type Comparison = keyof typeof comparisons

export function comparisonOf({ equals, not_equals, filled }: Condition): Comparison {
  if (equals !== undefined) return 'equals'
  if (not_equals !== undefined) return 'not_equals'
  return filled ? 'filled' : 'empty'
}

export function conditionWith(field: string, comparison: Comparison, text: string): Condition {
  if (comparison === 'equals') return { field, equals: text }
  if (comparison === 'not_equals') return { field, not_equals: text }
  return { field, filled: comparison === 'filled' }
}

/** The other fields of the signer that a zone can refer to, by label. */
export function labelledZones(zone: DraftZone, zones: DraftZone[]): Map<string, DraftZone> {
  const others = zones.filter(
    ({ key, signerId, type, label }) =>
      key !== zone.key &&
      signerId === zone.signerId &&
      type !== 'signature' &&
      type !== 'initials' &&
      label.trim(),
  )
  return new Map(others.map((other) => [other.label.trim(), other]))
}

/** What is wrong with the conditions and formulas of the zones, as the server says it. */
export function zoneLogicErrors(zones: DraftZone[]) {
  const fields = zones.map((zone) => ({
    ...zone,
    options: zone.options.map((option) => option.trim()),
    formula: zone.formula.trim() || null,
  }))
  return findLogicErrors(fields).map(({ index, ...error }) => ({ ...error, zone: zones[index]! }))
}
