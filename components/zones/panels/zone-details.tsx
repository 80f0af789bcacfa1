'use client'

import { useTranslations } from 'use-intl'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input, Select, Textarea } from '#components/ui/form/input.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { automaticDate, changeOptions, chosenDate } from '#components/zones/model/presets.ts'
import { type DraftZone, hasOptions } from '#components/zones/model/zone-model.ts'
import { PositionFields } from '#components/zones/panels/position-fields.tsx'
import { PresetInput } from '#components/zones/panels/preset-input.tsx'
import { SelectionActions } from '#components/zones/panels/selection-actions.tsx'
import { ZoneLogicFields } from '#components/zones/panels/zone-logic-fields.tsx'
import { hasNoValue, isDayOfSigning } from '#lib/processes/fields/field-rules'

const freeTextTypes = ['text', 'number', 'company']

/** The properties of the selected zone. */
export function ZoneDetails({ editor, zone }: { editor: Editor; zone: DraftZone }) {
  const t = useTranslations('zones')
  // Changes of one `undoGroup` are undone together.
  const change = (part: Partial<DraftZone>, undoGroup?: string) => editor.change(zone, part, undoGroup)
  const isCalculated = zone.formula.trim() !== ''
  const isFreeText = freeTextTypes.includes(zone.type) && !isCalculated
  // The role of the field may have been removed elsewhere.
  const hasSigner = editor.signers.some(({ id }) => id === zone.signerId)
  const hasButtons = zone.type === 'radio' && zone.layout.widgets
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('signer')}>
        <Select
          value={hasSigner ? zone.signerId : ''}
          onChange={(event) => change({ signerId: Number(event.target.value) })}
        >
          {hasSigner ? null : <option value="" disabled />}
          {editor.signers.map((signer) => (
            <option key={signer.id} value={signer.id}>
              {signer.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('details.label')} optional hint={t('details.labelHint')}>
        <Input
          value={zone.label}
          maxLength={120}
          placeholder={t(`kinds.${zone.type}`)}
          onChange={(event) => change({ label: event.target.value }, 'label')}
        />
      </Field>
      {hasOptions(zone.type) && !hasButtons ? (
        <Field label={t('details.options')} hint={t('details.optionsHint')}>
          <Textarea
            value={zone.options.join('\n')}
            rows={4}
            onChange={(event) =>
              change(changeOptions(zone, { options: event.target.value.split('\n') }), 'options')
            }
          />
        </Field>
      ) : null}
      {zone.type === 'dropdown' ? (
        <Checkbox
          label={t('details.editable')}
          checked={zone.editable}
          onChange={(editable) => change(changeOptions(zone, { editable }))}
        />
      ) : null}
      {isCalculated || zone.auto || hasNoValue(zone.type) ? null : (
        <PresetInput
          key={`value ${zone.key}`}
          zone={zone}
          locale={editor.locale}
          onChange={(value, refusedPreset) => change({ value, refusedPreset }, 'value')}
        />
      )}
      {isCalculated ? null : (
        <div className="flex flex-col gap-2.5">
          {zone.type === 'date' ? (
            <Checkbox
              label={t('details.chosenDate')}
              hint={t('details.chosenDateHint')}
              checked={!isDayOfSigning(zone)}
              onChange={(isChosen) => change(isChosen ? chosenDate : automaticDate)}
            />
          ) : null}
          <Checkbox
            label={t('details.required')}
            checked={zone.required}
            onChange={(required) => change({ required })}
          />
          {isFreeText || zone.readOnly ? (
            <Checkbox
              label={t('details.readOnly')}
              hint={t('details.readOnlyHint')}
              checked={zone.readOnly}
              onChange={(readOnly) => change({ readOnly })}
            />
          ) : null}
        </div>
      )}
      {hasNoValue(zone.type) ? null : (
        <ZoneLogicFields key={`logic ${zone.key}`} editor={editor} zone={zone} change={change} />
      )}
      <PositionFields key={zone.key} zone={zone} change={change} />
      <SelectionActions editor={editor} />
    </div>
  )
}
