'use client'

import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import type { Editor } from '#components/zones/model/editor-state.ts'

/** Tabs for the documents; hidden when there is only one. */
export function DocumentTabs({ editor, onOpen }: { editor: Editor; onOpen: (documentId: number) => void }) {
  const t = useTranslations('zones')
  if (editor.documents.length < 2) return null
  return (
    <nav
      aria-label={t('documents')}
      className="flex shrink-0 gap-1 overflow-x-auto border-b border-rule bg-canvas px-3"
    >
      {editor.documents.map((document, index) => {
        const count = editor.zones.filter((zone) => zone.documentId === document.id).length
        const current = editor.document?.id === document.id
        return (
          <button
            key={document.id}
            type="button"
            aria-current={current || undefined}
            onClick={() => onOpen(document.id)}
            title={document.name}
            className={cx(
              'flex min-h-10 max-w-60 shrink-0 items-center gap-2 border-b-2 px-2 text-sm',
              current ? 'border-accent font-medium' : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            <span className="figures text-ink-faint">{index + 1}</span>
            <span className="truncate">{document.name}</span>
            {count > 0 ? <span className="figures text-ink-soft">{count}</span> : null}
          </button>
        )
      })}
    </nav>
  )
}
