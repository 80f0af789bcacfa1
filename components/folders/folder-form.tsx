'use client'

import { type FormEvent, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useSaveFolder } from '#components/folders/queries.ts'
import { UserChoice } from '#components/folders/user-choice.tsx'
import { Button } from '#components/ui/button.tsx'
import { Radios } from '#components/ui/choice.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { FolderRecord } from '#lib/folders/schema'

interface FolderFormProps {
  /** Null for a new folder. */
  folder: FolderRecord | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog to create a folder, or to change its name and who has access. */
export function FolderForm({ folder, open, onOpenChange }: FolderFormProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={folder ? `Change “${folder.name}”` : 'New folder'}>
      <Form folder={folder} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Form({ folder, onDone }: Pick<FolderFormProps, 'folder'> & { onDone: () => void }) {
  const [name, setName] = useState(folder?.name ?? '')
  const [access, setAccess] = useState<FolderRecord['access']>(folder?.access ?? 'everyone')
  const save = useSaveFolder(folder?.id ?? null)
  const showToast = useToast()
  const fields = save.error instanceof ApiError ? save.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate(
      { name: name.trim(), access },
      {
        onSuccess: () => {
          onDone()
          showToast(folder ? `“${name.trim()}” is changed.` : `“${name.trim()}” is created.`)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {fields.name ? null : <QueryErrorMessage error={save.error} />}
      <Field label="Name" error={fields.name?.join(' ')}>
        <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Radios
        label="Access"
        value={access === 'everyone' ? 'everyone' : 'users'}
        onChange={(value) => setAccess(value === 'everyone' ? 'everyone' : [])}
        options={[
          {
            value: 'everyone',
            label: 'Everyone',
            hint: 'All users of your organisation, as far as their role permits.',
          },
          {
            value: 'users',
            label: 'Selected users',
            hint: 'Other users do not see its records, not even in the vault. Administrators always do.',
          },
        ]}
      />
      {access === 'everyone' ? null : <UserChoice value={access} onChange={setAccess} />}
      <Button type="submit" variant="primary" busy={save.isPending} className="self-end">
        {folder ? 'Save' : 'Create'}
      </Button>
    </form>
  )
}
