'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useAccount } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { CopyField } from '#components/ui/copy/copy-field.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { getCodeMethod, processCan, signerCan } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface Props {
  process: ProcessRecord
  signer: SignerRecord
}

/** Whether the user may see the link of a signer: the tenant shows them, and it is the signer's turn. */
export function useCanCopyLink({ process, signer }: Props): boolean {
  const account = useAccount()
  const isOnTurn = processCan.sign(process).allowed && signerCan.sign(signer).allowed
  return Boolean(account.data?.tenant.show_signing_links) && isOnTurn
}

/** The dialog that shows the link of a signer; the trail says who was shown it. */
export function SigningLinkDialog({
  open,
  onOpenChange,
  ...props
}: Props & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { signer } = props
  const t = useTranslations('processes.signingLink')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('title', { name: signer.name })}
      description={t(getCodeMethod(props) ? 'textWithCode' : 'text', { name: signer.name })}
    >
      {/* The dialog forgets the link when it closes: a change of the signer may replace it. */}
      <Content {...props} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

function Content({ process, signer, onClose }: Props & { onClose: () => void }) {
  const t = useTranslations('processes.signingLink')
  const tCommon = useTranslations('common')
  const link = useMutation({
    mutationFn: () =>
      api('POST /signature-processes/{id}/signers/{signer}/signing-link', {
        path: { id: process.id, signer: signer.id },
      }),
  })
  const url = link.data?.data.url
  return (
    <div className="flex flex-col gap-5">
      <QueryErrorMessage error={link.error} />
      {url ? (
        <CopyField variant="primary" label={t('label')} hint={t('recorded')} value={url} />
      ) : (
        <div className="dialog-actions">
          <Button onClick={onClose}>{tCommon('cancel')}</Button>
          <Button variant="primary" busy={link.isPending} onClick={() => link.mutate()}>
            {t('show')}
          </Button>
        </div>
      )}
    </div>
  )
}
