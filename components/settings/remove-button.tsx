import { useTranslations } from 'use-intl'
import { ConfirmButton } from '#components/shell/confirm-button.tsx'

interface RemoveButtonProps {
  /** What is removed: the part of the texts of the settings. */
  subject: 'archive' | 'seal' | 'sender' | 'signingService' | 'sso'
  /** The mutation that removes it. */
  remove: {
    mutate(input: undefined, options: { onSuccess: () => void }): void
    isPending: boolean
    error: unknown
  }
}

/** Removes something that the organisation has set, after a question. */
export function RemoveButton({ subject, remove }: RemoveButtonProps) {
  const t = useTranslations(`settings.${subject}`)
  const tCommon = useTranslations('common')
  return (
    <ConfirmButton
      label={tCommon('remove')}
      button={{ size: 'sm', variant: 'quiet', className: '-me-3' }}
      title={t('removeTitle')}
      description={t('removeText')}
      confirmLabel={tCommon('remove')}
      danger
      action={remove}
      onConfirm={(onSuccess) => remove.mutate(undefined, { onSuccess })}
      done={t('removed')}
    />
  )
}
