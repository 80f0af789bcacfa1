'use client'

import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useRemind } from '#components/processes/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { isSigning, processCan, signerCan } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface SignerProps {
  process: ProcessRecord
  signer: SignerRecord
}

/** Whether emails can be sent to the signer, because it is their turn. */
export function canBeEmailed({ process, signer }: SignerProps): boolean {
  const isAwaited =
    processCan.remind(process).allowed && signerCan.remind(signer).allowed && isSigning(signer)
  return isAwaited && process.options.enable_notifications
}

/** Reminds a signer whose turn it is, or who has to confirm their signature. */
export function RemindButton(props: SignerProps) {
  const maySend = useCan('process.send')
  const { process, signer } = props
  const mayHaveToConfirm = signer.awaits_provider && process.options.enable_notifications
  return maySend && (canBeEmailed(props) || mayHaveToConfirm) ? <ShownRemindButton {...props} /> : null
}

function ShownRemindButton({ process, signer }: SignerProps) {
  const t = useTranslations('processes.signer')
  const remind = useRemind(process.id)
  const showToast = useToast()
  return (
    <>
      <Button
        size="sm"
        busy={remind.isPending}
        onClick={() =>
          remind.mutate(signer.id, {
            onSuccess: ({ data }) => {
              // The count is unchanged when the last reminder is too recent.
              const updated = data.signers.find(({ id }) => id === signer.id)
              const isSent = (updated?.reminders_sent ?? 0) > signer.reminders_sent
              showToast(t(isSent ? 'remindDone' : 'remindedJustNow', { name: signer.name }))
            },
          })
        }
      >
        {t('remind')}
      </Button>
      <QueryErrorMessage error={remind.error} className="basis-full" />
    </>
  )
}
