'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { ApiError, api } from '#components/api/client.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import type { ItemResponse } from '#components/api/records.ts'
import { processFormRules } from '#components/processes/form-model.ts'
import type { ProcessTexts } from '#components/processes/process-texts.tsx'
import { showProcess } from '#components/processes/queries.ts'
import { type People, useUse } from '#components/templates/queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Confirm } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { useToast } from '#components/ui/toast.tsx'
import { withValue } from '#components/ui/with-value.ts'
import { SignerDot } from '#components/zones/signer-colors.tsx'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

function peopleRules(t: ProcessTexts) {
  const process = processFormRules(t).shape
  const { name, email } = process.signers.element.shape
  return z.object({
    name: process.name,
    signers: z.array(z.object({ role: z.string(), name, email })),
  })
}

const does = { signer: 'signs', approver: 'approves', viewer: 'reads', cc: 'gets a copy' }

/** Names and email addresses for the roles, then a draft to review or to send directly. */
export function UseTemplateForm({ template }: { template: TemplateRecord }) {
  const t = useTranslations('processes')
  const { name, roles } = template
  const start = { name, signers: roles.map((role) => ({ role: role.name, name: '', email: '' })) }
  const form = useForm<People>({ resolver: zodResolver(peopleRules(t)), defaultValues: start })
  const register = withValue(form)
  const [peopleToConfirm, setPeopleToConfirm] = useState<People | null>(null)
  const [sending, setSending] = useState(false)
  const use = useUse(template.id)
  const client = useQueryClient()
  const router = useRouter()
  const showToast = useToast()
  const sendable = template.documents.length > 0 && roles.some(isSigning)
  const drops = roles.filter(isSigning)
  const { errors } = form.formState

  function show(error: Error) {
    setPeopleToConfirm(null)
    if (!(error instanceof ApiError)) return
    for (const [field, messages] of Object.entries(error.fields))
      form.setError(field as Path<People>, { message: messages.join(' ') })
  }

  function draft(people: People) {
    use.mutate(people, {
      onSuccess: ({ data }) => router.push(`/processes/${data.id}/prepare`),
      onError: show,
    })
  }

  async function send(people: People) {
    setSending(true)
    const process = await use.mutateAsync(people).catch((error: Error) => show(error))
    if (!process) return setSending(false)
    const { id } = process.data
    try {
      showProcess(client, await api<ItemResponse<ProcessRecord>>('POST', `/signature-processes/${id}/send`))
      showToast('Process sent.')
      router.push(`/processes/${id}`)
    } catch (error) {
      // The draft exists: what prevents sending can be fixed in its editor.
      showToast(error instanceof Error ? error.message : 'The process was not sent.', 'danger')
      router.push(`/processes/${id}/prepare`)
    }
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(draft)} className="flex flex-col gap-6">
      <ol className="flex flex-col gap-5">
        {roles.map((role, index) => (
          <li key={role.name}>
            <p className="mb-2 flex items-center gap-2.5">
              {isSigning(role) ? <SignerDot index={drops.indexOf(role)} /> : <span className="size-5" />}
              <span className="truncate font-serif text-lg">{role.name}</span>
              <span className="text-sm text-ink-soft">{does[role.role]}</span>
            </p>
            <div className="grid gap-4 sm:grid-cols-2 sm:pl-7.5">
              <Field label="Name" error={errors.signers?.[index]?.name?.message}>
                <Input autoComplete="off" {...register(`signers.${index}.name`)} />
              </Field>
              <Field label="Email" error={errors.signers?.[index]?.email?.message}>
                <Input
                  type="email"
                  inputMode="email"
                  autoComplete="off"
                  {...register(`signers.${index}.email`)}
                />
              </Field>
            </div>
          </li>
        ))}
      </ol>
      <Field label="Name of the process" error={errors.name?.message}>
        <Input {...register('name')} />
      </Field>
      <QueryErrorMessage error={use.error} title="The process was not created." />
      <div className="flex flex-col-reverse gap-3 border-t border-rule pt-5 sm:flex-row sm:justify-end">
        <Button disabled={!sendable} onClick={form.handleSubmit(setPeopleToConfirm)}>
          <Send className="size-4" aria-hidden="true" />
          Send immediately
        </Button>
        <Button type="submit" variant="primary" busy={use.isPending && !sending}>
          Create draft
          <ArrowRight className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <Confirm
        open={peopleToConfirm !== null}
        onOpenChange={(open) => (open ? null : setPeopleToConfirm(null))}
        title="Send it now?"
        description={sentTo(peopleToConfirm, template)}
        confirmLabel="Send now"
        cancelLabel="Not yet"
        busy={sending}
        onConfirm={() => peopleToConfirm && void send(peopleToConfirm)}
      />
    </form>
  )
}

function sentTo(people: People | null, { options }: TemplateRecord): string {
  const names = people?.signers.map((signer) => `${signer.name} (${signer.email})`) ?? []
  const list = new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
  return options.enable_notifications
    ? `It will be sent to ${list}. Each signer gets an invitation by email when it is their turn.`
    : `It will be sent to ${list}. No emails are sent; you share the links yourself.`
}
