import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { composeText, isSameText } from '#lib/core/text/characters'
import { labelFinder } from '#lib/processes/fields/field-logic'
import { findLogicErrors } from '#lib/processes/fields/logic-errors'

export type Condition = NonNullable<DraftZone['condition']>

/** The ways to compare the other field of a condition. */
export const comparisons = ['filled', 'empty', 'equals', 'not_equals'] as const
export type Comparison = (typeof comparisons)[number]

export function getComparison({ equals, not_equals, filled }: Condition): Comparison {
  if (equals !== undefined) return 'equals'
  if (not_equals !== undefined) return 'not_equals'
  return filled ? 'filled' : 'empty'
}

export function makeCondition(field: string, comparison: Comparison, text: string): Condition {
  if (comparison === 'equals') return { field, equals: text }
  if (comparison === 'not_equals') return { field, not_equals: text }
  return { field, filled: comparison === 'filled' }
}

/** The other fields of the signer that a zone can refer to, by label. */
export function labelledZones(zone: DraftZone, zones: DraftZone[]): Map<string, DraftZone> {
  const otherZones = zones.filter(
    ({ key, signerId, type, label }) =>
      key !== zone.key &&
      signerId === zone.signerId &&
      type !== 'signature' &&
      type !== 'initials' &&
      label.trim(),
  )
  return new Map(otherZones.map((other) => [other.label.trim(), other]))
}

/** The label of the field that a condition refers to, as that field has it; without such a field that of the condition. */
export function findTargetLabel({ field }: Condition, labels: Iterable<string>): string {
  const all = [...labels]
  return all.find((label) => label === field) ?? all.find((label) => isSameText(label, field)) ?? field
}

/** The errors in the conditions and formulas of the zones, with the messages of the server. */
export function findZoneLogicErrors(zones: DraftZone[]) {
  const fields = zones.map((zone) => ({
    ...zone,
    options: zone.options.map((option) => option.trim()),
    formula: zone.formula.trim() || null,
  }))
  return findLogicErrors(fields).map(({ index, ...error }) => ({ ...error, zone: zones[index]! }))
}

/** Changes one zone; when its label changes, the conditions and formulas that refer to it get the new label. */
export function withChange(zones: DraftZone[], key: string, change: Partial<DraftZone>): DraftZone[] {
  const changed = zones.map((zone) => (zone.key === key ? { ...zone, ...change } : zone))
  const before = zones.find((zone) => zone.key === key)
  const newLabel = change.label && composeText(change.label.trim())
  if (!before || !newLabel || newLabel === composeText(before.label.trim())) return changed
  const findLabelled = labelFinder(zones.filter(({ signerId }) => signerId === before.signerId))
  if (findLabelled(newLabel).length > 0) return changed
  const isMeant = (label: string) => {
    const [found, ...others] = findLabelled(label)
    return found === before && others.length === 0
  }
  return changed.map((zone) =>
    zone.key !== key && zone.signerId === before.signerId ? withReferences(zone, isMeant, newLabel) : zone,
  )
}

function withReferences(zone: DraftZone, isMeant: (label: string) => boolean, to: string): DraftZone {
  const { condition } = zone
  const formula = zone.formula.replaceAll(/\{\{([^{}]+)\}\}/g, (operand, label: string) =>
    isMeant(label.trim()) ? `{{${to}}}` : operand,
  )
  if (!condition || !isMeant(condition.field)) return formula === zone.formula ? zone : { ...zone, formula }
  return { ...zone, formula, condition: { ...condition, field: to } }
}
