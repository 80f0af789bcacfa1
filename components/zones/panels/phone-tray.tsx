'use client'

import { ListChecks, Redo2, SlidersHorizontal, Trash2, Undo2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { removeByButton } from '#components/zones/page/removal-focus.ts'
import { ImportDialog } from '#components/zones/panels/import-fields.tsx'
import { Palette } from '#components/zones/panels/palette.tsx'
import { SelectionDetails } from '#components/zones/panels/selection-details.tsx'
import { ZoneDetails } from '#components/zones/panels/zone-details.tsx'
import { SignerDot } from '#components/zones/signer-colors.tsx'
import type { FieldType } from '#lib/pdf/zones'

interface PhoneTrayProps {
  editor: Editor
  scroller: RefObject<HTMLElement | null>
  onAdd: (type: FieldType) => void
}

/** The editor's tools at the bottom of a narrow screen, or at its side in landscape. */
export function PhoneTray({ editor, scroller, onAdd }: PhoneTrayProps) {
  const t = useTranslations()
  const [open, setOpen] = useState(false)
  const { selected, selection } = editor
  if (open && selection.size === 0) setOpen(false)
  const selectionTitle = selected
    ? t(`zones.kinds.${selected.type}`)
    : t('zones.selected', { count: selection.size })
  const index = editor.signers.findIndex((signer) => signer.id === editor.signerId)
  return (
    <aside
      aria-label={t('zones.tray.label')}
      className="shrink-0 border-t border-rule bg-canvas px-2 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sideways:w-70 sideways:overflow-y-auto sideways:border-t-0 sideways:border-l lg:hidden"
    >
      <div className="flex flex-wrap items-center justify-end gap-1 px-1">
        <SignerDot index={index} />
        <div className="min-w-0 flex-1 sideways:min-w-40">
          <Select
            aria-label={t('zones.signerForNew')}
            value={editor.signerId}
            onChange={(event) => editor.setSignerId(Number(event.target.value))}
            className="input-plain bg-transparent"
          >
            {editor.signers.map((signer) => (
              <option key={signer.id} value={signer.id}>
                {signer.name}
              </option>
            ))}
          </Select>
        </div>
        <ImportDialog editor={editor} />
        <Button
          variant={editor.isMultiSelect ? 'primary' : 'quiet'}
          size="icon"
          aria-label={t('zones.tray.several')}
          aria-pressed={editor.isMultiSelect}
          onClick={() => editor.setMultiSelect(!editor.isMultiSelect)}
        >
          <ListChecks className="size-4" aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('common.undo')}
          unavailable={!editor.canUndo}
          onClick={editor.undo}
        >
          <Undo2 className="size-4" aria-hidden="true" />
        </Button>
        <Button
          variant="quiet"
          size="icon"
          aria-label={t('zones.tray.redo')}
          unavailable={!editor.canRedo}
          onClick={editor.redo}
        >
          <Redo2 className="size-4" aria-hidden="true" />
        </Button>
      </div>
      {selection.size > 0 ? (
        <div className="flex items-center gap-2 px-1 pb-1">
          <span className="min-w-0 flex-1 truncate text-sm">{selectionTitle}</span>
          <Button size="sm" onClick={() => setOpen(true)}>
            <SlidersHorizontal className="size-4" aria-hidden="true" />
            {t('common.details')}
          </Button>
          <Button
            variant="quiet"
            size="icon"
            aria-label={t('zones.tray.remove')}
            onClick={(event) => removeByButton(event, editor)}
          >
            <Trash2 className="size-4" aria-hidden="true" />
          </Button>
        </div>
      ) : null}
      <Palette editor={editor} scroller={scroller} onAdd={onAdd} row />
      <Dialog open={open} onOpenChange={setOpen} title={selectionTitle}>
        {selected ? <ZoneDetails editor={editor} zone={selected} /> : <SelectionDetails editor={editor} />}
      </Dialog>
    </aside>
  )
}
