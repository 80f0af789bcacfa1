'use client'

import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Section } from '#components/ui/card.tsx'
import type { EditorTexts } from '#components/zones/editor-texts.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'
import { ImportButton } from '#components/zones/panels/import-fields.tsx'
import { Palette } from '#components/zones/panels/palette.tsx'
import { SelectionDetails } from '#components/zones/panels/selection-details.tsx'
import { SignerPicker } from '#components/zones/panels/signer-picker.tsx'
import { ZoneDetails } from '#components/zones/panels/zone-details.tsx'
import { ZoneList } from '#components/zones/panels/zone-list.tsx'
import type { FieldType } from '#lib/pdf/zones'

interface LeftPanelProps {
  editor: Editor
  texts: EditorTexts
  scroller: RefObject<HTMLElement | null>
  onAdd: (type: FieldType) => void
}

export function LeftPanel({ editor, texts, scroller, onAdd }: LeftPanelProps) {
  const t = useTranslations('zones')
  return (
    <aside
      aria-label={t('leftPanel', { person: texts.person })}
      className="hidden w-72 shrink-0 flex-col gap-7 overflow-y-auto border-r border-rule px-4 py-5 lg:flex"
    >
      <Section
        title={texts.person}
        headerActions={<span className="figures text-sm text-ink-soft">{editor.signers.length}</span>}
      >
        {editor.signers.length > 0 ? (
          <SignerPicker editor={editor} />
        ) : (
          <p className="text-sm text-ink-soft">{texts.noSigners}</p>
        )}
      </Section>
      <Section title={t('fields')}>
        <Palette editor={editor} scroller={scroller} onAdd={onAdd} />
        <ImportButton editor={editor} />
      </Section>
    </aside>
  )
}

export function RightPanel({ editor, onGo }: { editor: Editor; onGo: (zone: DraftZone) => void }) {
  const t = useTranslations('zones')
  const { selected, selection } = editor
  return (
    <aside
      aria-label={t('rightPanel')}
      className="hidden w-72 shrink-0 flex-col gap-7 overflow-y-auto border-l border-rule px-5 py-5 lg:flex"
    >
      {selected ? (
        <div id="zone-details">
          <Section title={t(`kinds.${selected.type}`)}>
            <ZoneDetails editor={editor} zone={selected} />
          </Section>
        </div>
      ) : null}
      {selection.size > 1 ? (
        <Section title={t('selected', { count: selection.size })}>
          <SelectionDetails editor={editor} />
        </Section>
      ) : null}
      <Section
        title={t('allFields')}
        headerActions={<span className="figures text-sm text-ink-soft">{editor.zones.length}</span>}
      >
        <ZoneList editor={editor} onGo={onGo} />
      </Section>
    </aside>
  )
}
