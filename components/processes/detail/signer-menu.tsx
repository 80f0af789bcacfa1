'use client'

import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { canBeEmailed } from '#components/processes/detail/remind-button.tsx'
import { useResendTo } from '#components/processes/detail/resend.tsx'
import { ChangeSigner } from '#components/processes/detail/signer-form.tsx'
import { useRemoveSigner } from '#components/processes/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { Menu, MenuItem, MenuRule } from '#components/ui/lazy/menu.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { isLive } from '#lib/processes/facts'
import { isSigning, signerCan } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface SignerProps {
  process: ProcessRecord
  signer: SignerRecord
}

/** The menu that changes or removes a person who has not signed; nothing if that is not possible. */
export function SignerMenu({ process, signer }: SignerProps) {
  const t = useTranslations('processes')
  const tCommon = useTranslations('common')
  const [dialog, setDialog] = useState<'change' | 'remove' | null>(null)
  const maySend = useCan('process.send')
  const resend = useResendTo(process, signer)
  if (!maySend || !isLive(process) || !signerCan.correct(signer).allowed) return null
  const isLastSigner = isSigning(signer) && process.progress.total === 1
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon-sm" aria-label={tCommon('actionsFor', { name: signer.name })}>
            <MoreHorizontal className="size-4" aria-hidden="true" />
          </Button>
        }
      >
        {canBeEmailed({ process, signer }) ? <MenuItem onSelect={resend}>{t('resend.menu')}</MenuItem> : null}
        <MenuItem onSelect={() => setDialog('change')}>{t('changeSigner.menu')}</MenuItem>
        {isLastSigner ? null : (
          <>
            <MenuRule />
            <MenuItem danger onSelect={() => setDialog('remove')}>
              {tCommon('remove')}
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
  const t = useTranslations('processes.removeSigner')
  const tCommon = useTranslations('common')
  const removal = useRemoveSigner(process.id, signer.id)
  const showToast = useToast()
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: signer.name })}
      description={t(signer.invited_at ? 'invited' : 'notInvited')}
      confirmLabel={tCommon('remove')}
      cancelLabel={t('keep')}
      danger
      busy={removal.isPending}
      onConfirm={() =>
        removal.mutate(undefined, {
          onSuccess: () => {
            onOpenChange(false)
            showToast(t('done', { name: signer.name }))
          },
        })
      }
    >
      <QueryErrorMessage error={removal.error} />
    </Confirm>
  )
}
