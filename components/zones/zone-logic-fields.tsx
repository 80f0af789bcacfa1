'use client'

import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import type { Editor } from '#components/zones/editor-state.ts'
import {
  type Comparison,
  type Condition,
  comparisonOf,
  comparisons,
  conditionWith,
  labelledZones,
  zoneLogicErrors,
} from '#components/zones/zone-logic.ts'
import type { DraftZone } from '#components/zones/zone-model.ts'

interface LogicProps {
  editor: Editor
  zone: DraftZone
  set: (part: Partial<DraftZone>, undoGroup?: string) => void
}

/** When the zone is shown, and how its value is calculated. */
export function ZoneLogicFields({ editor, zone, set }: LogicProps) {
  const others = labelledZones(zone, editor.zones)
  const errors = zoneLogicErrors(editor.zones).filter((error) => error.zone === zone)
  const errorOf = (member: string) => errors.find((error) => error.member === member)?.message
  const { condition } = zone
  const labels = [...new Set([...others.keys(), ...(condition ? [condition.field] : [])])]
  return (
    <>
      {zone.type === 'number' ? (
        <Field
          label="Calculate"
          optional
          error={errorOf('formula')}
          hint="Numbers and labels of this signer’s fields, such as {{Rent}} * 12."
        >
          <Input
            value={zone.formula}
            maxLength={500}
            onChange={(event) => set({ formula: event.target.value }, 'formula')}
          />
        </Field>
      ) : null}
      <Field
        label="Show only if"
        optional
        error={errorOf('condition')}
        hint={labels.length === 0 ? 'Give another field of this signer a label first.' : undefined}
      >
        <Select
          value={condition?.field ?? ''}
          disabled={labels.length === 0}
          onChange={({ target: { value } }) =>
            set({ condition: value ? { field: value, filled: true } : null })
          }
        >
          <option value="">Always shown</option>
          {labels.map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      {condition ? (
        <Comparisons
          condition={condition}
          target={others.get(condition.field)}
          onChange={(changed, undoGroup) => set({ condition: changed }, undoGroup)}
        />
      ) : null}
    </>
  )
}

interface ComparisonsProps {
  condition: Condition
  target: DraftZone | undefined
  onChange: (condition: Condition, undoGroup?: string) => void
}

/** How the other field is compared, and with what. */
function Comparisons({ condition, target, onChange }: ComparisonsProps) {
  const comparison = comparisonOf(condition)
  const text = condition.equals ?? condition.not_equals ?? ''
  const options = target?.options.map((option) => option.trim()).filter(Boolean) ?? []
  const isTicked = target?.type === 'checkbox' && condition.filled !== undefined
  const names = isTicked ? { filled: 'is ticked', empty: 'is not ticked' } : comparisons
  const change = (to: Comparison) => onChange(conditionWith(condition.field, to, text || (options[0] ?? '')))
  const write = (value: string) => onChange(conditionWith(condition.field, comparison, value), 'condition')
  return (
    <div className="flex gap-2 *:flex-1">
      <Field label="Comparison" hideLabel>
        <Select value={comparison} onChange={({ target }) => change(target.value as Comparison)}>
          {Object.entries(names).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      {condition.filled === undefined ? (
        <Field label="Value" hideLabel>
          {options.length > 0 ? (
            <Select value={text} onChange={(event) => write(event.target.value)}>
              {[...new Set([...options, text])].map((option) => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
            </Select>
          ) : (
            <Input value={text} maxLength={2000} onChange={(event) => write(event.target.value)} />
          )}
        </Field>
      ) : null}
    </div>
  )
}
