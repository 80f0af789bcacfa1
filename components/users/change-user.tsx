'use client'

import { type FormEvent, useState } from 'react'
import { ApiFault } from '#components/api/client'
import { QueryFault } from '#components/api/query-fault'
import { Button } from '#components/ui/button'
import { Dialog } from '#components/ui/dialog'
import { Field } from '#components/ui/field'
import { Input } from '#components/ui/input'
import { useToast } from '#components/ui/toast'
import { useUpdateUser } from '#components/users/queries'
import type { UserDialogProps } from '#components/users/remove-user'
import { RoleChoice } from '#components/users/role-choice'

/** Name and role of somebody; of oneself the name only. */
export function ChangeUser({ open, onOpenChange, ...rest }: UserDialogProps & { self: boolean }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change ${rest.user.name}`}
      description={rest.self ? 'Nobody changes their own role: ask another administrator.' : undefined}
    >
      <ChangeForm {...rest} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ChangeForm({
  user,
  self,
  onDone,
}: Pick<UserDialogProps, 'user'> & { self: boolean; onDone: () => void }) {
  const [name, setName] = useState(user.name)
  const [role, setRole] = useState(user.role)
  const update = useUpdateUser(user.id)
  const say = useToast()
  const nameFault = update.error instanceof ApiFault ? update.error.fields.name?.join(' ') : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    update.mutate(self ? { name } : { name, role }, {
      onSuccess: () => {
        onDone()
        say(`${name.trim()} is changed.`)
      },
    })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {nameFault ? null : <QueryFault error={update.error} />}
      <Field label="Name" error={nameFault}>
        <Input value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
      </Field>
      {self ? null : <RoleChoice value={role} onChange={setRole} />}
      <Button type="submit" look="primary" busy={update.isPending} className="self-end">
        Save
      </Button>
    </form>
  )
}
