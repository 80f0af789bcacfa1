'use client'

import { Checkbox } from '#components/ui/choice.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select, Textarea } from '#components/ui/input.tsx'
import type { Editor } from '#components/zones/editor-state.ts'
import { SelectionActions } from '#components/zones/selection-actions.tsx'
import { ZoneLogicFields } from '#components/zones/zone-logic-fields.tsx'
import { type DraftZone, hasOptions, kinds } from '#components/zones/zone-model.ts'

/** The validation of a date that the signer chooses: without bounds it must be within a day of signing. */
const anyDate = { min_date: '1900-01-01' }

const freeTextTypes = ['text', 'number', 'company']

/** The properties of the selected zone. */
export function ZoneDetails({ editor, zone }: { editor: Editor; zone: DraftZone }) {
  const set = (part: Partial<DraftZone>, undoGroup?: string) => editor.change(zone, part, undoGroup)
  const isCalculated = zone.formula.trim() !== ''
  const isFreeText = freeTextTypes.includes(zone.type) && !isCalculated
  const isMark = zone.type === 'signature' || zone.type === 'initials'
  return (
    <div className="flex flex-col gap-4">
      <Field label="Signer">
        <Select value={zone.signerId} onChange={(event) => set({ signerId: Number(event.target.value) })}>
          {editor.signers.map((signer) => (
            <option key={signer.id} value={signer.id}>
              {signer.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Label" optional hint="Names the field for the signer and in the audit trail.">
        <Input
          value={zone.label}
          maxLength={120}
          placeholder={kinds[zone.type].name}
          onChange={(event) => set({ label: event.target.value }, 'label')}
        />
      </Field>
      {hasOptions(zone.type) ? (
        <Field label="Options" hint="One per line.">
          <Textarea
            value={zone.options.join('\n')}
            rows={4}
            onChange={(event) => set({ options: event.target.value.split('\n') }, 'options')}
          />
        </Field>
      ) : null}
      {isFreeText ? (
        <Field label={zone.readOnly ? 'Text' : 'Preset value'} optional={!zone.readOnly}>
          <Input
            value={zone.value}
            inputMode={zone.type === 'number' ? 'decimal' : 'text'}
            onChange={(event) => set({ value: event.target.value }, 'value')}
          />
        </Field>
      ) : null}
      {isCalculated ? null : (
        <div className="flex flex-col gap-2.5">
          {zone.type === 'date' ? (
            <Checkbox
              label="Signer chooses the date"
              hint="Otherwise the day of signing is filled in."
              checked={zone.validation.min_date !== undefined || zone.validation.max_date !== undefined}
              onChange={(isChosen) => set({ auto: !isChosen, validation: isChosen ? anyDate : {} })}
            />
          ) : null}
          <Checkbox label="Required" checked={zone.required} onChange={(required) => set({ required })} />
          {isFreeText ? (
            <Checkbox
              label="Read-only"
              hint="The signer can read but not change it."
              checked={zone.readOnly}
              onChange={(readOnly) => set({ readOnly })}
            />
          ) : null}
        </div>
      )}
      {isMark ? null : <ZoneLogicFields editor={editor} zone={zone} set={set} />}
      <PositionFields zone={zone} set={set} />
      <SelectionActions editor={editor} />
    </div>
  )
}

const measures = [
  { member: 'x', label: 'From left' },
  { member: 'y', label: 'From top' },
  { member: 'width', label: 'Width' },
  { member: 'height', label: 'Height' },
] as const

function PositionFields({
  zone,
  set,
}: {
  zone: DraftZone
  set: (part: Partial<DraftZone>, undoGroup?: string) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-ink-soft">Position on the page, in points</legend>
      <div className="grid grid-cols-2 gap-2">
        {measures.map(({ member, label }) => (
          <Field key={member} label={label} className="gap-0.5">
            <Input
              type="number"
              step={1}
              className="figures h-9 px-2"
              value={Math.round(zone[member] * 10) / 10}
              onChange={(event) => {
                const points = event.target.valueAsNumber
                if (Number.isFinite(points)) set({ [member]: points }, member)
              }}
            />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
