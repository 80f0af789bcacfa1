'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { useAccount, useCan } from '#components/shell/account.ts'
import { saveInput } from '#components/shell/input/kept-input.ts'
import { setTestMode } from '#components/shell/set-test-mode.ts'
import { SavedSwitch } from '#components/ui/form/saved-switch.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'

/** Whether files are uploaded, which belong to the mode in which they were chosen. */
export const IsUploading = createContext(false)

/** The switch between live and test mode. What waits to be saved is saved in the mode in which it was changed. */
export function TestModeSwitch({ hint }: { hint?: string }) {
  const t = useTranslations('shell.testMode')
  const account = useAccount()
  const client = useQueryClient()
  const showToast = useToast()
  const mayWrite = useCan('process.write')
  const isUploading = useContext(IsUploading)
  const setMode = useMutation({
    mutationFn: async (isOn: boolean) => {
      await saveInput()
      return setTestMode(isOn)
    },
    onSuccess: () => client.invalidateQueries(),
    onError: () => showToast(t('error'), 'danger'),
  })
  // Who became a viewer in test mode can leave it.
  if (!account.data || !(mayWrite || account.data.test_mode)) return null
  return (
    <SavedSwitch
      label={<span className="text-sm font-normal">{t('label')}</span>}
      hint={isUploading ? t('uploading') : hint}
      disabled={isUploading}
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
