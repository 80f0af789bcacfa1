'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { useCan } from '#components/shell/account.ts'
import { Button } from '#components/ui/button.tsx'
import { Switch } from '#components/ui/choice.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { withValue } from '#components/ui/with-value.ts'
import { AccountChangeInput, type AccountRecord } from '#lib/identity/schema'

const Change = AccountChangeInput.pick({ retention_years: true }).required()
type Change = z.infer<typeof Change>

/** The retention of the vault, and what happens at its end; only administrators can change it. */
export function Retention({ tenant }: { tenant: AccountRecord['tenant'] }) {
  const years = tenant.retention_years
  if (!useCan('tenant.manage')) return `${years} ${years === 1 ? 'year' : 'years'}`
  return (
    <div className="flex flex-col gap-5">
      <RetentionForm years={years} />
      <DeletionSetting isOn={tenant.delete_after_retention} />
    </div>
  )
}

function RetentionForm({ years }: { years: number }) {
  const form = useForm<Change>({ resolver: zodResolver(Change), values: { retention_years: years } })
  const register = withValue(form)
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (input: Change) => api<ItemResponse<AccountRecord>>('PATCH', '/account', input),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      showToast('Saved. It applies to documents signed from now on.')
    },
  })
  const { errors, isDirty } = form.formState
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((input) => change.mutate(input))}
      className="flex flex-col gap-3"
    >
      <QueryErrorMessage error={change.error} />
      <div className="flex items-start gap-3">
        <Field
          label="Retention"
          hideLabel
          hint="Years in the vault. Documents already there keep their date."
          error={errors.retention_years?.message}
        >
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
            Save
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function DeletionSetting({ isOn }: { isOn: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const showToast = useToast()
  const change = useMutation({
    mutationFn: (delete_after_retention: boolean) =>
      api<ItemResponse<AccountRecord>>('PATCH', '/account', { delete_after_retention }),
    onSuccess: (body) => {
      client.setQueryData(['account'], body)
      setAsking(false)
      showToast(
        body.data.tenant.delete_after_retention
          ? 'Documents will be deleted when their retention ends.'
          : 'Documents stay until you delete them.',
      )
    },
  })
  return (
    <>
      <Switch
        label="Delete when the retention ends"
        hint="Each night, for good. Documents under legal hold stay."
        checked={isOn}
        onChange={(checked) => (checked ? setAsking(true) : change.mutate(false))}
        disabled={change.isPending}
      />
      {isAsking ? null : <QueryErrorMessage error={change.error} />}
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete documents when their retention ends?"
        description="Every night the documents whose retention has ended are deleted for good, those already in the vault included. Documents under legal hold stay."
        confirmLabel="Delete automatically"
        cancelLabel="Cancel"
        danger
        busy={change.isPending}
        onConfirm={() => change.mutate(true)}
      >
        <QueryErrorMessage error={change.error} />
      </Confirm>
    </>
  )
}
