'use client'

import { type FormEvent, useState } from 'react'
import { ApiError } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useAddSigner, useChangeSigner } from '#components/processes/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input, Select } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface DialogProps {
  process: ProcessRecord
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Person {
  name: string
  email: string
  role: SignerRecord['role']
}

/** The dialog that changes a person who has not signed, or replaces them by another. */
export function ChangeSigner({
  process,
  signer,
  open,
  onOpenChange,
}: DialogProps & { signer: SignerRecord }) {
  const change = useChangeSigner(process.id, signer.id)
  const showToast = useToast()
  const isInvited = signer.invited_at !== null
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change ${signer.name}`}
      description={
        isInvited
          ? 'The current link stops working immediately, and a new invitation is sent.'
          : 'The invitation is sent when it is their turn.'
      }
    >
      <PersonForm
        person={signer}
        mutation={change}
        label="Save"
        onSubmit={({ name, email }) =>
          change.mutate(
            { name, email },
            {
              onSuccess: () => {
                onOpenChange(false)
                showToast(`${name.trim()} is saved.`)
              },
            },
          )
        }
      />
    </Dialog>
  )
}

/** The dialog that adds a person to a process that was sent; after the first signature only a viewer or a copy. */
export function AddSigner({ process, open, onOpenChange }: DialogProps) {
  const add = useAddSigner(process.id)
  const showToast = useToast()
  const roles: Person['role'][] =
    process.progress.signed === 0 ? ['signer', 'approver', 'viewer', 'cc'] : ['viewer', 'cc']
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a person"
      description={
        process.progress.signed === 0
          ? 'A new signer signs last, on a page that is added to the document.'
          : 'Signers can only be added before the first signature.'
      }
    >
      <PersonForm
        person={{ name: '', email: '', role: roles[0]! }}
        roles={roles}
        mutation={add}
        label="Add"
        onSubmit={(person) =>
          add.mutate(person, {
            onSuccess: () => {
              onOpenChange(false)
              showToast(`${person.name.trim()} is added.`)
            },
          })
        }
      />
    </Dialog>
  )
}

const roleNames: Record<Person['role'], string> = {
  signer: 'signs',
  approver: 'approves',
  viewer: 'reads',
  cc: 'gets a copy',
}

interface PersonFormProps {
  person: Person
  roles?: Person['role'][]
  mutation: { isPending: boolean; error: Error | null }
  label: string
  onSubmit: (person: Person) => void
}

function PersonForm({ person, roles, mutation, label, onSubmit }: PersonFormProps) {
  const [name, setName] = useState(person.name)
  const [email, setEmail] = useState(person.email)
  const [role, setRole] = useState(person.role)
  const errors = mutation.error instanceof ApiError ? mutation.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit({ name, email, role })
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      {errors.name || errors.email ? null : <QueryErrorMessage error={mutation.error} />}
      <Field label="Name" error={errors.name?.join(' ')}>
        <Input
          value={name}
          maxLength={255}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Email" error={errors.email?.join(' ')}>
        <Input
          type="email"
          autoComplete="off"
          value={email}
          maxLength={254}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      {roles ? (
        <Field label="Role">
          <Select value={role} onChange={(event) => setRole(event.target.value as Person['role'])}>
            {roles.map((value) => (
              <option key={value} value={value}>
                {roleNames[value]}
              </option>
            ))}
          </Select>
        </Field>
      ) : null}
      <Button type="submit" variant="primary" busy={mutation.isPending} className="self-end">
        {label}
      </Button>
    </form>
  )
}
