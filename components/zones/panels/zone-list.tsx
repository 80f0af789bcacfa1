'use client'

import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { type DraftZone, getLabel } from '#components/zones/model/zone-model.ts'
import { SignerDot } from '#components/zones/signer-colors.tsx'

/** All zones in the order of the documents; a click shows the zone on its page, with Shift it adds to the selection. */
export function ZoneList({ editor, onGo }: { editor: Editor; onGo: (zone: DraftZone) => void }) {
  const t = useTranslations('zones')
  if (editor.zones.length === 0) return <p className="text-sm text-ink-soft">{t('list.empty')}</p>
  const documentIds = editor.documents.map((document) => document.id)
  const sorted = editor.zones.toSorted(
    (a, b) =>
      documentIds.indexOf(a.documentId) - documentIds.indexOf(b.documentId) ||
      a.page - b.page ||
      a.y - b.y ||
      a.x - b.x,
  )
  return (
    <>
      <p className="mb-2 text-sm text-ink-soft">{t('list.hint')}</p>
      <ul className="-mx-2 flex flex-col">
        {sorted.map((zone) => {
          const isSelected = editor.selection.has(zone.key)
          return (
            <li key={zone.key}>
              <button
                type="button"
                aria-current={isSelected || undefined}
                onClick={(event) => {
                  if (event.shiftKey || event.ctrlKey || event.metaKey) editor.toggle(zone.key)
                  else onGo(zone)
                }}
                className={cx(
                  'flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm select-none hover:bg-well',
                  isSelected && 'bg-well',
                )}
              >
                <SignerDot index={editor.signers.findIndex((signer) => signer.id === zone.signerId)} />
                <span className="min-w-0 flex-1 truncate">{getLabel(zone, t)}</span>
                <span className="figures shrink-0 text-ink-soft">
                  {editor.documents.length > 1
                    ? `${documentIds.indexOf(zone.documentId) + 1}/${zone.page}`
                    : t('list.page', { page: zone.page })}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
