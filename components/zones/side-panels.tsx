'use client'

import type { RefObject } from 'react'
import { Section } from '#components/ui/card.tsx'
import type { Editor } from '#components/zones/editor-state.ts'
import type { EditorTexts } from '#components/zones/editor-texts.ts'
import { ImportButton } from '#components/zones/import-button.tsx'
import { Palette } from '#components/zones/palette.tsx'
import { SelectionDetails } from '#components/zones/selection-details.tsx'
import { SignerPicker } from '#components/zones/signer-picker.tsx'
import { ZoneDetails } from '#components/zones/zone-details.tsx'
import { ZoneList } from '#components/zones/zone-list.tsx'
import { type DraftZone, kinds } from '#components/zones/zone-model.ts'
import type { FieldType } from '#lib/pdf/zones'

interface LeftPanelProps {
  editor: Editor
  texts: EditorTexts
  scroller: RefObject<HTMLElement | null>
  onAdd: (type: FieldType) => void
}

export function LeftPanel({ editor, texts, scroller, onAdd }: LeftPanelProps) {
  return (
    <aside
      aria-label={`${texts.person}s and kinds of zones`}
      className="hidden w-68 shrink-0 flex-col gap-7 overflow-y-auto border-r border-rule px-5 py-5 lg:flex"
    >
      <Section title={texts.person}>
        {editor.signers.length > 0 ? (
          <SignerPicker editor={editor} />
        ) : (
          <p className="text-sm text-ink-soft">{texts.noSigners}</p>
        )}
      </Section>
      <Section title="Fields">
        <Palette editor={editor} scroller={scroller} onAdd={onAdd} />
        <div className="mt-4">
          <ImportButton editor={editor} />
        </div>
      </Section>
    </aside>
  )
}

export function RightPanel({ editor, onGo }: { editor: Editor; onGo: (zone: DraftZone) => void }) {
  const { selected, selection } = editor
  return (
    <aside
      aria-label="Details of the zones"
      className="hidden w-72 shrink-0 flex-col gap-7 overflow-y-auto border-l border-rule px-5 py-5 lg:flex"
    >
      {selected ? (
        <div id="zone-details">
          <Section title={kinds[selected.type].name}>
            <ZoneDetails editor={editor} zone={selected} />
          </Section>
        </div>
      ) : null}
      {selection.size > 1 ? (
        <Section title={`${selection.size} fields selected`}>
          <SelectionDetails editor={editor} />
        </Section>
      ) : null}
      <Section
        title="All fields"
        headerActions={<span className="figures text-sm text-ink-soft">{editor.zones.length}</span>}
      >
        <ZoneList editor={editor} onGo={onGo} />
      </Section>
    </aside>
  )
}
