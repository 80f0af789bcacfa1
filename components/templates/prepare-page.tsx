'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { readVersioned, saveOnLeaving, type Versioned } from '#components/api/client.ts'
import type { ItemResponse } from '#components/api/records.ts'
import { PageError } from '#components/shell/page-error.tsx'
import { useTemplate } from '#components/templates/queries.ts'
import { templateDataOf, zonesOfEditor } from '#components/templates/template-model.ts'
import type { EditorDocument } from '#components/zones/editor-state.ts'
import type { Finishing } from '#components/zones/editor-texts.ts'
import { useEditorDocuments } from '#components/zones/use-documents.ts'
import { useStored } from '#components/zones/use-stored.ts'
import { ZoneEditor } from '#components/zones/zone-editor.tsx'
import { zoneFromRecord } from '#components/zones/zone-model.ts'
import type { ZoneStorage } from '#components/zones/zone-saver.ts'
import { isSigning } from '#lib/processes/rules'
import type { TemplateRecord } from '#lib/templates/schema'

/** The editor for the fields of a template's roles. */
export function TemplatePreparePage({ id }: { id: number }) {
  const template = useTemplate(id, { refetchOnMount: 'always' })
  const stored = useStored(`templates/${id}`, () => readVersioned<Template>(`/templates/${id}`))
  const documents = useEditorDocuments(template.data?.documents ?? [])
  if (!template.data || !stored.data || !documents.loaded)
    return (
      <PageError
        query={!template.data ? template : stored.data ? documents : stored}
        title="The zones"
        up={{ href: '/templates', label: 'Templates' }}
      />
    )
  return <Preparation stored={stored.data} documents={documents.loaded} />
}

type Template = ItemResponse<TemplateRecord>

const storedOf = ({ body, etag }: Versioned<Template>) => ({
  zones: templateDataOf(body.data).fields.map(zoneFromRecord),
  etag,
})

function Preparation({ stored, documents }: { stored: Versioned<Template>; documents: EditorDocument[] }) {
  const client = useQueryClient()
  const template = stored.body.data
  // The template as loaded: fields refer to its roles by index.
  const [pattern] = useState(() => templateDataOf(template))
  const path = `/templates/${template.id}`
  const storage: ZoneStorage = {
    read: async () => storedOf(await readVersioned<Template>(path)),
    async save(zones, etag) {
      const fields = zonesOfEditor(zones, pattern)
      const saved = await saveOnLeaving<Template>('PATCH', path, { fields }, etag)
      client.setQueryData(['templates', template.id], saved.body)
      void client.invalidateQueries({ queryKey: ['templates', template.id], refetchType: 'none' })
      return saved.etag
    },
  }
  return (
    <ZoneEditor
      id={`templates/${template.id}`}
      name={template.name}
      texts={{
        person: 'Role',
        noSigners: 'No role can fill fields yet. Go back and add one.',
        back: { href: `/templates/${template.id}/edit`, label: 'Back to documents and roles' },
        finish: 'Done',
      }}
      documents={documents}
      signers={pattern.signers.filter(isSigning).map(({ id, name }) => ({ id, name }))}
      stored={() => storedOf(stored)}
      storage={storage}
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
