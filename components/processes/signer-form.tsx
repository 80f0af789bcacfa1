'use client'

import { type Person, PersonForm } from '#components/processes/person-form.tsx'
import { useAddSigner, useChangeSigner } from '#components/processes/queries.ts'
import { Dialog } from '#components/ui/dialog.tsx'
import { useToast } from '#components/ui/toast.tsx'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface DialogProps {
  process: ProcessRecord
  open: boolean
  onOpenChange: (open: boolean) => void
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
