'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useCreate } from '#components/api/create.ts'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { DraftForm } from '#components/processes/form/draft-form.tsx'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { useConflict } from '#components/processes/form/use-conflict.tsx'
import { usePageUrl } from '#components/shell/input/unsaved-input.ts'
import type { TemplateStart } from '#components/templates/save-template.ts'

interface TemplateFormProps extends TemplateStart {
  start: ProcessForm
}

/** The form of a new or existing template; after saving, the editor of its fields opens. */
export function TemplateFormView({ start, stored, fields }: TemplateFormProps) {
  const t = useTranslations('templates')
  const processTexts = useTranslations('processes')
  const { ask, dialog } = useConflict()
  const router = useRouter()
  const client = useQueryClient()
  const create = useCreate()
  const pageUrl = usePageUrl()
  const { moveForm } = useUploads()
  const save = useMutation({
    mutationFn: async (form: ProcessForm) => {
      const { saveTemplate } = await import('#components/templates/save-template.ts')
      return saveTemplate(create, form, { stored, fields }, async (current) => {
        const { roles, fields } = current
        const counts = { roles: roles.length, fields: fields.length }
        const version = await ask(processTexts('conflict.textOfTemplate', counts))
        if (version === 'stored') client.setQueryData(['templates', current.id], { data: current })
        return version
      })
    },
    onSuccess: (body) => {
      if (!body) return
      client.setQueryData(['templates', body.data.id], body)
      void client.invalidateQueries({ queryKey: ['templates', 'list'] })
      moveForm(pageUrl, `/templates/${body.data.id}/edit`)
      router.push(`/templates/${body.data.id}/prepare`)
    },
  })
  const schema = () =>
    import('#components/templates/template-rules.ts').then((rules) => rules.templateForm(t, processTexts))
  return (
    <>
      <DraftForm of="template" start={start} schema={schema} save={save.mutateAsync} />
      {dialog}
    </>
  )
}
