'use client'

import { Copy, Files, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '#components/ui/button.tsx'
import { Radios } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { Editor } from '#components/zones/model/editor-state.ts'
import { removeByButton } from '#components/zones/page/removal-focus.ts'

/** Duplicates, copies to other pages, or removes the selected zones. */
export function SelectionActions({ editor }: { editor: Editor }) {
  const t = useTranslations()
  const [copying, setCopying] = useState(false)
  const total =
    editor.documents.find(({ id }) => id === editor.selectedZones[0]?.documentId)?.pages.length ?? 0
  return (
    <div className="flex flex-wrap gap-2 border-t border-rule pt-4">
      <Button size="sm" onClick={editor.duplicate}>
        <Copy className="size-4" aria-hidden="true" />
        {t('zones.selection.duplicate')}
      </Button>
      <Button size="sm" variant="danger-line" onClick={(event) => removeByButton(event, editor)}>
        <Trash2 className="size-4" aria-hidden="true" />
        {t('common.remove')}
      </Button>
      {total > 1 ? (
        <Button size="sm" onClick={() => setCopying(true)}>
          <Files className="size-4" aria-hidden="true" />
          {t('zones.selection.copyToPages')}
        </Button>
      ) : null}
      <Dialog open={copying} onOpenChange={setCopying} title={t('zones.selection.copyToPages')}>
        <CopyToPages editor={editor} total={total} onDone={() => setCopying(false)} />
      </Dialog>
    </div>
  )
}

function CopyToPages({ editor, total, onDone }: { editor: Editor; total: number; onDone: () => void }) {
  const t = useTranslations()
  const [choice, setChoice] = useState<'all' | 'range'>('all')
  const [range, setRange] = useState(`1-${total}`)
  const [error, setError] = useState('')
  const showToast = useToast()

  function copy() {
    const pages = choice === 'all' ? parsePages(`1-${total}`, total) : parsePages(range, total)
    if (!pages) return setError(t('zones.selection.pagesInvalid', { total }))
    const count = editor.copyToPages(new Set(pages))
    showToast(count > 0 ? t('zones.selection.added', { count }) : t('zones.selection.noneAdded'))
    onDone()
  }

  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        copy()
      }}
    >
      <Radios
        label={t('zones.pages')}
        value={choice}
        onChange={setChoice}
        options={[
          { value: 'all', label: t('zones.selection.allPages', { total }) },
          { value: 'range', label: t('zones.selection.somePages') },
        ]}
      />
      {choice === 'range' ? (
        <Field label={t('zones.pages')} hint={t('zones.selection.pagesHint')} error={error || undefined}>
          <Input
            value={range}
            onChange={(event) => {
              setRange(event.target.value)
              setError('')
            }}
          />
        </Field>
      ) : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          {t('common.copy')}
        </Button>
      </div>
    </form>
  )
}

/** The pages of a text such as `1-3, 7`, in order; null when it is not one, or names a page beyond `total`. */
export function parsePages(text: string, total: number): number[] | null {
  const pages = new Set<number>()
  for (const part of text.split(/[,;]/)) {
    const match = /^\s*(\d{1,5})(?:\s*[-–]\s*(\d{1,5}))?\s*$/.exec(part)
    if (!match) return null
    const [firstPage, lastPage] = [Number(match[1]), Number(match[2] ?? match[1])]
    if (firstPage < 1 || firstPage > lastPage || lastPage > total) return null
    for (let page = firstPage; page <= lastPage; page++) pages.add(page)
  }
  return [...pages].sort((a, b) => a - b)
}
