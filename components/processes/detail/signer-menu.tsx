'use client'

import { useTranslations } from 'use-intl'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { MenuLater } from '#components/ui/lazy/menu-later.tsx'
import { MoreIcon } from '#components/ui/more-icon.tsx'
import { isCorrectable, isOnlyOtpChangeable } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

const loadActions = () =>
  import('#components/processes/detail/signer-actions.tsx').then((module) => module.SignerActions)

/** The menu that changes or removes a person, or changes how they confirm; nothing if that is not possible. */
export function SignerMenu(props: { process: ProcessRecord; signer: SignerRecord }) {
  const { process, signer } = props
  const t = useTranslations('common')
  const maySend = useCan('process.send')
  const isChangeable =
    isCorrectable(process, signer) || isOnlyOtpChangeable(process, signer, signer.erased_at)
  if (!maySend || process.status === 'draft' || !isChangeable) return null
  return (
    <MenuLater
      trigger={
        <Button variant="quiet" size="icon-sm" aria-label={t('actionsFor', { name: signer.name })}>
          <MoreIcon className="size-4" />
        </Button>
      }
      load={loadActions}
      props={props}
    />
  )
}
