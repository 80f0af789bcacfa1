'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import type { RetentionChange } from '#components/settings/inputs.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/choice.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { useSmallForm } from '#components/ui/use-small-form.ts'
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
  const form = useSmallForm({ retention_years: String(years) }, () =>
    import('#components/settings/inputs.ts').then((inputs) => inputs.RetentionForm),
  )
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (input: RetentionChange) => api<ItemResponse<AccountRecord>>('PATCH', '/account', input),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      form.reset()
      showToast(t('saved'))
    },
  })
  const { errors, isDirty } = form
  return (
    <form noValidate onSubmit={form.submit((input) => change.mutate(input))} className="flex flex-col gap-3">
      <QueryErrorMessage error={change.error} />
      <div className="flex items-start gap-3">
        <Field label={t('label')} hideLabel hint={t('hint')} error={errors.retention_years}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={100}
            className="figures max-w-24"
            {...form.field('retention_years')}
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
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (delete_after_retention: boolean) =>
      api<ItemResponse<AccountRecord>>('PATCH', '/account', { delete_after_retention }),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      setConfirming(false)
      showToast(t(body.data.tenant.delete_after_retention ? 'willDelete' : 'willKeep'))
    },
  })
  return (
    <>
      <Switch
        label={t('delete')}
        hint={t('deleteHint')}
        checked={isOn}
        onChange={(checked) => (checked ? setConfirming(true) : change.mutate(false))}
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
        onConfirm={() => change.mutate(true)}
      >
        <QueryErrorMessage error={change.error} />
      </Confirm>
    </>
  )
}
