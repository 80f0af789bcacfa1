'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { saveOnLeaving } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { useTemplate } from '#components/templates/queries.ts'
import { templateDataOf, zonesOfEditor } from '#components/templates/template-model.ts'
import type { EditorDocument } from '#components/zones/editor-state.ts'
import type { Finishing } from '#components/zones/editor-texts.ts'
import { useEditorDocuments } from '#components/zones/use-documents.ts'
import { useFreshRecord } from '#components/zones/use-fresh-record.ts'
import { ZoneEditor } from '#components/zones/zone-editor.tsx'
import type { DraftZone } from '#components/zones/zone-model.ts'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

/** The editor for the fields of a template's roles. */
export function TemplatePreparePage({ id }: { id: number }) {
  const template = useTemplate(id, { refetchOnMount: 'always' })
  const stored = useFreshRecord(template)
  const documents = useEditorDocuments(template.data?.documents ?? [])
  if (!template.data || !stored || !documents.loaded)
    return (
      <PageError
        query={template.data ? documents : template}
        title="The zones"
        up={{ href: '/templates', label: 'Templates' }}
      />
    )
  return <Preparation key={JSON.stringify(stored.fields)} template={stored} documents={documents.loaded} />
}

function Preparation({ template, documents }: { template: TemplateRecord; documents: EditorDocument[] }) {
  const client = useQueryClient()
  // The template as loaded: fields refer to its roles by index.
  const [pattern] = useState(() => templateDataOf(template))
  async function save(zones: DraftZone[]) {
    const fields = zonesOfEditor(zones, pattern)
    const saved = await saveOnLeaving<ItemResponse<TemplateRecord>>('PATCH', `/templates/${template.id}`, {
      fields,
    })
    client.setQueryData(['templates', template.id], saved)
    void client.invalidateQueries({ queryKey: ['templates', template.id], refetchType: 'none' })
  }
  return (
    <ZoneEditor
      id={`templates/${template.id}`}
      name={template.name}
      texts={{
        person: 'Role',
        noSigners: 'No role can fill fields yet. Go back and add one.',
        back: { href: `/templates/${template.id}/edit`, label: 'Back to documents and roles' },
        saved: 'Template, saved',
        finish: 'Done',
      }}
      documents={documents}
      signers={pattern.signers.filter(isSigning).map(({ id, name }) => ({ id, name }))}
      fields={pattern.fields}
      save={save}
      finish={(finishing) => <LeaveAfterSave templateId={template.id} {...finishing} />}
    />
  )
}

/** Opens the template after saving; an error stays visible in the editor. */
function LeaveAfterSave({ templateId, open, onOpenChange, flush }: Finishing & { templateId: number }) {
  const router = useRouter()
  useEffect(() => {
    if (!open) return
    void flush().then((isSaved) => {
      onOpenChange(false)
      if (isSaved) router.push(`/templates/${templateId}`)
    })
  }, [open, onOpenChange, flush, router, templateId])
  return null
}
