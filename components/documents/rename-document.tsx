'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useRenameDocument } from '#components/documents/queries.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

interface RenameDocumentProps {
  document: DocumentRecord
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog that renames a document. */
export function RenameDocument({ document, open, onOpenChange }: RenameDocumentProps) {
  const t = useTranslations('documents.renaming')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title', { name: document.name })}>
      <RenameForm document={document} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function RenameForm({ document, onDone }: { document: DocumentRecord; onDone: () => void }) {
  const t = useTranslations()
  const [name, setName] = useState(document.name)
  const rename = useRenameDocument(document.id)
  const draft = useFormDraft({
    name: `name of document ${document.id}`,
    start: document.name,
    value: name,
    show: setName,
    isSaving: rename.isPending,
  })
  const showToast = useToast()
  const nameErrors = rename.error instanceof ApiError ? rename.error.fields.name : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    const saving = rename.mutateAsync(name, {
      onSuccess: () => {
        onDone()
        showToast(t('documents.renaming.done', { name: name.trim() }))
      },
    })
    draft.forgetAfter(saving)
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {nameErrors ? null : <QueryErrorMessage error={rename.error} />}
      <Field label={t('common.name')} error={nameErrors?.join(' ')}>
        <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" busy={rename.isPending} className="self-end">
        {t('common.save')}
      </Button>
    </form>
  )
}
