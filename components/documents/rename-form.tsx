'use client'

import { useTranslations } from 'use-intl'
import { useRenameDocument } from '#components/documents/queries.ts'
import type { DocumentSummary } from '#components/documents/summary.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** The form of a document’s name. */
export function RenameForm({ document, onDone }: { document: DocumentSummary; onDone: () => void }) {
  const t = useTranslations()
  const rename = useRenameDocument(document.id)
  const showToast = useToast()
  const form = useRecordForm({
    name: `name of document ${document.id}`,
    saved: { name: document.name },
    schema: () =>
      import('#lib/documents/schema').then(({ UpdateDocument }) =>
        UpdateDocument.pick({ name: true }).required(),
      ),
    save: ({ name }) => rename.mutateAsync(name),
    onSaved: ({ name }) => {
      onDone()
      showToast(t('documents.renaming.done', { name }))
    },
  })
  return (
    <Form form={form}>
      <Field label={t('common.name')} error={form.error('name')}>
        <Input {...form.register('name')} />
      </Field>
      <SaveButton form={form} />
    </Form>
  )
}
