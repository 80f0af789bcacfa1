'use client'

import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useRemoveSigner } from '#components/processes/queries.ts'
import { ChangeSigner } from '#components/processes/signer-form.tsx'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/menu.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { isLive, isSigning, signerCan } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface SignerProps {
  process: ProcessRecord
  signer: SignerRecord
}

/** The corrections of a person who has not signed; nothing where none is possible. */
export function SignerMenu({ process, signer }: SignerProps) {
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null)
  const maySend = useCan('process.send')
  if (!maySend || !isLive(process) || !signerCan.correct(signer).allowed) return null
  const isLastSigner = isSigning(signer) && process.progress.total === 1
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon-sm" aria-label={`Actions for ${signer.name}`}>
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setDialog('change')}>Change or replace</MenuItem>
        {isLastSigner ? null : (
          <>
            <MenuRule />
            <MenuItem danger onSelect={() => setDialog('remove')}>
              Remove
            </MenuItem>
          </>
        )}
      </Menu>
      <ChangeSigner
        process={process}
        signer={signer}
        open={dialog === 'change'}
        onOpenChange={(open) => setDialog(open ? 'change' : null)}
      />
      <RemoveSigner
        process={process}
        signer={signer}
        open={dialog === 'remove'}
        onOpenChange={(open) => setDialog(open ? 'remove' : null)}
      />
    </>
  )
}

function RemoveSigner({
  process,
  signer,
  open,
  onOpenChange,
}: SignerProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const remove = useRemoveSigner(process.id, signer.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Remove ${signer.name}?`}
      description={
        signer.invited_at
          ? 'Their link stops working immediately, and we let them know by email. The audit trail records the change.'
          : 'They will not be invited. The audit trail records the change.'
      }
      confirmLabel="Remove"
      cancelLabel="Keep"
      danger
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(`${signer.name} is removed.`)
          },
        })
      }
    >
      <QueryErrorMessage error={remove.error} />
    </Confirm>
  )
}
