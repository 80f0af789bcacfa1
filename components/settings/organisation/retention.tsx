'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { lazyResolver } from '#components/api/lazy-resolver.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { RetentionChange } from '#components/settings/inputs.ts'
import { useChangeAccount } from '#components/settings/queries.ts'
import { useCan } from '#components/shell/account.ts'
import { useFormDraft } from '#components/shell/input/form-draft.ts'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/form/choice.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { withValue } from '#components/ui/form/with-value.ts'
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
  const tCommon = useTranslations('common')
  const form = useForm<RetentionChange>({
    resolver: lazyResolver(() =>
      import('#components/settings/inputs.ts').then((inputs) => inputs.RetentionChange),
    ),
    values: { retention_years: years },
  })
  const register = withValue(form)
  const showToast = useToast()
  const change = useChangeAccount()
  const draft = useFormDraft({
    name: 'retention',
    start: { retention_years: years },
    value: form.watch(),
    show: (input) => form.reset(input, { keepDefaultValues: true }),
    isSaving: change.isPending,
  })
  const { errors, isDirty } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((input) =>
        draft.forgetAfter(change.mutateAsync(input, { onSuccess: () => showToast(t('saved')) })),
      )}
      className="flex flex-col gap-3"
    >
      <RestoredInput draft={draft} />
      <QueryErrorMessage error={change.error} />
      <div className="flex items-start gap-3">
        <Field label={t('label')} hideLabel hint={t('hint')} error={errors.retention_years?.message}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            className="figures max-w-24"
            {...register('retention_years', { valueAsNumber: true })}
          />
        </Field>
        {isDirty ? (
          <Button type="submit" busy={change.isPending} className="shrink-0">
            {tCommon('save')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function DeletionSetting({ isOn }: { isOn: boolean }) {
  const t = useTranslations('settings.retention')
  const tCommon = useTranslations('common')
  const [isConfirming, setConfirming] = useState(false)
  const showToast = useToast()
  const change = useChangeAccount()
  const setDeletion = (delete_after_retention: boolean) =>
    change.mutate(
      { delete_after_retention },
      {
        onSuccess: () => {
          setConfirming(false)
          showToast(t(delete_after_retention ? 'willDelete' : 'willKeep'))
        },
      },
    )
  return (
    <>
      <Switch
        label={t('delete')}
        hint={t('deleteHint')}
        checked={isOn}
        onChange={(checked) => (checked ? setConfirming(true) : setDeletion(false))}
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
        onConfirm={() => setDeletion(true)}
      >
        <QueryErrorMessage error={change.error} />
      </Confirm>
    </>
  )
}
