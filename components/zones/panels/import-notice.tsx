'use client'

import { FileInput, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { useFileFields } from '#components/zones/panels/use-file-fields.ts'

/** Offers to import the form fields and text tags of the documents, until some are imported or it is closed. */
export function ImportNotice({ editor }: { editor: Editor }) {
  const t = useTranslations()
  const [isClosed, setClosed] = useState(false)
  const { newCount, importAll } = useFileFields(editor)
  const isOffered = newCount > 0 && !isClosed && !editor.zones.some(({ imported }) => imported)
  return (
    <div role="status">
      {isOffered ? (
        <div className="flex items-center gap-2 border-b border-rule bg-accent-wash py-1.5 pr-2 pl-4 text-sm">
          <FileInput className="size-4 shrink-0 text-accent" aria-hidden="true" />
          <span className="min-w-0 flex-1">{t('zones.import.offer', { count: newCount })}</span>
          <Button size="sm" variant="primary" onClick={importAll}>
            {t('zones.import.accept')}
          </Button>
          <Button variant="quiet" size="icon" aria-label={t('common.close')} onClick={() => setClosed(true)}>
            <X className="size-4" aria-hidden="true" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}
