'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { DraftForm } from '#components/processes/form/draft-form.tsx'
import { toInput } from '#components/processes/form/form-model.ts'
import type { ProcessForm } from '#components/processes/form/form-rules.ts'
import { usePageUrl } from '#components/shell/input/unsaved-input.ts'
import type { FieldRecord } from '#lib/processes/schema'

interface TemplateFormProps {
  start: ProcessForm
  /** The existing fields, which stay with their roles even if the roles are renamed. */
  fields: FieldRecord[]
  /** Null for a new template. */
  templateId: number | null
}

/** The form of a new or existing template; after saving, the editor of its fields opens. */
export function TemplateFormView({ start, fields, templateId }: TemplateFormProps) {
  const t = useTranslations('templates')
  const processTexts = useTranslations('processes')
  const router = useRouter()
  const client = useQueryClient()
  const pageUrl = usePageUrl()
  const { moveForm } = useUploads()
  const save = useMutation({
    mutationFn: async (form: ProcessForm) => {
      const { recordsToInput } = await import('#components/templates/template-zones.ts')
      const { signers, ...unchanged } = toInput(form)
      const documentIds = new Set(unchanged.documents.map((document) => document.id))
      const input = {
        ...unchanged,
        documents: unchanged.documents.map(({ id, order }) => ({ id, order })),
        roles: signers.map(({ name, order, type, role }) => ({ name, order, type, role })),
        fields: recordsToInput(fields, signers, documentIds),
      }
      return templateId === null
        ? api('POST /templates', { body: input })
        : api('PATCH /templates/{id}', { path: { id: templateId }, body: input })
    },
    onSuccess: (body) => {
      client.setQueryData(['templates', body.data.id], body)
      void client.invalidateQueries({ queryKey: ['templates', 'list'] })
      moveForm(pageUrl, `/templates/${body.data.id}/edit`)
      router.push(`/templates/${body.data.id}/prepare`)
    },
  })
  const schema = () =>
    import('#components/templates/template-rules.ts').then((rules) => rules.templateForm(t, processTexts))
  return <DraftForm of="template" start={start} schema={schema} save={save.mutateAsync} />
}
