'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Send } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { useErrorText } from '#components/api/error-text.ts'
import { QueryErrorMessage } from '#components/api/query-error.tsx'
import { showProcess } from '#components/processes/process-query.ts'
import { useRecordForm } from '#components/shell/input/record-form.tsx'
import { RestoredInput } from '#components/shell/input/restored-input.tsx'
import { usePageUrl } from '#components/shell/input/unsaved-input.ts'
import { useCreateProcess } from '#components/templates/queries.ts'
import { RolePeople } from '#components/templates/role-people.tsx'
import {
  findUseField,
  listEmptyNames,
  type TemplateUse,
  toSigners,
  toUseRequest,
  toVariables,
  withoutAccessCodes,
} from '#components/templates/template-use.ts'
import { VariableFields } from '#components/templates/variable-fields.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/form/field.tsx'
import { Input } from '#components/ui/form/input.tsx'
import { Confirm } from '#components/ui/lazy/dialog.tsx'
import { useToast } from '#components/ui/lazy/toast.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

/** The form to use a template: a person for each role, then a draft to review or to send directly. */
export function UseTemplateForm({ template }: { template: TemplateRecord }) {
  const t = useTranslations()
  const processTexts = useTranslations('processes')
  const templateTexts = useTranslations('templates')
  const { name, roles, variables } = template
  const [inputToConfirm, setInputToConfirm] = useState<TemplateUse | null>(null)
  const [isSending, setSending] = useState(false)
  const isHydrated = useHydrated()
  const created = useRef<number | null>(null)
  const creation = useCreateProcess(template.id)
  const form = useRecordForm<TemplateUse>({
    name: usePageUrl(),
    saved: { name, signers: toSigners(roles), variables: toVariables(variables) },
    schema: () =>
      import('#components/templates/template-rules.ts').then((rules) =>
        rules.templateUseForm(templateTexts, processTexts, variables),
      ),
    save: async (input) => {
      created.current = (await creation.mutateAsync(toUseRequest(input, variables))).data.id
    },
    isLeaving: () => true,
    onSaved: () => router.push(`/processes/${created.current}/prepare`),
    findField: (member) => findUseField(member, variables),
    adapt: (input) => ({
      ...input,
      signers: toSigners(roles, input),
      variables: toVariables(variables, input),
    }),
    withoutSecrets: withoutAccessCodes,
  })
  const client = useQueryClient()
  const router = useRouter()
  const showToast = useToast()
  const errorText = useErrorText()
  const format = useFormatter()
  const emptyNames = inputToConfirm ? listEmptyNames(inputToConfirm, variables) : []
  const canSend = template.documents.length > 0 && roles.some(isSigning)

  async function send(input: TemplateUse) {
    setSending(true)
    const creating = creation.mutateAsync(toUseRequest(input, variables))
    form.unsaved.forgetAfter(creating)
    const process = await creating.catch(form.showErrors)
    if (!process) {
      setInputToConfirm(null)
      return setSending(false)
    }
    const { id } = process.data
    try {
      showProcess(client, await api('POST /signature-processes/{id}/send', { path: { id } }))
      showToast(t('templates.useForm.sent'))
      router.push(`/processes/${id}`)
    } catch (error) {
      // The draft exists: what prevents sending can be fixed in its editor.
      showToast(errorText(error), 'danger')
      router.push(`/processes/${id}/prepare`)
    }
  }

  return (
    <form inert={!isHydrated} noValidate onSubmit={form.submit} className="flex flex-col gap-6">
      <RestoredInput unsaved={form.unsaved} />
      <RolePeople roles={roles} form={form} />
      <VariableFields variables={variables} texts={form.input.variables} form={form} />
      <Field label={t('templates.useForm.processName')} error={form.error('name')}>
        <Input {...form.register('name')} />
      </Field>
      <QueryErrorMessage error={creation.error} title={t('templates.useForm.notCreated')} />
      <div className="flex flex-col-reverse gap-3 border-t border-rule pt-5 sm:flex-row sm:justify-end">
        <Button disabled={!canSend || form.isSaving} onClick={form.methods.handleSubmit(setInputToConfirm)}>
          <Send className="size-4" aria-hidden="true" />
          {t('templates.useForm.send')}
        </Button>
        <Button type="submit" variant="primary" busy={form.isSaving}>
          {t('templates.useForm.draft')}
          <ArrowRight className="size-4" aria-hidden="true" />
        </Button>
      </div>
      <Confirm
        open={inputToConfirm !== null}
        onOpenChange={() => setInputToConfirm(null)}
        title={t('templates.useForm.confirmTitle')}
        description={[
          t(
            `templates.useForm.${template.options.enable_notifications ? 'confirmText' : 'confirmWithoutEmails'}`,
            {
              names: format.list(
                inputToConfirm?.signers.map(({ name, email }) => `${name} (${email})`) ?? [],
              ),
            },
          ),
          ...(emptyNames.length > 0
            ? [t('templates.useForm.confirmEmpty', { names: format.list(emptyNames) })]
            : []),
        ].join(' ')}
        confirmLabel={t('templates.useForm.confirm')}
        cancelLabel={t('templates.useForm.cancel')}
        busy={isSending}
        onConfirm={() => inputToConfirm && void send(inputToConfirm)}
      />
    </form>
  )
}
