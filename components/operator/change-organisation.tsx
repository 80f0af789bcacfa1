import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { postOutsideApi } from '#components/api/client.ts'
import { ActionButton } from '#components/operator/action-button.tsx'
import { pickChanged } from '#components/shell/input/pick-changed.ts'
import { Form, SaveButton, useRecordForm } from '#components/shell/input/record-form.tsx'
import { Button } from '#components/ui/button.tsx'
import { useFileSize } from '#components/ui/file-size.ts'
import { Field } from '#components/ui/form/field.tsx'
import { Select } from '#components/ui/form/input.tsx'
import { NumberInput, wholeNumber } from '#components/ui/form/number-input.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { subscriptionTypes } from '#lib/core/enumerations'
import type { OperatorAction } from '#lib/operator/dashboard/actions'
import type { TenantPage } from '#lib/operator/dashboard/tenants'

type Tenant = TenantPage['tenants'][number]

/** The button of an organisation that opens what an operator changes of it. */
export function ChangeOrganisation({ tenant }: { tenant: Tenant }) {
  const t = useTranslations('operator.organisations')
  const [open, setOpen] = useState(false)
  const { name } = tenant
  const close = () => setOpen(false)
  return (
    <>
      <Button size="sm" aria-label={t('changeName', { name })} onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={name} wide="sideways">
        <TermsForm tenant={tenant} onDone={close} />
        <OtherChanges tenant={tenant} onDone={close} />
      </Dialog>
    </>
  )
}

const GIGABYTE = 1024 ** 3
const gigabytes = [1, 5, 10, 50, 100, 500, 1024, 5 * 1024, 10 * 1024]

/** What can be chosen as the storage, with what is set. */
function listSizes(bytesLimit: number | null): number[] {
  const sizes = new Set(gigabytes.map((size) => size * GIGABYTE))
  if (bytesLimit !== null) sizes.add(bytesLimit)
  return [...sizes].sort((a, b) => a - b)
}

/** Plan and limits. */
function TermsForm({ tenant, onDone }: { tenant: Tenant; onDone: () => void }) {
  const t = useTranslations('operator.organisations')
  const tPlans = useTranslations('overview.quota.plans')
  const router = useRouter()
  const showToast = useToast()
  const formatSize = useFileSize()
  const { id, subscriptionType, documentsLimit, signaturesLimit, bytesLimit } = tenant
  const seen = {
    plan: subscriptionType,
    documents: documentsLimit,
    signatures: signaturesLimit,
    bytes: bytesLimit,
  }
  const form = useRecordForm({
    name: `organisation ${id}`,
    saved: { ...seen, bytes: String(bytesLimit ?? '') },
    save: ({ bytes, ...terms }) => {
      const changed = pickChanged({ ...terms, bytes: bytes === '' ? null : Number(bytes) }, seen)
      const action: OperatorAction = { action: 'change_terms', organisation: id, ...changed, seen }
      return postOutsideApi('/operator/actions', action)
    },
    onSaved: () => {
      onDone()
      showToast(t('saved'))
      router.refresh()
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-5 sideways:grid sideways:grid-cols-2 sideways:gap-3">
      <Field label={t('plan')} error={form.error('plan')}>
        <Select {...form.register('plan')}>
          {subscriptionTypes.map((plan) => (
            <option key={plan} value={plan}>
              {tPlans(plan)}
            </option>
          ))}
        </Select>
      </Field>
      {(['documents', 'signatures'] as const).map((limit) => (
        <Field key={limit} label={t(limit)} error={form.error(limit)}>
          <NumberInput {...form.register(limit, wholeNumber)} />
        </Field>
      ))}
      <Field label={t('storage')} error={form.error('bytes')}>
        <Select {...form.register('bytes')}>
          <option value="">{t('noLimit')}</option>
          {listSizes(bytesLimit).map((bytes) => (
            <option key={bytes} value={bytes}>
              {formatSize(bytes)}
            </option>
          ))}
        </Select>
      </Field>
      <SaveButton form={form} className="self-end sideways:col-span-2 sideways:justify-self-end" />
    </Form>
  )
}

/** Its suspension, and the confirmation of its address. */
function OtherChanges({ tenant, onDone }: { tenant: Tenant; onDone: () => void }) {
  const t = useTranslations('operator.organisations')
  const { id, name, suspendedAt, unconfirmed } = tenant
  const change = (action: 'suspend_tenant' | 'resume_tenant' | 'confirm_tenant') => ({
    action: { action, organisation: id },
    label: t(`${action}.label`),
    title: t(`${action}.title`, { name }),
    text: t(`${action}.text`),
    done: t(`${action}.done`, { name }),
    onDone,
  })
  return (
    <div className="mt-6 flex flex-wrap gap-3 border-t border-rule pt-5">
      {suspendedAt ? (
        <ActionButton {...change('resume_tenant')} />
      ) : (
        <ActionButton {...change('suspend_tenant')} danger />
      )}
      {unconfirmed ? <ActionButton {...change('confirm_tenant')} /> : null}
    </div>
  )
}
