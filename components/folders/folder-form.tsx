'use client'

import { useTranslations } from 'use-intl'
import { type FolderInput, useSaveFolder } from '#components/folders/queries.ts'
import { UserChoice } from '#components/folders/user-choice.tsx'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Radios } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { FolderRecord } from '#lib/folders/schema'

interface FolderFormProps {
  /** Null for a new folder. */
  folder: FolderRecord | null
  onDone: () => void
}

/** The name of a folder, and who has access. */
export function FolderForm({ folder, onDone }: FolderFormProps) {
  const t = useTranslations()
  const saved: FolderInput = { name: folder?.name ?? '', access: folder?.access ?? 'everyone' }
  const save = useSaveFolder(folder)
  const showToast = useToast()
  const form = useRecordForm({
    name: `folder ${folder?.id ?? 'new'}`,
    saved,
    schema: () =>
      import('#components/folders/folder-rules.ts').then((rules) =>
        rules.folderRules(saved.access, t('folders.users.chooseOne')),
      ),
    save: save.mutateAsync,
    onSaved: ({ name }) => {
      onDone()
      showToast(t(folder ? 'folders.form.changed' : 'folders.form.created', { name }))
    },
  })
  const { access } = form.input
  const error = form.error('access')

  return (
    <Form form={form}>
      <Field label={t('common.name')} error={form.error('name')}>
        <Input {...form.register('name')} />
      </Field>
      <Radios
        label={t('folders.access.label')}
        value={access === 'everyone' ? 'everyone' : 'users'}
        onChange={(value) => form.setField('access', value === 'everyone' ? 'everyone' : [])}
        options={[
          {
            value: 'everyone',
            label: t('folders.access.everyone'),
            hint: t('folders.access.everyoneHint'),
          },
          {
            value: 'users',
            label: t('folders.access.selected'),
            hint: t('folders.access.selectedHint'),
          },
        ]}
      />
      {access === 'everyone' ? null : (
        <div>
          <UserChoice value={access} onChange={(users) => form.setField('access', users)} />
          {error ? (
            <p role="alert" className="mt-2 text-sm text-danger">
              {error}
            </p>
          ) : null}
        </div>
      )}
      <SaveButton form={form}>{folder ? t('common.save') : t('folders.form.create')}</SaveButton>
    </Form>
  )
}
