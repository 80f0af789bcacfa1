'use client'

import { useTranslations } from 'use-intl'
import { Checkbox } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/input.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { SelectionActions } from '#components/zones/panels/selection-actions.tsx'
import { SelectionTools } from '#components/zones/panels/selection-tools.tsx'

/** The properties that several selected zones share. */
export function SelectionDetails({ editor }: { editor: Editor }) {
  const t = useTranslations('zones')
  const { selectedZones: zones } = editor
  const signerIds = new Set(zones.map((zone) => zone.signerId))
  const setAll = (part: Partial<DraftZone>) => editor.changeAll(zones.map(({ key }) => ({ ...part, key })))
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('signer')}>
        <Select
          value={signerIds.size === 1 ? [...signerIds][0] : ''}
          onChange={(event) => setAll({ signerId: Number(event.target.value) })}
        >
          {signerIds.size > 1 ? (
            <option value="" disabled>
              {t('selection.severalSigners')}
            </option>
          ) : null}
          {editor.signers.map((signer) => (
            <option key={signer.id} value={signer.id}>
              {signer.name}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label={t('details.required')}
        checked={zones.every((zone) => zone.required)}
        onChange={(required) => setAll({ required })}
      />
      <SelectionTools editor={editor} />
      <SelectionActions editor={editor} />
    </div>
  )
}
