'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useAccount, useCan } from '#components/shell/account.ts'
import { setTestMode } from '#components/shell/set-test-mode.ts'
import { SavedSwitch } from '#components/ui/form/saved-switch.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** The switch between live and test mode. */
export function TestModeSwitch() {
  const t = useTranslations('shell.testMode')
  const account = useAccount()
  const client = useQueryClient()
  const showToast = useToast()
  const mayWrite = useCan('process.write')
  const setMode = useMutation({
    mutationFn: setTestMode,
    onSuccess: () => client.invalidateQueries(),
    onError: () => showToast(t('error'), 'danger'),
  })
  if (!account.data || !mayWrite) return null
  return (
    <SavedSwitch
      label={<span className="text-sm font-normal">{t('label')}</span>}
      isOn={account.data.test_mode}
      save={setMode.mutateAsync}
    />
  )
}

/** A banner on every page in test mode. */
export function TestModeStrip() {
  const t = useTranslations('shell.testMode')
  const account = useAccount()
  if (!account.data?.test_mode) return null
  return (
    <p className="flex items-baseline justify-center gap-3 border-b border-warn/50 bg-warn-wash px-4 py-1.5 text-sm text-warn">
      <strong className="font-mono font-semibold tracking-[0.2em]">TEST</strong>
      <span>{t('banner')}</span>
    </p>
  )
}
