'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { canBeEmailed } from '#components/processes/detail/remind-button.tsx'
import { useResendTo } from '#components/processes/detail/resend.tsx'
import { ChangeSigner } from '#components/processes/detail/signer-form.tsx'
import { useRemoveSigner } from '#components/processes/queries.ts'
import { SigningLinkDialog, useCanCopyLink } from '#components/processes/sharing/signing-link.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { type LoadedMenuProps, Menu, MenuItem, MenuRule } from '#components/ui/lazy/menu.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { isOnlyOtpChangeable, isSigning } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface SignerProps {
  process: ProcessRecord
  signer: SignerRecord
}

/** The menu and the dialogs that change or remove a person, or change how they confirm. */
export function SignerActions({ process, signer, ...menu }: SignerProps & LoadedMenuProps) {
  const t = useTranslations('processes')
  const tCommon = useTranslations('common')
  const [dialog, setDialog] = useState<'change' | 'link' | 'remove' | null>(null)
  const resend = useResendTo(process, signer)
  const canCopyLink = useCanCopyLink({ process, signer })
  const isOtpOnly = isOnlyOtpChangeable(process, signer, signer.erased_at)
  const isLastSigner = isSigning(signer) && process.progress.total === 1
  return (
    <>
      <Menu {...menu}>
        {canBeEmailed({ process, signer }) ? <MenuItem onSelect={resend}>{t('resend.menu')}</MenuItem> : null}
        {canCopyLink ? <MenuItem onSelect={() => setDialog('link')}>{t('signingLink.menu')}</MenuItem> : null}
        <MenuItem onSelect={() => setDialog('change')}>
          {t(isOtpOnly ? 'changeOtp.menu' : 'changeSigner.menu')}
        </MenuItem>
        {isOtpOnly || isLastSigner ? null : (
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
      <SigningLinkDialog
        process={process}
        signer={signer}
        open={dialog === 'link'}
        onOpenChange={(open) => setDialog(open ? 'link' : null)}
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
