'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { api } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { DraftForm } from '#components/processes/draft-form.tsx'
import { inputOf, type ProcessForm } from '#components/processes/form-model.ts'
import { templateFormRules, zonesFor } from '#components/templates/template-model.ts'
import { zoneFromRecord, zoneToInput } from '#components/zones/zone-model.ts'
import type { FieldRecord } from '#lib/processes/schema'
import type { TemplateRecord } from '#lib/templates/schema'

interface TemplateFormProps {
  start: ProcessForm
  /** The existing fields, which stay with their roles even if renamed. */
  fields: FieldRecord[]
  templateId: number | null
}

export function TemplateFormView({ start, fields, templateId }: TemplateFormProps) {
  const t = useTranslations('processes')
  const router = useRouter()
  const client = useQueryClient()
  const save = useMutation({
    mutationFn: (form: ProcessForm) => {
      const { signers, ...common } = inputOf(form)
      const documents = new Set(common.documents.map((document) => document.id))
      const zones = fields.map((field) => zoneToInput(zoneFromRecord(field)))
      const input = {
        ...common,
        roles: signers.map(({ name, order, type, role }) => ({ name, order, type, role })),
        fields: zonesFor(zones, signers, documents),
      }
      return templateId === null
        ? api<ItemResponse<TemplateRecord>>('POST', '/templates', input)
        : api<ItemResponse<TemplateRecord>>('PATCH', `/templates/${templateId}`, input)
    },
    onSuccess: (body) => {
      client.setQueryData(['templates', body.data.id], body)
      void client.invalidateQueries({ queryKey: ['templates', 'list'] })
      router.push(`/templates/${body.data.id}/prepare`)
    },
  })
  return <DraftForm of="template" start={start} schema={templateFormRules(t)} saving={save} />
}
