'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useSaveFolder } from '#components/folders/queries.ts'
import { UserChoice } from '#components/folders/user-choice.tsx'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Radios } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { FolderRecord } from '#lib/folders/schema'

const NAME_MAX_CHARACTERS = 100

type FolderInput = Pick<FolderRecord, 'name' | 'access'>

interface FolderFormProps {
  /** Null for a new folder. */
  folder: FolderRecord | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog to create a folder, or to change its name and who has access. */
export function FolderForm({ folder, open, onOpenChange }: FolderFormProps) {
  const t = useTranslations('folders')
  const title = folder ? t('form.changeTitle', { name: folder.name }) : t('new')
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <Form folder={folder} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ folder, onDone }: Pick<FolderFormProps, 'folder'> & { onDone: () => void }) {
  const t = useTranslations()
  const savedInput: FolderInput = { name: folder?.name ?? '', access: folder?.access ?? 'everyone' }
  const [input, setInput] = useState(savedInput)
  const { name, access } = input
  const setAccess = (access: FolderInput['access']) => setInput({ ...input, access })
  const save = useSaveFolder(folder?.id ?? null)
  const draft = useFormDraft({
    name: `folder ${folder?.id ?? 'new'}`,
    start: savedInput,
    value: input,
    show: setInput,
    isSaving: save.isPending,
  })
  const showToast = useToast()
  const [isNobodyChosen, setNobodyChosen] = useState(false)
  const fieldErrors = save.error instanceof ApiError ? save.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    if (access !== 'everyone' && access.length === 0) return setNobodyChosen(true)
    const trimmedName = name.trim()
    const saving = save.mutateAsync(
      { name: trimmedName, access },
      {
        onSuccess: () => {
          onDone()
          showToast(t(folder ? 'folders.form.changed' : 'folders.form.created', { name: trimmedName }))
        },
      },
    )
    draft.forgetAfter(saving)
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <RestoredInput draft={draft} />
      {fieldErrors.name ? null : <QueryErrorMessage error={save.error} />}
      <Field label={t('common.name')} error={fieldErrors.name?.join(' ')}>
        <Input
          value={name}
          maxLength={NAME_MAX_CHARACTERS}
          onChange={(event) => setInput({ ...input, name: event.target.value })}
        />
      </Field>
      <Radios
        label={t('folders.access.label')}
        value={access === 'everyone' ? 'everyone' : 'users'}
        onChange={(value) => setAccess(value === 'everyone' ? 'everyone' : [])}
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
          <UserChoice value={access} onChange={setAccess} />
          {isNobodyChosen && access.length === 0 ? (
            <p role="alert" className="mt-2 text-sm text-danger">
              {t('folders.users.chooseOne')}
            </p>
          ) : null}
        </div>
      )}
      <Button type="submit" variant="primary" busy={save.isPending} className="self-end">
        {folder ? t('common.save') : t('folders.form.create')}
      </Button>
    </form>
  )
}
