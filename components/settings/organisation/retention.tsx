'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { useChangeAccount } from '#components/settings/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
import { SavedSwitch } from '#components/ui/form/saved-switch.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import type { AccountRecord } from '#lib/identity/schema'

/** The retention of the vault, and what happens at its end; only administrators can change it. */
export function Retention({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const t = useTranslations('settings.retention')
  const years = tenant.retention_years
  if (!useCan('tenant.manage')) return t('years', { years })
  return (
    <div className="flex flex-col gap-5">
      <RetentionForm years={years} />
      <DeletionSetting isOn={tenant.delete_after_retention} />
    </div>
  )
}

function RetentionForm({ years }: { years: number }) {
  const t = useTranslations('settings.retention')
  const showToast = useToast()
  const form = useRecordForm({
    name: 'retention',
    saved: { retention_years: years },
    schema: () => import('#components/settings/inputs.ts').then((inputs) => inputs.RetentionChange),
    save: useChangeAccount().mutateAsync,
    onSaved: () => showToast(t('saved')),
  })
  return (
    <Form form={form} className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Field label={t('label')} hideLabel hint={t('hint')} error={form.error('retention_years')}>
          <NumberInput className="max-w-24" {...form.register('retention_years', wholeNumber)} />
        </Field>
        <SaveButton form={form} whenChanged variant="line" className="shrink-0" />
      </div>
    </Form>
  )
}

function DeletionSetting({ isOn }: { isOn: boolean }) {
  const t = useTranslations('settings.retention')
  const tCommon = useTranslations('common')
  const [isConfirming, setConfirming] = useState(false)
  const showToast = useToast()
  const change = useChangeAccount()
  async function setDeletion(delete_after_retention: boolean) {
    await change.mutateAsync({ delete_after_retention })
    setConfirming(false)
    showToast(t(delete_after_retention ? 'willDelete' : 'willKeep'))
  }
  return (
    <>
      <SavedSwitch
        label={t('delete')}
        hint={t('deleteHint')}
        isOn={isOn}
        save={async (isChecked) => (isChecked ? setConfirming(true) : setDeletion(false))}
        disabled={change.isPending}
      />
      {isConfirming ? null : <QueryErrorMessage error={change.error} />}
      <Confirm
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('confirmTitle')}
        description={t('confirmText')}
        confirmLabel={t('confirm')}
        cancelLabel={tCommon('cancel')}
        danger
        busy={change.isPending}
        // The dialog shows the error.
        onConfirm={() => setDeletion(true).catch(() => undefined)}
      >
        <QueryErrorMessage error={change.error} />
      </Confirm>
    </>
  )
}
