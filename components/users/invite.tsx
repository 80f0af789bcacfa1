'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Controller, type Path, useForm } from 'react-hook-form'
import { z } from 'zod'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useInvite } from '#components/users/queries.ts'
import { RoleChoice } from '#components/users/role-choice.tsx'
import { roles } from '#lib/core/roles'

const Person = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(120, 'At most 120 characters.'),
  email: z.string().trim().pipe(z.email('This is not an email address.')),
  role: z.enum(roles),
})
type Person = z.infer<typeof Person>

export function InviteButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        <UserPlus className="size-4" aria-hidden="true" />
        Invite user
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Invite user"
        description="They receive an email with a link, valid for seven days, and choose their own password."
      >
        <InviteForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Person>({
    resolver: zodResolver(Person),
    defaultValues: { name: '', email: '', role: 'user' },
  })
  const invite = useInvite()
  const showToast = useToast()
  const { errors } = form.formState
  const hasFieldErrors = invite.error instanceof ApiError && Object.keys(invite.error.fields).length > 0

  function submit(person: Person) {
    invite.mutate(person, {
      onSuccess: () => {
        onDone()
        showToast(`Invitation sent to ${person.email}.`)
      },
      onError: (error) => {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : []
        for (const [field, messages] of fields)
          form.setError(field as Path<Person>, { message: messages.join(' ') }, { shouldFocus: true })
      },
    })
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(submit)} className="flex flex-col gap-5">
      {hasFieldErrors ? null : <QueryErrorMessage error={invite.error} />}
      <Field label="Name" error={errors.name?.message}>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <Controller
        control={form.control}
        name="role"
        render={({ field }) => <RoleChoice value={field.value} onChange={field.onChange} />}
      />
      <Button type="submit" variant="primary" busy={invite.isPending} className="self-end">
        Send invitation
      </Button>
    </form>
  )
}
